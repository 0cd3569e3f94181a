import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/support/free-ports.ts'
import { startChild } from './servers/child.ts'
import { firstAnswer } from './servers/oja-server.ts'

/** An Oja as `npm start` runs it, with its own PostgreSQL and the demo marketplace, on a free port. */
export interface DemoServer {
  url: string
  /** Resolves at its first response, rejects if it ends before. */
  ready: Promise<void>
  /** Stops it, ready or not, and deletes its data. */
  stop(): Promise<void>
}

/**
 * Starts it in its own folder, without this shell's settings. Takes 10 s, on slow machines a minute: the
 * pages may have to be built, and the demo is generated and stored.
 */
export async function startDemo(): Promise<DemoServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'oja-demo-'))
  const { PATH, TMPDIR } = process.env
  const child = startChild('scripts/start.mjs', [], {
    PATH,
    TMPDIR,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: dataDir,
    RATE_LIMIT_FACTOR: '1000',
  })
  return {
    url,
    ready: firstAnswer(url, child.ended),
    async stop() {
      await child.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
