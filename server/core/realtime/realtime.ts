import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { Server } from 'socket.io'
import { bounds, scaleRate } from '#server/bounds.ts'
import { timeouts as databaseTimeouts } from '#server/db/timeouts.ts'
import { withBudget } from '#server/lib/request-context.ts'
import { WaitBudget } from '#server/lib/wait-budget.ts'
import type { ClientEvents, ServerEvents } from '#shared/contract/events.ts'
import { socketPath } from '#shared/socket-path.ts'
import type { Db } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import type { DiskWatch } from '../disk/disk-watch.ts'
import { toAppError } from '../http/error-handler.ts'
import { createSocketLimits } from '../limits/socket-limits.ts'
import { type Bucket, createBucket } from '../limits/token-bucket.ts'
import { serverEvents, socketEvents } from '../observe/metrics.ts'
import type { Redis } from '../redis/redis.ts'
import { findEnded } from '../session/session.db.ts'
import { readViewerOfHash, sessionCookie } from '../session/session.ts'
import { adapterOptions, hasOthers } from './adapter.ts'
import { admit, enterAccount } from './admit-sockets.ts'
import {
  answerEvents,
  type Buckets,
  type EventHandler,
  type RawSocket,
  type Room,
  type ServerBroadcasts,
  type SocketData,
} from './socket-events.ts'

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

/** Milliseconds. */
const dropEndedEvery = 60_000
/** Sockets per query, so that the query stays short. */
const batchSize = 1000
/** Milliseconds that browsers have to confirm the end of a connection. */
const closeTimeout = 500
/** Bytes of one event: the largest payload is a number. */
const maxEventBytes = 4096

type LiveServer = Server<ClientEvents, ServerEvents, ServerBroadcasts, SocketData>

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
      /** Set before a socket is connected. */
      const buckets = new WeakMap<RawSocket, Buckets>()
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
          buckets.set(socket, { own, shared })
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
        answerEvents(socket, buckets.get(socket) as Buckets, handlers, { app, services: context })
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

/** The request that opened a socket is not needed any more, and is the largest part of an idle socket's memory. */
function forgetRequest({ conn, handshake }: RawSocket): void {
  ;(conn as { request: unknown }).request = null
  handshake.headers = {}
}
