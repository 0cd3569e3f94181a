import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import type { Acknowledgement, ClientEvents, ServerEvents } from '#shared/contract/events.ts'
import { socketPath } from '#shared/socket-path.ts'

export type TestSocket = Socket<ServerEvents, ClientEvents>

const open = new Set<TestSocket>()

/** A socket that is connecting, as a browser opens it; with a cookie, or as a visitor. */
export function openSocket(
  origin: string,
  cookie?: string,
  options: Partial<ManagerOptions & SocketOptions> = {},
): TestSocket {
  const socket: TestSocket = io(origin, {
    path: socketPath,
    transports: ['websocket'],
    forceNew: true,
    ...options,
    extraHeaders: { ...(cookie ? { cookie } : {}), ...options.extraHeaders },
  })
  open.add(socket)
  return socket
}

/** A socket that is connected. */
export async function connectSocket(...args: Parameters<typeof openSocket>): Promise<TestSocket> {
  const socket = openSocket(...args)
  if (!socket.connected) await new Promise<void>((resolve) => socket.once('connect', resolve))
  return socket
}

/** Sends any event and returns the acknowledgement. */
export function emitWithAck(
  socket: TestSocket,
  event: string,
  ...payload: unknown[]
): Promise<Acknowledgement> {
  return (socket as Socket).timeout(60_000).emitWithAck(event, ...payload)
}

/** Sends any event without an acknowledgement. */
export function emit(socket: TestSocket, event: string, payload: unknown): void {
  ;(socket as Socket).emit(event, payload)
}

/** The next event of this name. */
export async function waitForEvent<E extends keyof ServerEvents>(
  socket: TestSocket,
  event: E,
): Promise<Parameters<ServerEvents[E]>[0]> {
  return new Promise((resolve) => socket.once(event, ((payload: never) => resolve(payload)) as never))
}

/** Collects every event of this name from now on. */
export function record<E extends keyof ServerEvents>(
  socket: TestSocket,
  event: E,
): Parameters<ServerEvents[E]>[0][] {
  const received: Parameters<ServerEvents[E]>[0][] = []
  socket.on(event, ((payload: never) => void received.push(payload)) as never)
  return received
}

/** Resolves when all events so far have arrived: the server responds in order. */
export async function settle(socket: TestSocket): Promise<void> {
  await emitWithAck(socket, 'leave_thread', 2_147_483_647)
}

export function closeSockets(): void {
  for (const socket of open) socket.disconnect()
  open.clear()
}
