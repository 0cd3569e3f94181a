import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A client that behaves badly on a connection of its own. */
export interface SlowClient {
  /** Resolves with the milliseconds after which the server ended the connection. */
  ended: Promise<number>
  /** What the server said. */
  heard(): string
  leave(): void
}

interface Behaviour {
  /** Said at once. */
  says: string
  /** Said again every second. */
  drips?: string
  /** Reads nothing of what it is answered. */
  isDeaf?: boolean
}

export async function slowClient(url: string, { says, drips, isDeaf }: Behaviour): Promise<SlowClient> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  const startedAt = performance.now()
  let heard = ''
  if (isDeaf) socket.pause()
  else
    socket.on('data', (piece) => {
      heard += piece
    })
  socket.write(says)
  const dripping = drips === undefined ? undefined : setInterval(() => socket.write(drips), 1000)
  const ended = once(socket, 'close').then(() => {
    clearInterval(dripping)
    return performance.now() - startedAt
  })
  return { ended, heard: () => heard, leave: () => socket.destroy() }
}

/** Headers that never come to an end. */
export const endlessHeaders: Behaviour = {
  says: 'GET /api/listings HTTP/1.1\r\nhost: localhost\r\n',
  drips: 'x-more: 1\r\n',
}

/** A body that never comes to an end. */
export const endlessBody = (cookie: string): Behaviour => ({
  says: `POST /api/favorites HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  drips: ' ',
})

/** Asks for much, many times over, and reads nothing. */
export const deaf = (path: string, times: number, cookie: string): Behaviour => ({
  says: `GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`.repeat(times),
  isDeaf: true,
})
