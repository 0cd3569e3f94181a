import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { runJob } from './run-job.ts'

let server: Server | undefined

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

async function serve(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const requests = [{ path: '/' }]

test('a stall counts for every request that was due during it, not for one request of each connection', async () => {
  let answered = 0
  const origin = await serve((_, response) => {
    answered += 1
    if (answered === 20) setTimeout(() => response.end('late'), 400)
    else response.end('soon')
  })
  const job = { origin, requests, seconds: 1, connections: 1 }
  const scheduled = await runJob({ ...job, rate: 200 })
  expect(scheduled.answers).toBe(200)
  // 80 of 200 requests became due within the 400 ms.
  expect(scheduled.latency.p90).toBeGreaterThan(200)
  expect(scheduled.latency.max).toBeGreaterThanOrEqual(395)

  answered = 0
  const closed = await runJob({ ...job, seconds: 0.6 })
  expect(closed.latency.p90).toBeLessThan(200)
})

test('latency is the time that the server took', async () => {
  const origin = await serve((_, response) => {
    setTimeout(() => response.end('x'), 20)
  })
  const { latency } = await runJob({ origin, requests, seconds: 0.3, rate: 100 })
  expect(latency.p50).toBeGreaterThanOrEqual(19)
})

test('responses are read whole: by length, in chunks, without a body, over connections that close', async () => {
  const sizes = { '/length': 70_000, '/chunks': 140_000, '/none': 0, '/close': 5 }
  const origin = await serve((request, response) => {
    const size = sizes[request.url as keyof typeof sizes]
    if (request.url === '/none') response.statusCode = 204
    if (request.url === '/close') response.setHeader('connection', 'close')
    if (request.url !== '/chunks') return response.end('x'.repeat(size))
    response.write('x'.repeat(size / 2))
    response.end('x'.repeat(size / 2))
  })
  const paths = Object.keys(sizes).map((path) => ({ path }))
  const rounds = Array.from({ length: 5 }, () => paths).flat()
  const result = await runJob({ origin, requests: rounds, once: true, seconds: 5, fingerprint: true })
  expect(result.errors).toEqual({})
  expect(result.answers).toBe(20)
  expect(result.bytes).toBe(5 * (70_000 + 140_000 + 5))
  expect(result.distinctBodies).toBe(4)
})

test('bodies are sent as JSON, and failures are counted by kind', async () => {
  const origin = await serve((request, response) => {
    let body = ''
    request.on('data', (piece) => {
      body += piece
    })
    request.on('end', () => {
      if (request.url === '/broken') return request.socket.destroy()
      response.statusCode = request.method === 'POST' && body === '{"text":"₦5"}' ? 201 : 400
      response.end()
    })
  })
  const post = { method: 'POST' as const, body: { text: '₦5' } }
  const jobs = [{ path: '/', ...post }, { path: '/' }, { path: '/broken' }]
  const result = await runJob({ origin, requests: jobs, once: true, seconds: 2 })
  expect(result.errors).toEqual({ 'status 400': 1, connection: 1 })
  expect(result.answers).toBe(2)
})
