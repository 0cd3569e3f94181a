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

/** Says something, whatever it is, and answers the acknowledgement. */
export function say(socket: TestSocket, event: string, ...payload: unknown[]): Promise<Acknowledgement> {
  return (socket as Socket).timeout(5000).emitWithAck(event, ...payload)
}

/** Says something, whatever it is, without asking for an acknowledgement. */
export function shout(socket: TestSocket, event: string, payload: unknown): void {
  ;(socket as Socket).emit(event, payload)
}

/** The next event of this name. */
export async function hear<E extends keyof ServerEvents>(
  socket: TestSocket,
  event: E,
): Promise<Parameters<ServerEvents[E]>[0]> {
  return new Promise((resolve) => socket.once(event, ((said: never) => resolve(said)) as never))
}

/** Collects every event of this name from here on. */
export function record<E extends keyof ServerEvents>(
  socket: TestSocket,
  event: E,
): Parameters<ServerEvents[E]>[0][] {
  const heard: Parameters<ServerEvents[E]>[0][] = []
  socket.on(event, ((said: never) => void heard.push(said)) as never)
  return heard
}

/** Whatever was told to this socket so far has arrived: the server answers in order. */
export async function settle(socket: TestSocket): Promise<void> {
  await say(socket, 'leave_thread', 2_147_483_647)
}

export function closeSockets(): void {
  for (const socket of open) socket.disconnect()
  open.clear()
}
