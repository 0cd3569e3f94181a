import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registration } from '#tests/support/accounts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { closeGracefully } from './close-gracefully.ts'

let t: TestApp
/** What the route /slow waits for. */
let whileAnswering = async () => {}
const agent = new Agent({ keepAlive: true })

beforeEach(async () => {
  t = await startTestApp(
    {},
    {
      async renderPages(app) {
        app.get('/slow', async () => {
          await whileAnswering()
          return 'done'
        })
      },
    },
  )
  await t.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  agent.destroy()
  await t.close()
})

function send(length: number) {
  const { port } = t.app.server.address() as AddressInfo
  const headers = { 'content-type': 'application/json', 'content-length': length }
  const path = '/api/auth/register-email'
  return request({ host: '127.0.0.1', port, method: 'POST', path, headers, agent })
}

test('a running request is answered at shutdown, without waiting for its idle connection', async () => {
  const body = JSON.stringify(registration())
  const arrived = once(t.app.server, 'request')
  const sent = send(Buffer.byteLength(body))
  const answered = once(sent, 'response')
  sent.end(body)
  await arrived
  const started = performance.now()
  const closed = closeGracefully(t.app, 110_000)
  const [response] = await answered
  expect(response.statusCode).toBe(201)
  response.resume()
  await closed
  expect(performance.now() - started).toBeLessThan(100_000)
})

test('a request on an open connection at shutdown is answered, and told to close the connection', async () => {
  const { port } = t.app.server.address() as AddressInfo
  const ask = async () => {
    const [response] = await once(
      request({ host: '127.0.0.1', port, path: '/slow', agent }).end(),
      'response',
    )
    response.resume()
    await once(response, 'end')
    return response.headers.connection
  }
  expect(await ask()).toBe('keep-alive')
  const closed = closeGracefully(t.app, 110_000, 100_000)
  expect(await ask()).toBe('close')
  await closed
})

test('shutdown waits for an incomplete request only until the limit', async () => {
  const arrived = once(t.app.server, 'request')
  const sent = send(1000)
  const failed = once(sent, 'error')
  sent.write('{')
  await arrived
  await closeGracefully(t.app, 10)
  await failed
})

test('every request that arrived is answered, and new connections are refused', async () => {
  const { port } = t.app.server.address() as AddressInfo
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const allThere = Promise.withResolvers<void>()
  let begun = 0
  whileAnswering = async () => {
    begun += 1
    if (begun === 100) allThere.resolve()
    await released
  }
  const answers = Array.from({ length: 100 }, () => fetch(`http://127.0.0.1:${port}/slow`))
  await allThere.promise
  const closed = closeGracefully(t.app, 110_000)
  await expect(fetch(`http://127.0.0.1:${port}/slow`)).rejects.toThrow('fetch failed')
  release()
  for (const answer of await Promise.all(answers)) expect(await answer.text()).toBe('done')
  await closed
})
