import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '../../context.ts'

/** Milliseconds between two looks at which connections have become idle. */
const lookEvery = 50
/** Milliseconds. */
const readFirst = 150

/**
 * Takes no more connections, lets the requests under way be answered for at most `limitMs`, then closes the app. The
 * answers come first, since Fastify refuses reads in process, of which pages are made, as soon as it closes.
 */
export async function answerThenClose(app: App, limitMs: number): Promise<void> {
  const { server } = app
  // What has arrived and is not yet read counts as idle: let a busy process read it first.
  await wait(readFirst)
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  // Whoever keeps a connection open after the answer would be waited for.
  const sweep = setInterval(() => server.closeIdleConnections(), lookEvery)
  await Promise.race([ended, wait(limitMs, undefined, { ref: false })])
  clearInterval(sweep)
  server.closeAllConnections()
  await app.close()
}
