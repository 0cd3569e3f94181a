import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Child, startChild } from './child.ts'

/** A running Oja. */
export interface OjaServer extends Child {
  /** Such as http://127.0.0.1:41234 */
  origin: string
  /** Milliseconds from the start of the process to its first answer to GET /healthz. */
  firstAnswerAfter: number
}

/** The cookie of a session, as a production server names it. */
export const sessionCookie = '__Host-oja_session'

/**
 * Starts a production server on a database: what `npm start` runs, in a process of its own, with the settings that a
 * public server must have. Its limits by address are lifted, since all load comes from one, and it logs warnings only.
 */
export async function startOja(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<OjaServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'oja-bench-'))
  const { PATH, TMPDIR } = process.env
  const child = startChild('server/main.ts', [], {
    PATH,
    TMPDIR,
    NODE_ENV: 'production',
    // What is measured is one process.
    WEB_CONCURRENCY: '1',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    // Nothing listens there: mail that comes up waits in its queue.
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPPORT_EMAIL: 'help@example.com',
    MAIL_FROM: 'Oja <no-reply@example.com>',
    RATE_LIMIT_FACTOR: '1000000',
    LOG_LEVEL: 'warn',
    ...settings,
  })
  await firstAnswer(origin, child.ended)
  return {
    ...child,
    origin,
    firstAnswerAfter: performance.now() - child.startedAt,
    async stop() {
      await child.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Resolves when a server answers GET /healthz, rejects when it ends before that. */
export async function firstAnswer(origin: string, ended: Promise<never>): Promise<void> {
  let hasEnded = false
  ended.catch(() => {
    hasEnded = true
  })
  while (!hasEnded) {
    const answer = await fetch(`${origin}/healthz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return ended
}

/** A port of this machine that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
