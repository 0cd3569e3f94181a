import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataDir } from '#server/lib/make-folder.ts'
import { StartupError } from '#server/lib/startup-error.ts'

/** Another Oja process uses this data folder. */
export class DataDirInUse extends StartupError {
  constructor(dataDir: string, pid: string | undefined) {
    super(
      `Another Oja${pid ? ` (process ${pid})` : ''} already uses the data folder ${dataDir}.`,
      'Stop it, or give this one its own folder with DATA_DIR.',
    )
    this.name = 'DataDirInUse'
  }
}

export interface DataDirLock {
  release(): void
}

const sqliteBusy = 5

/**
 * Creates `dataDir` if needed and locks it for this process. The lock is an operating system file lock, taken
 * through SQLite because Node has no call for it: the kernel releases it when the process ends, even by `kill
 * -9`, so it is never stale and no process number has to be trusted. Throws DataDirInUse after `waitMs`.
 */
export async function lockDataDir(dataDir: string, waitMs = 0): Promise<DataDirLock> {
  makeDataDir(dataDir)
  const folder = realpathSync(dataDir)
  const pidFile = join(folder, 'oja.pid')
  const deadline = Date.now() + waitMs
  for (;;) {
    const database = openLocked(join(folder, 'oja.lock'))
    if (database) {
      try {
        writeFileSync(pidFile, `${process.pid}\n`)
      } catch (error) {
        // A full disk: the caller tries again, and must not meet its own lock.
        database.close()
        throw error
      }
      return {
        release() {
          rmSync(pidFile, { force: true })
          database.close()
        },
      }
    }
    if (Date.now() >= deadline) throw new DataDirInUse(dataDir, readHolder(pidFile))
    await sleep(100)
  }
}

function openLocked(file: string): DatabaseSync | undefined {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(file)
    database.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive')
    return database
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined
    throw new StartupError(
      `The lock file ${file} cannot be used (${(error as Error).message}).`,
      'Delete it, or choose a data folder on a local disk with DATA_DIR.',
    )
  }
}

/** Only for the message: the number may be missing while the other process is just starting. */
function readHolder(pidFile: string): string | undefined {
  try {
    return readFileSync(pidFile, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
