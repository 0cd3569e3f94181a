import { connect } from 'node:net'
import fc from 'fast-check'

/** Milliseconds in which the server must respond or hang up. */
const timeoutMs = 3000

const head = 'host: oja.example\r\n'

/** Bytes that are invalid or borderline HTTP. */
export const rawRequests: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '\r\n\r\n\r\n',
    '\0\0\0\0',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'GET\r\n\r\n',
    'GET / HTTP/0.9\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `GET /api/site HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n`,
    `GET http://evil.example/api/site HTTP/1.1\r\n${head}\r\n`,
    `GET /api/site?\x00\x01 HTTP/1.1\r\n${head}\r\n`,
    `GET /api/listings/\xff\xfe HTTP/1.1\r\n${head}\r\n`,
    `GET /api/\u200b HTTP/1.1\r\n${head}\r\n`,
    `GET * HTTP/1.1\r\n${head}\r\n`,
    `OPTIONS * HTTP/1.1\r\n${head}\r\n`,
    `CONNECT evil.example:443 HTTP/1.1\r\n${head}\r\n`,
    `TRACE / HTTP/1.1\r\n${head}\r\n`,
    `GET /api/site HTTP/1.1\r\n${head}x: a\x00b\r\n\r\n`,
    `GET /api/site HTTP/1.1\r\n${head} folded: x\r\n\r\n`,
    `GET /api/site HTTP/1.1\r\n${head}no colon\r\n\r\n`,
    `GET /api/site HTTP/1.1\r\n${head}x: ${'y'.repeat(20_000)}\r\n\r\n`,
    `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`,
    `GET /api/site HTTP/1.1\r\n${head}${'a: b\r\n'.repeat(3000)}\r\n`,
    `POST /api/auth/login HTTP/1.1\r\n${head}content-length: -1\r\n\r\n{}`,
    `POST /api/auth/login HTTP/1.1\r\n${head}content-length: 99999999999999999999\r\n\r\n{}`,
    `POST /api/auth/login HTTP/1.1\r\n${head}content-length: 9999999\r\ncontent-type: application/json\r\n\r\n{}`,
    `POST /api/auth/login HTTP/1.1\r\n${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
    `POST /api/auth/login HTTP/1.1\r\n${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST /api/auth/login HTTP/1.1\r\n${head}transfer-encoding: chunked, x\r\n\r\n0\r\n\r\n`,
    `POST /api/auth/login HTTP/1.1\r\n${head}transfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    `POST /api/auth/login HTTP/1.1\r\n${head}transfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\nffffffffffffffff\r\n{}`,
    `POST /api/auth/login HTTP/1.1\r\n${head}expect: something\r\ncontent-length: 2\r\n\r\n{}`,
    `POST /api/uploads HTTP/1.1\r\n${head}expect: 100-continue\r\ncontent-length: 99999999\r\ncontent-type: multipart/form-data; boundary=x\r\n\r\n`,
    `GET /ws/?EIO=4&transport=websocket HTTP/1.1\r\n${head}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: x\r\nsec-websocket-version: 99\r\n\r\n`,
    `GET /ws/?EIO=4&transport=websocket HTTP/1.1\r\n${head}connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n\xff\xff\xff\xff\xff\xff\xff\xff`,
    `GET /ws/?EIO=4&transport=polling&sid=__proto__ HTTP/1.1\r\n${head}\r\n`,
    `GET /ws/?EIO=99&transport=constructor HTTP/1.1\r\n${head}\r\n`,
    `GET /elsewhere HTTP/1.1\r\n${head}connection: upgrade\r\nupgrade: websocket\r\n\r\n`,
    `GET /api/site HTTP/1.1\r\n${head}connection: upgrade\r\nupgrade: h2c\r\n\r\n`,
    `${`GET /api/site HTTP/1.1\r\n${head}\r\n`.repeat(50)}`,
  ),
  fc
    .tuple(fc.constantFrom('GET', 'POST', 'get', 'G\tT', 'ÆØÅ'), fc.string({ unit: 'binary', maxLength: 40 }))
    .map(([method, path]) => `${method} /${path} HTTP/1.1\r\n${head}\r\n`),
  fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
)

/** Sends bytes over a new connection and returns the response; hangs up after the timeout. */
export function sendRaw(origin: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.end(Buffer.from(bytes, 'latin1')))
    const timer = setTimeout(() => socket.destroy(), timeoutMs)
    socket.on('data', (data) => {
      received += data.toString('latin1')
      if (received.length > 500_000) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(received)
    })
  })
}

/** The status codes in everything that came back. */
export function statusesIn(received: string): number[] {
  return [...received.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status))
}
