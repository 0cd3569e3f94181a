import { type RequestListener, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '#shared/errors.ts'
import { toProblem, unreadableRequest } from './error-handler.ts'

/** Parser errors with an HTTP status of their own; all others are 400. */
const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

const tooSlow = 'This request took too long to arrive. Please check your connection and try again.'

/**
 * Responds to a request that Node's parser refused, such as two lengths, endless headers or an unknown
 * method, and to one that took longer than the limits in app.ts. The response is problem details with the
 * usual headers. The connection is closed, since the bytes that follow could be parsed in two ways.
 */
export function handleClientError(headers: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = statuses[error.code ?? ''] ?? 400
    const [own, body] = refusal(status, status === 408 ? tooSlow : unreadableRequest)
    const lines = Object.entries({ ...headers, ...own }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    )
  }
}

/** Responds to an unsupported `Expect` header. Node's own response would lack these headers. */
export function refuseExpectation(headers: Readonly<Record<string, string>>): RequestListener {
  return (_, response) => {
    const [own, body] = refusal(417, 'This request expects something that cannot be promised.')
    response.writeHead(417, { ...headers, ...own }).end(body)
  }
}

function refusal(status: number, sentence: string) {
  const body = JSON.stringify({ ...toProblem(new AppError('BAD_REQUEST', sentence)), status })
  const headers = {
    'content-type': 'application/problem+json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  return [headers, body] as const
}
