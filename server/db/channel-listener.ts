import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { timeouts } from './timeouts.ts'

/**
 * Milliseconds. A silently lost connection is detected within `check` plus `timeouts.connection`; meanwhile what is listened for is found
 * by polls every 5 s (message-workers.ts, schedules.ts).
 */
const intervals = { check: 60_000, reconnect: 1000 }

/**
 * Listens on a channel (LISTEN) over a dedicated connection until `close`. Never rejects: it reconnects every second. `on.connect` is
 * called after each connect, since PostgreSQL does not deliver earlier notifications.
 */
export function listenToChannel(
  { options }: pg.Pool,
  channel: string,
  on: { message(payload: string): void; connect(): void; error(error: Error): void },
): { close(): Promise<void> } {
  const closing = new AbortController()
  const ended = (async () => {
    while (!closing.signal.aborted) {
      await listenOnce().catch((error) => closing.signal.aborted || on.error(error as Error))
      await sleep(intervals.reconnect, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  })()

  /** Rejects when the connection is lost or closed. */
  async function listenOnce(): Promise<void> {
    const client = new pg.Client({
      ...options,
      connectionTimeoutMillis: timeouts.connection,
      query_timeout: timeouts.connection,
      keepAlive: true,
    })
    const lost = new AbortController()
    client.on('error', (error) => lost.abort(error))
    client.on('end', () => lost.abort())
    client.on('notification', ({ payload }) => on.message(payload ?? ''))
    const signal = AbortSignal.any([closing.signal, lost.signal])
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      on.connect()
      for (;;) {
        await sleep(intervals.check, undefined, { signal })
        await client.query('select 1')
      }
    } finally {
      // An unresponsive PostgreSQL would not close it either.
      await Promise.race([client.end(), sleep(1000)])
    }
  }

  return {
    close() {
      closing.abort()
      return ended
    },
  }
}
