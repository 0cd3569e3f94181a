import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupError } from './startup-error.ts'

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

/**
 * Creates DATA_DIR if needed. It contains mails, pictures and keys, so it is private. When Oja runs as root, PostgreSQL runs as another user who
 * must be able to enter. Throws StartupError if this user may not write there.
 */
export function makeDataDir(path: string): void {
  try {
    makeFolder(path, process.getuid?.() === 0 ? 0o755 : 0o700)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartupError(
      `The data folder ${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`,
      'Make it writable for this user, free some space, or choose another with DATA_DIR.',
    )
  }
}
