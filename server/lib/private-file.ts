import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a file that only Oja's user can read, into a folder that nobody else can open, whatever the umask.
 * Written atomically: a reader of the folder never sees a partial file.
 */
export async function writePrivateFile(
  folder: string,
  name: string,
  content: string | Buffer,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `.${name}.part`)
  await writeFile(unfinished, content, { mode: 0o600 })
  await rename(unfinished, join(folder, name))
}

/**
 * Makes a folder private that an earlier version of Oja created with wider permissions; does nothing if it
 * does not exist.
 */
export async function closeToOthers(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => {})
}
