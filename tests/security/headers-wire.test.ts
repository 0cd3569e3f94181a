import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

// Bytes as an attacker writes them: no client would send these.
let t: TestApp
let port: number
beforeAll(async () => {
  t = await startTestApp(
    {},
    {
      async renderPages(app) {
        app.get('/kept', (request, reply) =>
          app.anonymousPages.send(request, reply, async () => ({ status: 200, html: 'kept' })),
        )
      },
    },
  )
  port = Number(new URL(await t.listen()).port)
  // Made when first asked for, which takes longer than `send` waits.
  await t.app.inject({ url: '/api/docs/' })
})
afterAll(() => t.close())

interface Wire {
  /** Everything that came back until the connection ended. */
  text: string
  /** The statuses of all answers to what was sent, in order. */
  statuses: number[]
  /** Whether the server ended the connection by itself. */
  ended: boolean
}

/** Asks for the end of the connection: answers come in order, so nothing but this one is still to come. */
const last = 'GET /nothing-follows HTTP/1.1\r\nHost: oja.example\r\nConnection: close\r\n\r\n'
/** Where the answer to that request begins; -1 where the server ended the connection without it. */
function findLast(text: string): number {
  const start = text.lastIndexOf('HTTP/1.1 404 ')
  return /^connection: close\r$/im.test(text.slice(start)) ? start : -1
}

/** Sends bytes on a connection of their own, and after the first answer one more request that ends it. */
function send(lines: string[] | string): Promise<Wire> {
  const bytes = typeof lines === 'string' ? lines : `${lines.join('\r\n')}\r\n\r\n`
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
    let all = ''
    let isAsked = false
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => {
      all += chunk
      if (isAsked || !all.includes('\r\n\r\n')) return
      isAsked = true
      socket.write(last)
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const answered = findLast(all)
      const text = answered < 0 ? all : all.slice(0, answered)
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
      resolve({ text, statuses, ended: answered < 0 })
    })
  })
}

const host = 'Host: oja.example'
/** What an attacker hopes that the server takes for the next request. */
const smuggled = 'GET /api/categories HTTP/1.1\r\nHost: oja.example\r\n\r\n'

describe('request boundaries', () => {
  test.each([
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 400'], `0\r\n\r\n${smuggled}`],
    ['two lengths', ['Content-Length: 0', `Content-Length: ${smuggled.length}`], smuggled],
    ['two lengths in one', [`Content-Length: 0, ${smuggled.length}`], smuggled],
    ['a signed length', ['Content-Length: +0'], smuggled],
    ['a length of another base', ['Content-Length: 0x0'], smuggled],
    ['chunks that are called otherwise', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${smuggled}`],
    ['chunks that something follows', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${smuggled}`],
    ['a space before the colon', ['Transfer-Encoding : chunked'], `0\r\n\r\n${smuggled}`],
    ['a header that goes on in the next line', ['X-One: 1', ' Transfer-Encoding: chunked'], smuggled],
    ['a chunk without a size', ['Transfer-Encoding: chunked'], `zz\r\n\r\n${smuggled}`],
    ['chunks of something else', ['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
    ['a line that ends in half', ['X-One: 1\nTransfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
  ])('[HDR-SMUGGLE] %s: refused, and later bytes are not read', async (_, headers, body) => {
    const head = ['POST /api/auth/logout HTTP/1.1', host, 'Content-Type: application/json', ...headers]
    const { statuses, ended, text } = await send(`${head.join('\r\n')}\r\n\r\n${body}`)
    expect(statuses).toEqual([400])
    expect(ended).toBe(true)
    expect(text).toContain('application/problem+json')
    expect(text).toContain('X-Content-Type-Options: nosniff'.toLowerCase())
    expect(text).not.toMatch(/HPE_|stack|node:/)
  })

  test('[HDR-SMUGGLE] two complete requests get two responses', async () => {
    const { statuses } = await send(smuggled + smuggled)
    expect(statuses).toEqual([200, 200])
  })
})

describe('malformed requests', () => {
  test.each([
    ['a method that there is not', ['FOO / HTTP/1.1', host], 400],
    ['a tunnel', ['CONNECT evil.example:443 HTTP/1.1', host], undefined],
    ['another protocol', ['GET / SPDY/3', host], 400],
    ['no host', ['GET /api/categories HTTP/1.1'], 400],
    ['a zero byte in a header', ['GET /api/categories HTTP/1.1', host, 'X-One: a\0b'], 400],
    ['headers without end', ['GET /api/categories HTTP/1.1', host, `X-One: ${'a'.repeat(20_000)}`], 431],
    ['a path without end', [`GET /api/${'a'.repeat(20_000)} HTTP/1.1`, host], 431],
    ['cookies without end', ['GET /api/categories HTTP/1.1', host, `Cookie: ${'a=b; '.repeat(5000)}`], 431],
  ])('[HDR-UNREADABLE] %s is refused', async (_, lines, status) => {
    const { statuses, ended } = await send(lines)
    expect(statuses).toEqual(status ? [status] : [])
    expect(ended).toBe(true)
  })

  test.each([
    ['two hosts', [host, 'Host: evil.example']],
    ['two hosts in one', ['Host: oja.example, evil.example']],
    ['a name before the host', ['Host: oja.example@evil.example']],
    ['what is no host', ['Host: oja.example/<script>']],
  ])('[HDR-ONE-HOST] %s: refused, also for a cached page', async (_, hosts) => {
    for (const path of ['/api/categories', '/kept']) {
      await send([`GET ${path} HTTP/1.1`, host])
      const { statuses, ended, text } = await send([`GET ${path} HTTP/1.1`, ...hosts])
      expect([path, statuses, ended]).toEqual([path, [400], true])
      expect(text).toContain('x-content-type-options: nosniff')
    }
  })

  test('[HDR-ONE-HOST] an address, a port, and no host from an old client are valid hosts', async () => {
    for (const lines of [
      ['1.1', 'Host: [::1]:3000'],
      ['1.1', 'Host: 10.0.0.7:3000'],
      ['1.1', 'Host:'],
      ['1.0'],
    ]) {
      const [version, ...hosts] = lines
      expect((await send([`GET /healthz HTTP/${version}`, ...hosts])).statuses).toEqual([200])
    }
  })

  test('[HDR-SMUGGLE] chunked bodies need HTTP/1.1: in an older version they are refused', async () => {
    const head = [
      'POST /api/auth/logout HTTP/1.0',
      host,
      'Transfer-Encoding: chunked',
      'Connection: keep-alive',
    ]
    const { statuses, ended } = await send(`${head.join('\r\n')}\r\n\r\n0\r\n\r\n`)
    expect([statuses, ended]).toEqual([[400], true])
  })

  test('[HDR-EXPECT] an unknown Expect header is refused, with the headers of every response', async () => {
    const { statuses, ended, text } = await send(['GET /api/categories HTTP/1.1', host, 'Expect: 200-ok'])
    expect([statuses, ended]).toEqual([[417], true])
    expect(text).toContain('application/problem+json')
    expect(text).toContain("content-security-policy: default-src 'self'")
    const awaited = ['POST /api/auth/logout HTTP/1.1', host, 'Expect: 100-continue', 'Content-Length: 0']
    expect((await send(awaited)).statuses).toEqual([100, 204])
  })

  test.each([
    ['HTTP/2', ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']],
    ['a socket', ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']],
    ['something else', ['Connection: Upgrade', 'Upgrade: x']],
  ])('[HDR-UPGRADE] an upgrade to %s at another address is ignored', async (_, headers) => {
    const { statuses } = await send(['GET /api/categories HTTP/1.1', host, ...headers])
    expect(statuses).toEqual([200])
  })

  // engine.io opens sockets below /ws/ only. An upgraded connection without a handler would end the process when it is reset.
  test.each(['/ws', '/ws?EIO=4&transport=websocket', '/wss/'])(
    '[HDR-UPGRADE] at %s, which is not quite the socket’s address, too',
    async (path) => {
      const headers = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
      const { statuses, text } = await send([`GET ${path} HTTP/1.1`, host, ...headers])
      expect(statuses).toEqual([404])
      expect(text).toContain("content-security-policy: default-src 'self'")
    },
  )

  test.each(['TRACE', 'TRACK', 'PROPFIND', 'DEBUG', 'OPTIONS'])(
    '[HDR-METHODS] %s is refused, and the response repeats nothing of the request',
    async (method) => {
      const { statuses, text } = await send([
        `${method} /api/listings HTTP/1.1`,
        host,
        'X-Secret: of-the-caller',
      ])
      expect(statuses).toEqual([expect.toSatisfy((status) => [400, 404, 405, 501].includes(status))])
      expect(text).not.toContain('of-the-caller')
      expect(text).not.toMatch(/^access-control-/im)
    },
  )
})

test('[HDR-SOCKET-PATH] a plain request to the socket’s address gets the headers of every response', async () => {
  for (const query of ['EIO=4&transport=polling', 'EIO=4&transport=websocket', 'transport=nothing']) {
    const { statuses, text } = await send([`GET /ws/?${query} HTTP/1.1`, host])
    expect([query, statuses]).toEqual([query, [400]])
    expect(text).toContain("content-security-policy: default-src 'self'")
    expect(text).toContain('x-content-type-options: nosniff')
    expect(text).toContain('cache-control: no-store')
  }
})

describe('path traversal', () => {
  test.each([
    '/../../../../etc/passwd',
    '/assets/../../../package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..\\..\\package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/..%252f..%252fpackage.json',
    '/assets/....//....//package.json',
    '/media/../secret.key',
    '/media/photos/../../secret.key',
    '/media/%2e%2e%2fsecret.key',
    '/media/photos/..%2f..%2f..%2fetc%2fpasswd',
    '/media//etc/passwd',
    '/media/photos/%00.webp',
    '/api/docs/static/../../../../package.json',
    '/api/docs/static/..%2f..%2f..%2f..%2fpackage.json',
    'file:///etc/passwd',
    'http://evil.example/api/../package.json',
  ])('[HDR-CLIMB] %s', async (path) => {
    const { statuses, text } = await send([`GET ${path} HTTP/1.1`, host])
    expect(statuses).toEqual([expect.toSatisfy((status) => [400, 404].includes(status))])
    expect(text).not.toMatch(/root:|"dependencies"|"name": ?"oja"/)
  })
})

test('[HDR-SLOW] a client that does not end its headers is disconnected', () => {
  expect(t.app.server.headersTimeout).toBe(20_000)
  expect(t.app.server.requestTimeout).toBe(600_000)
})
