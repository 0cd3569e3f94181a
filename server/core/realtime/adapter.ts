import cluster from 'node:cluster'
import { createAdapter } from '@socket.io/redis-streams-adapter'
import type { Namespace, ServerOptions } from 'socket.io'
import type { Redis } from '../redis/redis.ts'
import { createStreamClient } from './stream-client.ts'
import { workerAdapter } from './worker-adapter.ts'

/** Of a socket that was away for a moment: its rooms, and what it keeps. */
interface Kept {
  data: unknown
}

interface Recovering {
  restoreSession(pid: string, offset: string): Promise<Kept>
}

type AdapterOptions = Pick<ServerOptions, 'adapter' | 'connectionStateRecovery'>

/** Milliseconds in which a browser that lost its connection finds what it missed. */
const recoverable = 120_000
/** Milliseconds: see stream-outbox.ts. */
const defaultPatience = 150

/** Whether what is told here reaches other processes. */
export function hasOthers(redis: Redis | null): boolean {
  return redis !== null || cluster.isWorker
}

/**
 * How sockets of several processes hear of each other: by Redis' streams, between the workers of one machine by their primary,
 * or not at all. Only Redis can tell later what a socket missed; `mayRestore` decides whether its session still lives.
 * `patience`: milliseconds that sockets of this process wait for Redis.
 */
export function adapterOptions(
  redis: Redis | null,
  mayRestore: (data: unknown) => Promise<boolean>,
  patience = defaultPatience,
): Partial<AdapterOptions> {
  if (redis) {
    const create = createAdapter(createStreamClient(redis, 'oja:events', patience), {
      streamName: 'oja:events',
      sessionKeyPrefix: 'oja:socket:',
    })
    return {
      // Called with `new`.
      adapter: function adapter(namespace: Namespace) {
        return checked(create(namespace), mayRestore)
      },
      // Whoever comes back is asked for the session as everybody is.
      connectionStateRecovery: { maxDisconnectionDuration: recoverable, skipMiddlewares: false },
    }
  }
  return cluster.isWorker ? { adapter: workerAdapter } : {}
}

/** What was missed is sent before anything else is asked: to a session that is over, nothing. */
function checked<A extends object>(adapter: A, mayRestore: (data: unknown) => Promise<boolean>): A {
  const recovering = adapter as A & Recovering
  const restore = recovering.restoreSession.bind(adapter)
  recovering.restoreSession = async (pid, offset) => {
    const kept = await restore(pid, offset)
    if (await mayRestore(kept.data)) return kept
    throw new Error('The session is over.')
  }
  return adapter
}
