import type { FastifyInstance } from 'fastify'
import type { Socket } from 'socket.io'
import type { z } from 'zod'
import { bounds } from '#server/bounds.ts'
import { timeouts as databaseTimeouts } from '#server/db/timeouts.ts'
import { runInContext } from '#server/lib/request-context.ts'
import { WaitBudget } from '#server/lib/wait-budget.ts'
import {
  type Acknowledgement,
  type ClientEvents,
  clientEvents,
  type ServerEvents,
} from '#shared/contract/events.ts'
import { AppError } from '#shared/errors.ts'
import { toAppError } from '../http/error-handler.ts'
import type { Bucket } from '../limits/token-bucket.ts'
import { logFailure } from '../log/log-failure.ts'
import { socketEvents, socketEventsRefused } from '../observe/metrics.ts'
import { inSpan } from '../observe/spans.ts'
import { readViewerOfHash, type Viewer } from '../session/session.ts'

/** The receivers of an event: all tabs of a user, the open tabs of a conversation, the viewers of a listing. */
export type Room = `user:${number}` | `thread:${number}` | `listing:${number}`

/** Handles a validated event. `viewer` is read for each event, so an ended session has no further effect. */
export type EventHandler<E extends keyof ClientEvents> = (
  event: { viewer: Viewer | null; socket: LiveSocket },
  payload: z.output<(typeof clientEvents)[E]>,
) => Promise<void> | void

interface LiveSocket {
  /** Throws RATE_LIMITED if the socket is in too many rooms. */
  join(room: Room): void
  leave(room: Room): void
  isIn(room: Room): boolean
  /** Sends to a room, except to this socket. */
  emitToOthers<E extends keyof ServerEvents>(
    room: Room,
    event: E,
    ...payload: Parameters<ServerEvents[E]>
  ): void
}

/** Events between processes. Delivery is not guaranteed: each entry states what bounds a missed one. */
export interface ServerBroadcasts {
  /**
   * Something on visitors' pages has changed; a process that misses it shows the change after
   * PAGE_CACHE_SECONDS.
   */
  pages_changed: () => void
}

/** Kept small, since there may be many thousands of open sockets. */
export interface SocketData {
  /** Null for a visitor. */
  tokenHash: Buffer | null
  viewerId: number | null
  /** The number of events so far, which names each event in the logs. */
  eventCount: number
}

export type RawSocket = Socket<ClientEvents, ServerEvents, ServerBroadcasts, SocketData>

/** Each event takes a token from both: the socket's own, and that of its account or of a visitor's network. */
export interface Buckets {
  own: Bucket
  shared: Bucket
}

export type EventHandlers = ReadonlyMap<string, EventHandler<never>>

/** After this many refusals in a row the connection is closed. */
const maxRefusals = 400

/**
 * Answers the events that a browser sends over a socket: checks rate, schema and session, then runs the handler. Every failure is
 * acknowledged; none ends the process.
 */
export function answerEvents(
  socket: RawSocket,
  buckets: Buckets,
  handlers: EventHandlers,
  { app, services }: { app: FastifyInstance; services: Parameters<typeof readViewerOfHash>[0] },
): void {
  /** Resolves when the events so far are handled: in their order, since a `leave` asks the database less than its `join`. */
  let last = Promise.resolve()

  async function handle(event: string, payload: unknown, requestId: string): Promise<void> {
    takeTokens(socket, buckets)
    const handler = handlers.get(event)
    if (!handler) throw new AppError('BAD_REQUEST', 'There is no such event.')
    const parsed = parse(event as keyof ClientEvents, payload)
    const run = async () => {
      const viewer = await readViewerOfHash(services, socket.data.tokenHash)
      await handler({ viewer, socket: live(socket) }, parsed as never)
    }
    const inOwnSpan = () => inSpan(`socket ${event}`, { kind: 'server' }, run)
    const done = last.then(() => runInContext(requestId, inOwnSpan, new WaitBudget(databaseTimeouts.request)))
    last = done.catch(() => undefined)
    await done
  }

  async function answer(event: string, args: unknown[]): Promise<void> {
    const acknowledge = args.at(-1)
    const reply =
      typeof acknowledge === 'function' ? (acknowledge as (answer: Acknowledgement) => void) : () => {}
    const payload = args[0] === acknowledge && typeof acknowledge === 'function' ? undefined : args[0]
    // Unknown event names come from clients and must not become labels.
    const name = handlers.has(event) ? event : 'unknown'
    socket.data.eventCount += 1
    const requestId = `${socket.id}-${socket.data.eventCount}`
    const log = app.log.child({ requestId, socketId: socket.id, userId: socket.data.viewerId, event: name })
    socketEvents.inc({ direction: 'in', event: name })
    try {
      await handle(event, payload, requestId)
      log.debug('a socket event was done')
      reply({ ok: true })
    } catch (error) {
      const known = toAppError(error)
      socketEventsRefused.inc({ code: known.code })
      if (known.status >= 500) logFailure(log, error, known, 'a socket event failed')
      // A flood would also fill the log; connections closed for it are counted.
      else if (known.code === 'RATE_LIMITED') log.debug({ refusal: known.code }, 'a socket event was refused')
      else log.info({ security: 'REFUSED', refusal: known.code }, 'security event')
      reply({ ok: false, code: known.code, detail: known.message })
    }
  }

  socket.onAny((event: string, ...args: unknown[]) => void answer(event, args))
}

function takeTokens(socket: RawSocket, { own, shared }: Buckets): void {
  if (own.take() && (shared === own || shared.take())) return
  if (own.refused() > maxRefusals) socket.disconnect(true)
  throw new AppError('RATE_LIMITED', 'Too many events. Please wait a moment.')
}

function parse(event: keyof ClientEvents, payload: unknown): unknown {
  const parsed = clientEvents[event].safeParse(payload)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AppError('VALIDATION_FAILED', issue?.message ?? 'The event has an invalid payload.')
}

function live(socket: RawSocket): LiveSocket {
  return {
    join(room) {
      // In addition to its own two: those of its id and its user.
      if (!socket.rooms.has(room) && socket.rooms.size >= bounds.sockets.rooms + 2)
        throw new AppError('RATE_LIMITED', 'This tab follows very many things. Please load the page again.')
      void socket.join(room)
    },
    leave: (room) => void socket.leave(room),
    isIn: (room) => socket.rooms.has(room),
    emitToOthers(room, event, ...payload) {
      socketEvents.inc({ direction: 'out', event })
      socket.to(room).emit(event, ...(payload as never))
    },
  }
}
