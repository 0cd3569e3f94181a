import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import type { z } from 'zod'
import {
  type Acknowledgement,
  type ClientEvents,
  clientEvents,
  type ServerEvents,
  socketPath,
} from '#shared/contract/events.ts'
import { AppError } from '#shared/errors.ts'
import type { App, Context } from '../context.ts'
import { isForeignOrigin } from './cross-site.ts'
import { readViewerOfCookies, type Viewer } from './session.ts'

/** Who may be told something: a user in every tab, those who have a conversation open, those who look at a listing. */
export type Room = `user:${number}` | `thread:${number}` | `listing:${number}`

/** What a socket says, checked; `viewer` is read anew for each event, so that an ended session says no more. */
export type EventHandler<E extends keyof ClientEvents> = (
  event: { viewer: Viewer | null; socket: LiveSocket },
  payload: z.output<(typeof clientEvents)[E]>,
) => Promise<void> | void

export interface LiveSocket {
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

/** The socket's side of the server. Events are sent after commit; whoever misses one reads again. */
export interface Realtime {
  /** Tells every socket that is in one of the rooms, once. */
  tell<E extends keyof ServerEvents>(rooms: Room[], event: E, ...payload: Parameters<ServerEvents[E]>): void
  /** Takes what browsers say. Rejecting with AppError acknowledges its code and sentence. */
  on<E extends keyof ClientEvents>(event: E, handler: EventHandler<E>): void
  /** Ends every connection of a user; those whose session lives come back by themselves. */
  disconnectUser(userId: number): void
  /** Starts to answer at /ws, on the app's own server. */
  attach(app: App, context: Pick<Context, 'db' | 'env'>): void
  /** Ends every connection, since they would keep the server from closing; browsers come back to the next one. */
  end(): void
  /** Open sockets, for the metrics. */
  count(): number
}

interface SocketData {
  cookies: Record<string, string | undefined>
  viewerId: number | null
  budget: { left: number; refilledAt: number }
}

/** Events that one socket may send: a burst of 40, then 4 a second; RATE_LIMIT_FACTOR multiplies both. */
const burst = 40
const perSecond = 4
/** Bytes of one event: the largest is a number. */
const maxEventBytes = 4096

type LiveServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>
type RawSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>

/** A socket.io server that nothing has reached yet; see `attach`. */
export function createRealtime(): Realtime {
  const io: LiveServer = new Server({
    path: socketPath,
    serveClient: false,
    maxHttpBufferSize: maxEventBytes,
    allowRequest: sameSiteOnly,
    cleanupEmptyChildNamespaces: true,
  })
  const handlers = new Map<keyof ClientEvents, EventHandler<never>>()

  function end(): void {
    io.disconnectSockets(true)
    io.engine?.close()
  }

  return {
    tell(rooms, event, ...payload) {
      if (rooms.length > 0) io.to(rooms).emit(event, ...(payload as never))
    },
    on(event, handler) {
      handlers.set(event, handler as EventHandler<never>)
    },
    disconnectUser(userId) {
      io.in(`user:${userId}`).disconnectSockets(true)
    },
    attach(app, context) {
      io.attach(app.server)
      io.use(async (socket, next) => {
        try {
          socket.data.cookies = app.parseCookie(socket.request.headers.cookie ?? '')
          const viewer = await readViewerOfCookies(context.db, context.env, socket.data.cookies)
          socket.data.viewerId = viewer?.id ?? null
          socket.data.budget = { left: burst * context.env.RATE_LIMIT_FACTOR, refilledAt: Date.now() }
          next()
        } catch (error) {
          app.log.error(error)
          next(new Error('UNAVAILABLE'))
        }
      })
      io.on('connection', (socket) => {
        if (socket.data.viewerId !== null) socket.join(`user:${socket.data.viewerId}`)
        for (const [event, handler] of handlers) {
          socket.on(event, ((payload: unknown, acknowledge: unknown) =>
            answer(app, context, socket, event, handler, payload, acknowledge)) as never)
        }
      })
      app.addHook('preClose', async () => end())
    },
    end,
    count: () => io.engine?.clientsCount ?? 0,
  }
}

/** Rate, schema, session, handler; whatever goes wrong is acknowledged, and nothing ends the process. */
async function answer(
  app: App,
  { db, env }: Pick<Context, 'db' | 'env'>,
  socket: RawSocket,
  event: keyof ClientEvents,
  handler: EventHandler<never>,
  payload: unknown,
  acknowledge: unknown,
): Promise<void> {
  const reply =
    typeof acknowledge === 'function' ? (acknowledge as (answer: Acknowledgement) => void) : () => {}
  try {
    spend(socket.data.budget, env.RATE_LIMIT_FACTOR)
    const parsed = clientEvents[event].safeParse(payload)
    if (!parsed.success) {
      throw new AppError(
        'VALIDATION_FAILED',
        parsed.error.issues[0]?.message ?? 'This is not as it should be.',
      )
    }
    const viewer = await readViewerOfCookies(db, env, socket.data.cookies)
    await handler({ viewer, socket: live(socket) }, parsed.data as never)
    reply({ ok: true })
  } catch (error) {
    if (error instanceof AppError) return reply({ ok: false, code: error.code, detail: error.message })
    app.log.error(error)
    reply({ ok: false, code: 'INTERNAL', detail: 'Something went wrong. Please try again.' })
  }
}

function spend(budget: SocketData['budget'], factor: number): void {
  const now = Date.now()
  const refill = ((now - budget.refilledAt) / 1000) * perSecond * factor
  budget.left = Math.min(burst * factor, budget.left + refill) - 1
  budget.refilledAt = now
  if (budget.left < 0) throw new AppError('RATE_LIMITED', 'Too many events. Please wait a moment.')
}

function live(socket: RawSocket): LiveSocket {
  return {
    join: (room) => void socket.join(room),
    leave: (room) => void socket.leave(room),
    isIn: (room) => socket.rooms.has(room),
    tellOthers: (room, event, ...payload) => void socket.to(room).emit(event, ...(payload as never)),
  }
}

/** Browsers say where a socket is opened from; another site's page gets none, since the cookie would come along. */
function sameSiteOnly(
  request: { headers: { origin?: string; host?: string } },
  decide: (error: string | null, success: boolean) => void,
): void {
  decide(null, !isForeignOrigin(request.headers.origin, request.headers.host))
}
