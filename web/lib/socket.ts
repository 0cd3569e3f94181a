import { useEffect, useRef } from 'react'
import type { Socket } from 'socket.io-client'
import type { ClientEvents, ServerEvents } from '#shared/contract/events.ts'
import { limits } from '#shared/limits.ts'
import { socketPath } from '#shared/socket-path.ts'

type LiveSocket = Socket<ServerEvents, ClientEvents>
type JoinEvent = 'join_thread' | 'join_listing'

const leaveOf = { join_thread: 'leave_thread', join_listing: 'leave_listing' } as const

let connecting: Promise<LiveSocket> | undefined

/** The one connection of this tab; its code is loaded when something first listens. Not for rendering. */
function connect(): Promise<LiveSocket> {
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
    // The server takes nothing else: requests of one connection might each reach another of its processes.
    transports: ['websocket'],
    reconnectionDelay: limits.socket.reconnectMin,
    reconnectionDelayMax: limits.socket.reconnectMax,
    timeout: limits.socket.connectTimeout,
  })
  // The network was away: what was open then is seldom alive, although it takes a minute until that is noticed.
  addEventListener('online', () => socket.disconnect().connect())
  // A connection that the server ended (a deploy, another session signed out) is not opened again by itself.
  socket.on('disconnect', (reason) => {
    if (reason === 'io server disconnect') setTimeout(() => socket.connect(), limits.socket.reconnectMin)
  })
  // The server refused it (very many tabs, or it cannot read the session now); by itself it tries again only after a lost network.
  socket.on('connect_error', () => {
    if (!socket.active) setTimeout(() => socket.connect(), limits.socket.refusedWait)
  })
  return socket
}

/** Runs with the socket as soon as it is there, and undoes what that answers when the component goes. */
function withSocket(use: (socket: LiveSocket) => () => void): () => void {
  let undo: (() => void) | undefined
  let gone = false
  connect().then(
    (socket) => {
      if (!gone) undo = use(socket)
    },
    // Without the code nothing is live; what is read on demand still works.
    () => undefined,
  )
  return () => {
    gone = true
    undo?.()
  }
}

/** Hears an event of the server while the component is there; `enabled: false` opens no connection. */
export function useSocketEvent<E extends keyof ServerEvents>(
  event: E,
  handler: ServerEvents[E],
  enabled = true,
): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    if (!enabled) return
    const listener = (...args: unknown[]) => (latest.current as (...args: unknown[]) => void)(...args)
    return withSocket((socket) => {
      socket.on(event as never, listener as never)
      return () => socket.off(event as never, listener as never)
    })
  }, [event, enabled])
}

/** How many components of this tab want to be in a room: one that goes does not put the others out. */
const wanted = new Map<string, number>()

/**
 * Is in a room while the component is there, again after each reconnection; null joins nothing. `onJoined` is called each
 * time that the server has let it in: from then on nothing is missed, and what came before must be read.
 */
export function useSocketRoom(event: JoinEvent, id: number | null, onJoined?: () => void): void {
  const latest = useRef(onJoined)
  useEffect(() => {
    latest.current = onJoined
  })
  useEffect(() => {
    if (id === null) return
    const room = `${event} ${id}`
    return withSocket((socket) => {
      let gone = false
      const join = () =>
        void socket.emit(event, id, (answer) => {
          if (!gone && answer.ok) latest.current?.()
        })
      wanted.set(room, (wanted.get(room) ?? 0) + 1)
      if (socket.connected) join()
      socket.on('connect', join)
      return () => {
        gone = true
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

/** Calls back whenever the connection is there again after it was lost: what was missed must be read again. */
export function useReconnected(callback: () => void, enabled = true): void {
  useConnection((isFirst) => {
    if (!isFirst) callback()
  }, enabled)
}

/** Calls back whenever there is a connection, the first included: until then nothing was heard. */
export function useConnected(callback: () => void): void {
  useConnection(callback, true)
}

function useConnection(callback: (isFirst: boolean) => void, enabled: boolean): void {
  const latest = useRef(callback)
  useEffect(() => {
    latest.current = callback
  })
  useEffect(() => {
    if (!enabled) return
    return withSocket((socket) => {
      let isFirst = !socket.connected
      const listener = () => {
        latest.current(isFirst)
        isFirst = false
      }
      if (socket.connected) latest.current(true)
      socket.on('connect', listener)
      return () => socket.off('connect', listener)
    })
  }, [enabled])
}

/** Tells the other party of a conversation that one is writing; dropped while there is no connection. */
export function sayTyping(threadId: number): void {
  connecting?.then(
    (socket) => socket.connected && socket.volatile.emit('typing', threadId),
    () => undefined,
  )
}
