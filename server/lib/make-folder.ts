import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Creates a folder and its parents. Node's `recursive` never returns where nothing can be created, such as below /proc. */
export function makeFolder(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode)
  } catch (error) {
    const parent = dirname(path)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(parent)) {
      makeFolder(parent, mode)
      makeFolder(path, mode)
    } else if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
