import { randomBytes } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/** An upload on disk: slow uploads use no memory. */
export interface IncomingFile {
  /** Bytes so far. */
  readonly size: number
  append(chunk: Buffer): Promise<void>
  /** The whole file, in memory. */
  read(): Promise<Buffer>
  /** Frees its space on disk. */
  close(): Promise<void>
}

/** Opens a file below `dataDir` and unlinks it, so that nothing is left when the process dies. */
export async function openIncomingFile(dataDir: string): Promise<IncomingFile> {
  const folder = join(dataDir, 'incoming')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomBytes(16).toString('hex'))
  const handle = await open(path, 'wx+', 0o600)
  await unlink(path)
  let size = 0
  return {
    get size() {
      return size
    },
    async append(chunk) {
      await handle.appendFile(chunk)
      size += chunk.length
    },
    read: () => buffer(handle.createReadStream({ start: 0, autoClose: false })),
    close: () => handle.close(),
  }
}
