import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import type { z } from 'zod'
import { bounds, scaleRate } from '#server/bounds.ts'
import { timeouts as databaseTimeouts } from '#server/db/timeouts.ts'
import { callerAddress, networkOf } from '#server/lib/ip-addresses.ts'
import { runInContext, withBudget } from '#server/lib/request-context.ts'
import { WaitBudget } from '#server/lib/wait-budget.ts'
import {
  type Acknowledgement,
  type ClientEvents,
  clientEvents,
  type ServerEvents,
} from '#shared/contract/events.ts'
import { AppError } from '#shared/errors.ts'
import { socketPath } from '#shared/socket-path.ts'
import type { Db } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import type { DiskWatch } from '../disk/disk-watch.ts'
import { isForeignOrigin } from '../http/cross-site.ts'
import { toAppError } from '../http/error-handler.ts'
import { createSocketLimits, type SocketLimits } from '../limits/socket-limits.ts'
import { type Bucket, createBucket } from '../limits/token-bucket.ts'
import { logFailure } from '../log/log-failure.ts'
import { serverEvents, socketEvents, socketEventsRefused } from '../observe/metrics.ts'
import { inSpan } from '../observe/spans.ts'
import type { Redis } from '../redis/redis.ts'
import { findEnded } from '../session/session.db.ts'
import { readViewerOfHash, sessionCookie, type Viewer } from '../session/session.ts'
import { adapterOptions, hasOthers } from './adapter.ts'

/**
 * The receivers of an event: all tabs of a user, the open tabs of a conversation, the viewers of a listing.
 */
type Room = `user:${number}` | `thread:${number}` | `listing:${number}`

/** Handles a validated event. `viewer` is read for each event, so an ended session has no further effect. */
type EventHandler<E extends keyof ClientEvents> = (
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
interface ServerBroadcasts {
  /**
   * Something on visitors' pages has changed; a process that misses it shows the change after
   * PAGE_CACHE_SECONDS.
   */
  pages_changed: () => void
}

/** The server's side of the socket. Events are sent after the commit; clients that miss one read again. */
export interface Realtime {
  /** Sends once to every socket that is in at least one of the rooms. */
  emitToRooms<E extends keyof ServerEvents>(
    rooms: Room[],
    event: E,
    ...payload: Parameters<ServerEvents[E]>
  ): void
  /**
   * Registers the handler of an event from browsers. An AppError is acknowledged with its code and detail.
   */
  on<E extends keyof ClientEvents>(event: E, handler: EventHandler<E>): void
  /**
   * Closes every connection of a user, in all processes; tabs with a valid session reconnect by themselves.
   */
  disconnectUser(userId: number): void
  /** Sends to all other processes that are reachable now. */
  broadcastToServers<E extends keyof ServerBroadcasts>(
    event: E,
    ...payload: Parameters<ServerBroadcasts[E]>
  ): void
  /** Registers a listener for events of other processes. */
  onServerBroadcast<E extends keyof ServerBroadcasts>(event: E, handler: ServerBroadcasts[E]): void
  /** Starts to accept sockets at /ws, on the app's own server. */
  attach(app: FastifyInstance, context: Services): void
  /**
   * Closes the connections whose session has ended without `disconnectUser`: it expired, or the event of another process was lost.
   * Runs every minute; the browsers reconnect as visitors.
   */
  dropEnded(): Promise<void>
  /**
   * Closes every connection, since open ones would keep the server from closing; browsers reconnect to the
   * next server.
   */
  end(): void
  /** Open sockets, for the metrics. */
  count(): number
}

interface Services {
  db: Db
  disk: DiskWatch
  env: Env
}

/** Kept small, since there may be many thousands of open sockets. */
interface SocketData {
  /** Null for a visitor. */
  tokenHash: Buffer | null
  viewerId: number | null
  /** The number of events so far, which names each event in the logs. */
  eventCount: number
}

/** Milliseconds. */
const dropEndedEvery = 60_000
/** Sockets per query, so that the query stays short. */
const batchSize = 1000
/** Milliseconds that browsers have to confirm the end of a connection. */
const closeTimeout = 500
/** Bytes of one event: the largest payload is a number. */
const maxEventBytes = 4096

type LiveServer = Server<ClientEvents, ServerEvents, ServerBroadcasts, SocketData>
type RawSocket = Socket<ClientEvents, ServerEvents, ServerBroadcasts, SocketData>

interface SocketState {
  /** Each event takes a token from both buckets: the socket's own, and that of its account or of a visitor's network. */
  own: Bucket
  shared: Bucket
  /** Resolves when the events so far are handled: in their order, since a `leave` asks the database less than its `join`. */
  last: Promise<void>
}

/** Set before a socket is connected. */
const states = new WeakMap<RawSocket, SocketState>()
/** After this many refusals in a row the connection is closed. */
const maxRefusals = 400

/** Creates a socket.io server; `attach` connects it. */
export function createRealtime(redis: Redis | null): Realtime {
  const io: LiveServer = new Server({
    ...adapterOptions(redis),
    path: socketPath,
    // A WebSocket is one request, so it stays with the process that it reaches.
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: maxEventBytes,
    cleanupEmptyChildNamespaces: true,
  })
  const connections = new Set<Duplex>()
  const handlers = new Map<keyof ClientEvents, EventHandler<never>>()

  async function dropEnded({ db }: Services): Promise<void> {
    const members: { socket: RawSocket; hash: Buffer }[] = []
    for (const socket of io.sockets.sockets.values()) {
      const { viewerId, tokenHash: hash } = socket.data
      if (viewerId !== null && hash) members.push({ socket, hash })
    }
    while (members.length > 0) {
      const batch = members.splice(-batchSize)
      const ended = await findEnded(
        db,
        batch.map(({ hash }) => hash),
      )
      for (const index of ended) batch[index]?.socket.disconnect(true)
    }
  }

  // Without a disconnect packet: a client that receives one does not reconnect.
  function end(): void {
    io.engine?.close()
    // A device without network does not confirm the close.
    setTimeout(() => {
      for (const connection of connections) connection.destroy()
    }, closeTimeout).unref()
  }

  let sweep = async () => {}
  return {
    emitToRooms(rooms, event, ...payload) {
      if (rooms.length === 0) return
      socketEvents.inc({ direction: 'out', event })
      io.to(rooms).emit(event, ...(payload as never))
    },
    on(event, handler) {
      handlers.set(event, handler as EventHandler<never>)
    },
    disconnectUser(userId) {
      io.in(`user:${userId}`).disconnectSockets(true)
    },
    broadcastToServers(event, ...payload) {
      if (!hasOthers(redis)) return
      serverEvents.inc({ direction: 'out', event })
      io.serverSideEmit(event, ...payload)
    },
    onServerBroadcast(event, handler) {
      const listener = (...payload: unknown[]) => {
        serverEvents.inc({ direction: 'in', event })
        ;(handler as (...payload: unknown[]) => void)(...payload)
      }
      io.on(event, listener as never)
    },
    attach(app, context) {
      app.server.on('upgrade', (_, connection) => {
        connections.add(connection)
        connection.once('close', () => connections.delete(connection))
      })
      const limits = createSocketLimits(context.env)
      const visitors = new WeakMap<IncomingMessage, Bucket>()
      io.attach(app.server, { allowRequest: admit(context.env, limits, visitors) })
      io.use(async (socket, next) => {
        try {
          const cookies = app.parseCookie(socket.request.headers.cookie ?? '')
          socket.data.tokenHash = sessionCookie.hashOf(context.env, { cookies })
          const { tokenHash } = socket.data
          // The client waits to be connected.
          const budget = new WaitBudget(databaseTimeouts.request)
          const viewer = await withBudget(budget, () => readViewerOfHash(context, tokenHash))
          socket.data.viewerId = viewer?.id ?? null
          socket.data.eventCount ??= 0
          const own = createBucket(scaleRate(context.env, bounds.events.socket))
          const account = viewer ? enterAccount(socket, limits, viewer.id) : undefined
          const shared = account ?? visitors.get(socket.request) ?? own
          states.set(socket, { own, shared, last: Promise.resolve() })
          next()
        } catch (error) {
          const known = toAppError(error)
          if (known.status >= 500) app.log.error({ err: error }, 'a socket could not be opened')
          next(Object.assign(new Error(known.message), { data: { code: known.code, detail: known.message } }))
        }
      })
      io.on('connection', (socket) => {
        forgetRequest(socket)
        if (socket.data.viewerId !== null) socket.join(`user:${socket.data.viewerId}`)
        socket.onAny((event: string, ...args: unknown[]) => {
          void handleEvent(app, context, socket, handlers, event, args)
        })
      })
      sweep = () => dropEnded(context)
      const timer = setInterval(() => {
        sweep().catch((err: unknown) => app.log.warn({ err }, 'ended sessions wait for the database'))
      }, dropEndedEvery).unref()
      app.addHook('preClose', async () => {
        clearInterval(timer)
        end()
      })
    },
    dropEnded: () => sweep(),
    end,
    count: () => io.engine?.clientsCount ?? 0,
  }
}

/**
 * Checks rate, schema and session, then runs the handler. Every failure is acknowledged; none ends the
 * process.
 */
async function handleEvent(
  app: FastifyInstance,
  services: Services,
  socket: RawSocket,
  handlers: ReadonlyMap<string, EventHandler<never>>,
  event: string,
  args: unknown[],
): Promise<void> {
  const last = args.at(-1)
  const reply = typeof last === 'function' ? (last as (answer: Acknowledgement) => void) : () => {}
  const payload = args[0] === last && typeof last === 'function' ? undefined : args[0]
  // Unknown event names come from clients and must not become labels.
  const name = handlers.has(event) ? event : 'unknown'
  socket.data.eventCount += 1
  const requestId = `${socket.id}-${socket.data.eventCount}`
  const log = app.log.child({ requestId, socketId: socket.id, userId: socket.data.viewerId, event: name })
  socketEvents.inc({ direction: 'in', event: name })
  const state = states.get(socket) as SocketState
  try {
    const { own, shared } = state
    if (!own.take() || (shared !== own && !shared.take())) {
      if (own.refused() > maxRefusals) socket.disconnect(true)
      throw new AppError('RATE_LIMITED', 'Too many events. Please wait a moment.')
    }
    const handler = handlers.get(event)
    if (!handler) throw new AppError('BAD_REQUEST', 'There is no such event.')
    const parsed = clientEvents[event as keyof ClientEvents].safeParse(payload)
    if (!parsed.success) {
      throw new AppError(
        'VALIDATION_FAILED',
        parsed.error.issues[0]?.message ?? 'The event has an invalid payload.',
      )
    }
    const done = state.last.then(() =>
      runInContext(
        requestId,
        () =>
          inSpan(`socket ${name}`, { kind: 'server' }, async () => {
            const viewer = await readViewerOfHash(services, socket.data.tokenHash)
            await handler({ viewer, socket: live(socket) }, parsed.data as never)
          }),
        new WaitBudget(databaseTimeouts.request),
      ),
    )
    state.last = done.catch(() => undefined)
    await done
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

/** The request that opened a socket is not needed any more, and is the largest part of an idle socket's memory. */
function forgetRequest({ conn, handshake }: RawSocket): void {
  ;(conn as { request: unknown }).request = null
  handshake.headers = {}
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

/**
 * Counts the socket until its connection closes; returns the bucket that it shares with the account's other
 * sockets.
 */
function enterAccount(socket: RawSocket, limits: SocketLimits, userId: number): Bucket {
  const { bucket, leave } = limits.enterAccount(userId)
  // The connection may have closed while the session was read.
  if (socket.conn.readyState === 'closed') leave()
  else socket.conn.once('close', leave)
  return bucket
}

/**
 * Decides on a connection before it is accepted: refuses pages of other sites, since the cookie would be sent
 * along, and networks with too many connections. Browsers send the opening page's origin.
 */
function admit(env: Env, limits: SocketLimits, visitors: WeakMap<IncomingMessage, Bucket>) {
  const addressOf = callerAddress(env)
  // A proxy may forward requests under another name than the public one.
  const publicHost = env.PUBLIC_URL && new URL(env.PUBLIC_URL).host
  return (request: IncomingMessage, decide: (error: string | null, success: boolean) => void) => {
    const { origin, host } = request.headers
    if (isForeignOrigin(origin, host) && isForeignOrigin(origin, publicHost)) return decide(null, false)
    try {
      const { bucket, leave } = limits.enterNetwork(networkOf(addressOf(request)))
      if (request.socket.destroyed) leave()
      else request.socket.once('close', leave)
      visitors.set(request, bucket)
      decide(null, true)
    } catch (error) {
      decide(toAppError(error).message, false)
    }
  }
}
