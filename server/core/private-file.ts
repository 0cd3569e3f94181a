import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a file that only the user that Oja runs as can read, in a folder that nobody else can open, whatever the umask.
 * Whoever watches the folder never sees half a file.
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

/** Closes a folder to others that an earlier version of Oja made open; nothing where there is none. */
export async function closeToOthers(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => {})
}
