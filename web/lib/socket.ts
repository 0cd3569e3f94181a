import { useEffect, useEffectEvent } from 'react'
import type { Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '#shared/contract/events.ts'
import { limits } from '#shared/limits.ts'
import { socketPath } from '#shared/socket-path.ts'
import { onResumed } from './private-storage.ts'

type LiveSocket = Socket<ServerEvents, ClientEvents>
type JoinEvent = 'join_thread' | 'join_listing'

const leaveOf = { join_thread: 'leave_thread', join_listing: 'leave_listing' } as const

let connecting: Promise<LiveSocket> | undefined

/** The only socket of this tab; its code loads with the first subscription. Not for rendering. */
export function connect(): Promise<LiveSocket> {
  connecting ??= import('socket.io-client').then(
    ({ io }) => open(io),
    (error) => {
      connecting = undefined
      throw error
    },
  )
  return connecting
}

function open(io: typeof import('socket.io-client').io): LiveSocket {
  const socket: LiveSocket = io({
    path: socketPath,
    // The server accepts only WebSocket: the requests of one polling connection could reach different processes.
    transports: ['websocket'],
    reconnectionDelay: limits.socket.reconnectMin,
    reconnectionDelayMax: limits.socket.reconnectMax,
    timeout: limits.socket.connectTimeout,
  })
  // After a network loss the old connection is seldom alive, although noticing that takes a minute.
  const reconnect = () => socket.disconnect().connect()
  addEventListener('online', reconnect)
  // The session that opened the connection has ended: until another handshake it is a visitor's.
  onResumed(reconnect)
  // socket.io does not reconnect by itself after the server closed the connection (a deploy, another session signed out).
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), limits.socket.reconnectMin)
  })
  // The server refused the connection (too many tabs, or it cannot read the session now); socket.io retries only after network
  // errors.
  socket.on('connect_error', () => {
    if (!socket.active) setTimeout(() => socket.connect(), limits.socket.refusedWait)
  })
  return socket
}

/** Runs with the socket once it is loaded, and calls the returned cleanup when the component unmounts. */
function withSocket(use: (socket: LiveSocket) => () => void): () => void {
  let undo: (() => void) | undefined
  let gone = false
  connect().then(
    (socket) => {
      if (!gone) undo = use(socket)
    },
    // Without the code there are no live updates; reads on demand still work.
    () => undefined,
  )
  return () => {
    gone = true
    undo?.()
  }
}

/** Subscribes to a server event while the component is mounted; `enabled: false` opens no connection. */
export function useSocketEvent<E extends keyof ServerEvents>(
  event: E,
  handler: ServerEvents[E],
  enabled = true,
): void {
  const handle = useEffectEvent(handler as (...args: unknown[]) => void)
  useEffect(() => {
    if (!enabled) return
    const listener = (...args: unknown[]) => handle(...args)
    return withSocket((socket) => {
      socket.on(event as never, listener as never)
      return () => socket.off(event as never, listener as never)
    })
  }, [event, enabled])
}

/** Refusals that pass: the database is away, or this socket sent too much. */
const temporary = /^(UNAVAILABLE|INTERNAL|RATE_LIMITED)$/

/** Number of components of this tab in each room: one that leaves must not remove the others. */
const wanted = new Map<string, number>()

/**
 * Joins a room while the component is mounted, and again after each reconnection; null joins nothing. `onJoined` is called each
 * time the server has confirmed: later events arrive, earlier ones must be read. What the server cannot do now is asked again.
 */
export function useSocketRoom(event: JoinEvent, id: number | null, onJoined?: () => void): void {
  const joined = useEffectEvent(() => onJoined?.())
  useEffect(() => {
    if (id === null) return
    const room = `${event} ${id}`
    return withSocket((socket) => {
      let gone = false
      let retry: ReturnType<typeof setTimeout> | undefined
      const join = () => {
        clearTimeout(retry)
        socket.emit(event, id, (answer) => {
          if (gone) return
          if (answer.ok) joined()
          // The handshake had a session that was replaced since: the next one has its present cookie.
          else if (answer.code === 'UNAUTHENTICATED')
            retry = setTimeout(() => socket.disconnect().connect(), limits.socket.reconnectMax)
          else if (temporary.test(answer.code)) retry = setTimeout(join, limits.socket.reconnectMax)
        })
      }
      wanted.set(room, (wanted.get(room) ?? 0) + 1)
      if (socket.connected) join()
      socket.on('connect', join)
      return () => {
        gone = true
        clearTimeout(retry)
        socket.off('connect', join)
        const others = (wanted.get(room) ?? 1) - 1
        if (others > 0) wanted.set(room, others)
        else {
          wanted.delete(room)
          if (socket.connected) socket.emit(leaveOf[event], id)
        }
      }
    })
  }, [event, id])
}

/** Calls back after each reconnection: missed events must be read. */
export function useReconnected(callback: () => void, enabled = true): void {
  useConnection((isFirst) => {
    if (!isFirst) callback()
  }, enabled)
}

/** Calls back after each connection, including the first: no event arrived before it. */
export function useConnected(callback: () => void): void {
  useConnection(callback, true)
}

function useConnection(callback: (isFirst: boolean) => void, enabled: boolean): void {
  const connected = useEffectEvent(callback)
  useEffect(() => {
    if (!enabled) return
    return withSocket((socket) => {
      let isFirst = !socket.connected
      const listener = () => {
        connected(isFirst)
        isFirst = false
      }
      if (socket.connected) connected(true)
      socket.on('connect', listener)
      return () => socket.off('connect', listener)
    })
  }, [enabled])
}
