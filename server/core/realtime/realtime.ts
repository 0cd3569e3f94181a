import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Server, type Socket } from 'socket.io'
import type { z } from 'zod'
import {
  type Acknowledgement,
  type ClientEvents,
  clientEvents,
  type ServerEvents,
} from '#shared/contract/events.ts'
import { AppError } from '#shared/errors.ts'
import { socketPath } from '#shared/socket-path.ts'
import { WaitBudget } from '../../db/budget.ts'
import { patience as databasePatience } from '../../db/patience.ts'
import type { Db } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import { callerAddress } from '../http/caller-address.ts'
import { isForeignOrigin } from '../http/cross-site.ts'
import { toAppError } from '../http/error-handler.ts'
import { networkOf } from '../http/network.ts'
import { bounds } from '../limits/bounds.ts'
import { createSocketLimits, type SocketLimits } from '../limits/socket-limits.ts'
import { type Bucket, createBucket } from '../limits/token-bucket.ts'
import { logFailure } from '../log/log-failure.ts'
import { asWorkOf, withBudget } from '../log/work.ts'
import { serverEvents, socketEvents, socketEventsRefused } from '../observe/counters.ts'
import { inSpan } from '../observe/spans.ts'
import type { Redis } from '../redis/redis.ts'
import { findEnded } from '../session/session.db.ts'
import { readViewerOfHash, tokenHashOf, type Viewer } from '../session/session.ts'
import { adapterOptions, hasOthers } from './adapter.ts'

/** Who may be told something: a user in every tab, those who have a conversation open, those who look at a listing. */
type Room = `user:${number}` | `thread:${number}` | `listing:${number}`

/** What a socket says, checked; `viewer` is read anew for each event, so that an ended session says no more. */
type EventHandler<E extends keyof ClientEvents> = (
  event: { viewer: Viewer | null; socket: LiveSocket },
  payload: z.output<(typeof clientEvents)[E]>,
) => Promise<void> | void

interface LiveSocket {
  /** Throws RATE_LIMITED where it is in very many rooms. */
  join(room: Room): void
  leave(room: Room): void
  isIn(room: Room): boolean
  /** Tells a room, this socket left out. */
  tellOthers<E extends keyof ServerEvents>(
    room: Room,
    event: E,
    ...payload: Parameters<ServerEvents[E]>
  ): void
}

/** What processes tell each other. Whoever does not hear it goes by what it knows for as long as it may: see each. */
interface BetweenServers {
  /** Something that visitors' pages show has changed; without this they show it after PAGE_CACHE_SECONDS. */
  pages_changed: () => void
}

/** The socket's side of the server. Events are sent after commit; whoever misses one reads again. */
export interface Realtime {
  /** Tells every socket that is in one of the rooms, once. */
  tell<E extends keyof ServerEvents>(rooms: Room[], event: E, ...payload: Parameters<ServerEvents[E]>): void
  /** Takes what browsers say. Rejecting with AppError acknowledges its code and sentence. */
  on<E extends keyof ClientEvents>(event: E, handler: EventHandler<E>): void
  /** Ends every connection of a user, in all processes; those whose session lives come back by themselves. */
  disconnectUser(userId: number): void
  /** Tells all other processes, as far as they are in reach now. */
  tellServers<E extends keyof BetweenServers>(event: E, ...payload: Parameters<BetweenServers[E]>): void
  /** Hears what another process tells. */
  onServers<E extends keyof BetweenServers>(event: E, handler: BetweenServers[E]): void
  /** Starts to answer at /ws, on the app's own server. */
  attach(app: FastifyInstance, context: Services): void
  /**
   * Ends the connections whose session is over: logged out elsewhere, expired, ended by another server. Done each minute;
   * they come back as what they are then.
   */
  dropEnded(): Promise<void>
  /** Ends every connection, since they would keep the server from closing; browsers come back to the next one. */
  end(): void
  /** Open sockets, for the metrics. */
  count(): number
}

interface Services {
  db: Db
  env: Env
}

/** Kept as long as the socket is open, so little of it: there may be many thousands. Plain, since Redis may keep it too. */
interface SocketData {
  /** Of a visitor: null. */
  tokenHash: Buffer | null
  viewerId: number | null
  /** Events so far, so that each has a name in the logs. */
  said: number
}

/** Milliseconds. */
const dropEndedEvery = 60_000
/** Sockets that are looked up in one query, so that neither it nor its answer takes long. */
const dropEndedBatch = 1000
/** Milliseconds that browsers have to agree that a connection ends. */
const goodbye = 500
/** Bytes of one event: the largest is a number. */
const maxEventBytes = 4096

type LiveServer = Server<ClientEvents, ServerEvents, BetweenServers, SocketData>
type RawSocket = Socket<ClientEvents, ServerEvents, BetweenServers, SocketData>

/** What each event takes a token from: the socket's own bucket, and that of its account, or of a visitor's network. */
const buckets = new WeakMap<RawSocket, { own: Bucket; shared: Bucket }>()
/** So many refused in a row, and the connection is not worth keeping. */
const hopeless = 400

/**
 * A socket.io server that nothing has reached yet; see `attach`. `patience`: milliseconds that its sockets wait for Redis to tell
 * what this process told, by itself 150.
 */
export function createRealtime(redis: Redis | null = null, patience?: number): Realtime {
  let mayRestore = async (_data: SocketData) => false
  const io: LiveServer = new Server({
    ...adapterOptions(redis, (data) => mayRestore(data as SocketData), patience),
    path: socketPath,
    // A connection is one request: whichever process it reaches, it stays there.
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
      const batch = members.splice(-dropEndedBatch)
      const ended = await findEnded(
        db,
        batch.map(({ hash }) => hash),
      )
      for (const place of ended) batch[place]?.socket.disconnect(true)
    }
  }

  // Without a goodbye: a client that is told to go does not come back by itself.
  function end(): void {
    io.engine?.close()
    // Whose device is out of reach does not answer, and would be waited for.
    setTimeout(() => {
      for (const connection of connections) connection.destroy()
    }, goodbye).unref()
  }

  let sweep = async () => {}
  return {
    tell(rooms, event, ...payload) {
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
    tellServers(event, ...payload) {
      if (!hasOthers(redis)) return
      serverEvents.inc({ direction: 'out', event })
      io.serverSideEmit(event, ...payload)
    },
    onServers(event, handler) {
      const hear = (...payload: unknown[]) => {
        serverEvents.inc({ direction: 'in', event })
        ;(handler as (...payload: unknown[]) => void)(...payload)
      }
      io.on(event, hear as never)
    },
    attach(app, context) {
      app.server.on('upgrade', (_, connection) => {
        connections.add(connection)
        connection.once('close', () => connections.delete(connection))
      })
      const limits = createSocketLimits(context.env.RATE_LIMIT_FACTOR)
      const visitors = new WeakMap<IncomingMessage, Bucket>()
      io.attach(app.server, { allowRequest: admit(context.env, limits, visitors) })
      mayRestore = async ({ tokenHash, viewerId }) => {
        const hash = tokenHash && Buffer.from(tokenHash)
        const viewer = await readWithin(() => readViewerOfHash(context.db, context.env, hash))
        return (viewer?.id ?? null) === viewerId
      }
      io.use(async (socket, next) => {
        try {
          const before = socket.data.viewerId
          const cookies = app.parseCookie(socket.request.headers.cookie ?? '')
          socket.data.tokenHash = tokenHashOf(context.env, cookies)
          const { tokenHash } = socket.data
          const viewer = await readWithin(() => readViewerOfHash(context.db, context.env, tokenHash))
          socket.data.viewerId = viewer?.id ?? null
          socket.data.said ??= 0
          const own = createBucket(bounds.events.socket, context.env.RATE_LIMIT_FACTOR)
          const account = viewer ? enterAccount(socket, limits, viewer.id) : undefined
          buckets.set(socket, { own, shared: account ?? visitors.get(socket.request) ?? own })
          // Who signed in or out meanwhile is in no room of whom it was.
          if (socket.recovered && socket.data.viewerId !== before) leaveRooms(socket)
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
        socket.onAny((event: string, ...said: unknown[]) => {
          void answer(app, context, socket, handlers, event, said)
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

/** Rate, schema, session, handler; whatever goes wrong is acknowledged, and nothing ends the process. */
async function answer(
  app: FastifyInstance,
  { db, env }: Services,
  socket: RawSocket,
  handlers: ReadonlyMap<string, EventHandler<never>>,
  event: string,
  said: unknown[],
): Promise<void> {
  const last = said.at(-1)
  const reply = typeof last === 'function' ? (last as (answer: Acknowledgement) => void) : () => {}
  const payload = said[0] === last && typeof last === 'function' ? undefined : said[0]
  // What a stranger calls an event must not become a label.
  const name = handlers.has(event) ? event : 'unknown'
  socket.data.said += 1
  const requestId = `${socket.id}-${socket.data.said}`
  const log = app.log.child({ requestId, socketId: socket.id, userId: socket.data.viewerId, event: name })
  socketEvents.inc({ direction: 'in', event: name })
  try {
    const { own, shared } = buckets.get(socket) ?? {}
    if (!own?.take() || (shared !== own && !shared?.take())) {
      if (own && own.refused() > hopeless) socket.disconnect(true)
      throw new AppError('RATE_LIMITED', 'Too many events. Please wait a moment.')
    }
    const handler = handlers.get(event)
    if (!handler) throw new AppError('BAD_REQUEST', 'There is no such event.')
    const parsed = clientEvents[event as keyof ClientEvents].safeParse(payload)
    if (!parsed.success) {
      throw new AppError(
        'VALIDATION_FAILED',
        parsed.error.issues[0]?.message ?? 'This is not as it should be.',
      )
    }
    await asWorkOf(
      requestId,
      () =>
        inSpan(`socket ${name}`, { kind: 'server' }, async () => {
          const viewer = await readViewerOfHash(db, env, socket.data.tokenHash)
          await handler({ viewer, socket: live(socket) }, parsed.data as never)
        }),
      new WaitBudget(databasePatience.request),
    )
    log.debug('a socket event was done')
    reply({ ok: true })
  } catch (error) {
    const known = toAppError(error)
    socketEventsRefused.inc({ code: known.code })
    if (known.status >= 500) logFailure(log, error, known, 'a socket event failed')
    // A flood would fill the log as well; what ends it is counted.
    else if (known.code === 'RATE_LIMITED') log.debug({ refusal: known.code }, 'a socket event was refused')
    else log.info({ security: 'REFUSED', refusal: known.code }, 'security event')
    reply({ ok: false, code: known.code, detail: known.message })
  }
}

/** For somebody who waits to be connected. */
function readWithin<T>(read: () => Promise<T>): Promise<T> {
  return withBudget(new WaitBudget(databasePatience.request), read)
}

function leaveRooms(socket: RawSocket): void {
  for (const room of socket.rooms) if (room !== socket.id) socket.leave(room)
}

/** Nobody asks again for the request that opened a socket, and it is the largest part of what an idle one keeps. */
function forgetRequest({ conn, handshake }: RawSocket): void {
  ;(conn as { request: unknown }).request = null
  handshake.headers = {}
}

function live(socket: RawSocket): LiveSocket {
  return {
    join(room) {
      // Beside its own two: that of its id and that of its user.
      if (!socket.rooms.has(room) && socket.rooms.size >= bounds.sockets.rooms + 2)
        throw new AppError('RATE_LIMITED', 'This tab follows very many things. Please load the page again.')
      void socket.join(room)
    },
    leave: (room) => void socket.leave(room),
    isIn: (room) => socket.rooms.has(room),
    tellOthers(room, event, ...payload) {
      socketEvents.inc({ direction: 'out', event })
      socket.to(room).emit(event, ...(payload as never))
    },
  }
}

/** Counts the socket until its connection ends; answers the bucket that it shares with its account's others. */
function enterAccount(socket: RawSocket, limits: SocketLimits, userId: number): Bucket {
  const { bucket, leave } = limits.enterAccount(userId)
  // It may have ended while its session was read.
  if (socket.conn.readyState === 'closed') leave()
  else socket.conn.once('close', leave)
  return bucket
}

/**
 * Decides about a connection before it is taken: pages of another site get none, since the cookie would come along; nor does a
 * network that has very many. Browsers say where a socket is opened from.
 */
function admit(env: Env, limits: SocketLimits, visitors: WeakMap<IncomingMessage, Bucket>) {
  const addressOf = callerAddress(env)
  // A proxy may ask this server under another name than the one that people see.
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
