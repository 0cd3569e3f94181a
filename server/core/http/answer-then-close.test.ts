import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { registration } from '#tests/support/accounts.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { answerThenClose } from './answer-then-close.ts'

let t: TestApp
const agent = new Agent({ keepAlive: true })

beforeEach(async () => {
  t = await startTestApp()
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

test('a request under way is answered, and its connection is not waited for', async () => {
  const body = JSON.stringify(registration())
  const arrived = once(t.app.server, 'request')
  const sent = send(Buffer.byteLength(body))
  const answered = once(sent, 'response')
  sent.end(body)
  await arrived
  const started = performance.now()
  const closed = answerThenClose(t.app, 30_000)
  const [response] = await answered
  expect(response.statusCode).toBe(201)
  response.resume()
  await closed
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('a request that never comes whole is waited for no longer than the limit', async () => {
  const arrived = once(t.app.server, 'request')
  const sent = send(1000)
  const failed = once(sent, 'error')
  sent.write('{')
  await arrived
  await answerThenClose(t.app, 10)
  await failed
})
