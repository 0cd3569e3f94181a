import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns the function that writes a file which only Oja's user can read, into a folder that nobody else can open, whatever the umask;
 * it resolves to the path. The time begins the name. Written atomically: a reader of the folder never sees a partial file.
 */
export function privateFiles(folder: string): (name: string, content: string | Buffer) => Promise<string> {
  // An earlier version of Oja may have created the folder with wider permissions.
  const closed = chmod(folder, 0o700).catch(() => {})
  let lastTime = 0
  return async (name, content) => {
    // Two files in the same millisecond still get distinct names, in order.
    lastTime = Math.max(Date.now(), lastTime + 1)
    const full = `${new Date(lastTime).toISOString().replaceAll(':', '-')}-${name}`
    await closed
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const unfinished = join(folder, `.${full}.part`)
    await writeFile(unfinished, content, { mode: 0o600 })
    await rename(unfinished, join(folder, full))
    return join(folder, full)
  }
}
