import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A misbehaving client on its own connection. */
export interface SlowClient {
  /** Resolves with the milliseconds after which the server closed the connection. */
  ended: Promise<number>
  /** Everything received. */
  received(): string
  leave(): void
}

interface Behaviour {
  /** Sent at once. */
  sends: string
  /** Sent again every second. */
  drips?: string
  /** Does not read the responses. */
  readsNothing?: boolean
}

export async function slowClient(
  url: string,
  { sends, drips, readsNothing }: Behaviour,
): Promise<SlowClient> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  const startedAt = performance.now()
  let received = ''
  if (readsNothing) socket.pause()
  else
    socket.on('data', (piece) => {
      received += piece
    })
  socket.write(sends)
  const dripping = drips === undefined ? undefined : setInterval(() => socket.write(drips), 1000)
  // Not `once`, which rejects where the server resets the connection.
  const ended = new Promise<number>((resolve) => {
    socket.once('close', () => {
      clearInterval(dripping)
      resolve(performance.now() - startedAt)
    })
  })
  return { ended, received: () => received, leave: () => socket.destroy() }
}

/** Headers without end. */
export const endlessHeaders: Behaviour = {
  sends: 'GET /api/listings HTTP/1.1\r\nhost: localhost\r\n',
  drips: 'x-more: 1\r\n',
}

/** A body without end. */
export const endlessBody = (cookie: string): Behaviour => ({
  sends: `POST /api/favorites HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  drips: ' ',
})

/** Requests much, many times, and reads nothing. */
export const nonReading = (path: string, times: number, cookie: string): Behaviour => ({
  sends: `GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`.repeat(times),
  readsNothing: true,
})
