import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createSmsSender } from './sms.ts'

let t: TestApp
let status = 200
const received: { authorization: string | undefined; body: unknown }[] = []

const gateway = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    received.push({ authorization: request.headers.authorization, body: JSON.parse(body) })
    response.writeHead(status, { location: '/elsewhere' }).end('{}')
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  t = await startTestApp({ SMS_URL: `http://oja:s%40cret@127.0.0.1:${port}/send` })
})
afterAll(async () => {
  await t.close()
  gateway.close()
})

const enqueue = (expiresAt?: string) =>
  t.db
    .transaction()
    .execute((tx) => t.jobs.enqueueSms(tx, { to: '+2348030000000', text: '123456 is your code', expiresAt }))
const queued = async () =>
  (await sql<{ state: string }>`select state from pgboss.job where name = 'sms'`.execute(t.db)).rows.map(
    ({ state }) => state,
  )

test('[SETTINGS-PHONE] a text message is sent to the gateway of SMS_URL with its credentials', async () => {
  await enqueue()
  await t.jobs.drain()
  expect(received).toEqual([
    {
      authorization: `Basic ${Buffer.from('oja:s@cret').toString('base64')}`,
      body: { to: '+2348030000000', text: '123456 is your code' },
    },
  ])
  expect(await queued(), 'what was sent is not kept').toEqual([])
})

test.each([
  ['a secret alone', ':secret@', 'Basic OnNlY3JldA=='],
  ['no credentials', '', undefined],
])('[SETTINGS-PHONE] SMS_URL with %s', async (_, credentials, authorization) => {
  received.length = 0
  const { port } = gateway.address() as AddressInfo
  const sender = createSmsSender(
    { ...t.env, SMS_URL: `http://${credentials}127.0.0.1:${port}/send` },
    () => {},
  )
  await sender.deliver({ to: '+2348030000000', text: 'Hello' })
  expect(received).toMatchObject([{ authorization }])
})

test('[SETTINGS-PHONE] a text message is sent later when the gateway is down, unless it has expired', async () => {
  status = 307
  received.length = 0
  await enqueue()
  await t.jobs.drain()
  expect(received, 'neither code nor credentials follow a redirect').toHaveLength(1)
  await sql`delete from pgboss.job where name = 'sms'`.execute(t.db)
  status = 400
  await enqueue()
  await t.jobs.drain()
  expect(await queued(), 'a refused one is tried again').toEqual(['retry'])
  await sql`delete from pgboss.job where name = 'sms'`.execute(t.db)
  status = 503
  received.length = 0
  await enqueue(new Date(Date.now() + 600_000).toISOString())
  await t.jobs.drain()
  expect(received).toHaveLength(1)
  expect(await queued()).toEqual(['retry'])
  await sql`delete from pgboss.job where name = 'sms'`.execute(t.db)
  await enqueue(new Date(Date.now() - 1000).toISOString())
  await t.jobs.drain()
  expect(received).toHaveLength(1)
  expect(await queued()).toEqual([])
})
