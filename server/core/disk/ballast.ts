import { randomBytes } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskState } from './disk-thresholds.ts'

const MB = 2 ** 20
/** Four files of PostgreSQL's write-ahead log; less on a small disk. */
const sizeOn = (diskSize: number) => Math.min(64 * MB, diskSize / 16)

interface Room {
  state: DiskState
  /** Bytes. */
  free: number
  size: number
  /** Bytes that must be free before anything is saved again, including the hysteresis. */
  needed: number
}

/**
 * Keeps a ballast file in DATA_DIR, beside the embedded PostgreSQL, and deletes it when other programs have
 * filled the disk: PostgreSQL needs some space for reads, too, and on a full disk new connections fail
 * ("could not write init file"). Returns the function to call after each disk check. Several processes may do
 * so at once.
 */
export function keepBallast(dataDir: string): (room: Room) => Promise<void> {
  const file = join(dataDir, 'ballast')
  return async ({ state, free, size, needed }) => {
    const bytes = sizeOn(size)
    if (state === 'full') {
      if (free < bytes / 2) await rm(file, { force: true })
      return
    }
    if (free - bytes <= needed || (await exists(file))) return
    if (await exists(join(dataDir, 'postgres'))) await write(file, bytes)
  }
}

/** Does nothing if another process has written it already. */
async function write(file: string, bytes: number): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch(() => null)
  if (!handle) return
  try {
    // Random bytes, because some file systems allocate no space for zeros.
    const piece = randomBytes(MB)
    for (let left = bytes; left > 0; left -= MB) await handle.write(piece, 0, Math.min(MB, Math.floor(left)))
  } catch {
    await rm(file, { force: true })
  } finally {
    await handle.close()
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
