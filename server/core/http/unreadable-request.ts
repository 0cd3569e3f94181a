import { type RequestListener, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { AppError } from '#shared/errors.ts'
import { toProblem } from './error-handler.ts'

/** Faults of which HTTP has a status of its own; every other makes the request unreadable. */
const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/**
 * Answers what Node's parser refused, of which no request came to be: two lengths, headers without end, a method that
 * there is not. In the form of every error, with every answer's headers, and the connection ends: what follows on it could
 * be read in two ways.
 */
export function answerUnreadable(headers: Readonly<Record<string, string>>) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const status = statuses[error.code ?? ''] ?? 400
    const [own, body] = refusal(status, 'This request could not be read. Please check it and try again.')
    const lines = Object.entries({ ...headers, ...own }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    )
  }
}

/** Answers an `Expect` that nobody here can meet, which Node would do without any of these headers. */
export function answerExpectation(headers: Readonly<Record<string, string>>): RequestListener {
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
