import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/support/free-ports.ts'
import { type Child, startChild } from './child.ts'

/** A running Oja. */
export interface OjaServer extends Child {
  /** Such as http://127.0.0.1:41234 */
  origin: string
  /** Milliseconds from the start of the process to its first response to GET /healthz. */
  firstAnswerAfter: number
}

/** The name of the session cookie in production. */
export const sessionCookie = '__Host-oja_session'

/**
 * Starts a production server on a database, like `npm start`, in a separate process with the required
 * settings of a public server. Limits per address are lifted, since all load comes from one, and it logs only
 * warnings. `file`: the built server, or the sources, whose profile names them.
 */
export async function startOja(
  databaseUrl: string,
  settings: Record<string, string> = {},
  file = 'dist/server/main.mjs',
): Promise<OjaServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const dataDir = await mkdtemp(join(tmpdir(), 'oja-bench-'))
  const { PATH, TMPDIR } = process.env
  const child = startChild(
    file,
    [],
    {
      PATH,
      TMPDIR,
      NODE_ENV: 'production',
      // The benchmark measures one process.
      WEB_CONCURRENCY: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET_KEY: 'a-key-of-more-than-thirty-two-characters',
      // Nothing listens there: mails wait in the queue.
      SMTP_URL: 'smtp://127.0.0.1:9',
      SUPPORT_EMAIL: 'help@example.com',
      MAIL_FROM: 'Oja <no-reply@example.com>',
      RATE_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    // As in package.json.
    ['--v8-pool-size=1'],
  )
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

/** Resolves when a server responds to GET /healthz, rejects if it ends before. */
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
