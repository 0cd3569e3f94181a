import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { insertListing } from '#tests/support/listings.ts'
import { createOja, type Oja } from '#tests/support/oja-process.ts'
import { register } from '#tests/support/person.ts'
import { closeSockets, connectSocket, openSocket, record, waitForEvent } from '#tests/support/sockets.ts'
import { until } from '#tests/support/until.ts'
import { readMetric } from './support/metrics.ts'

let database: TestDatabase
let oja: Oja
beforeAll(async () => {
  database = await cloneDatabase()
  oja = await createOja({ DATABASE_URL: database.url, WEB_CONCURRENCY: '2', PAGE_CACHE_SECONDS: '3600' })
  await oja.start()
  await until('two processes', async () => (await readMetric(oja.url, 'oja_processes')) === 2)
})
afterEach(closeSockets)
afterAll(async () => {
  await oja.remove()
  await database.drop()
})

test('[PROC-LIVE] a message sent to one process reaches the sockets of both, once each', async () => {
  const seller = await register(oja.url, oja.dataDir, 'seller')
  const buyer = await register(oja.url, oja.dataDir, 'buyer')
  const listingId = await insertListing(database, seller)
  const opened = await buyer.send('POST', '/api/threads', { listingId })
  const { id } = opened.body as { id: number }
  // Opened one after the other, they are distributed to both processes in turn.
  const sockets = []
  for (let open = 0; open < 4; open += 1) sockets.push(await connectSocket(oja.url, seller.cookie))
  expect(await readMetric(oja.url, 'oja_open_sockets')).toBe(4)
  const received = sockets.map((socket) => record(socket, 'new_message'))
  const each = sockets.map((socket) => waitForEvent(socket, 'new_message'))
  const sent = await buyer.send('POST', `/api/threads/${id}/messages`, { body: 'Is it still there?' })
  expect(sent.status).toBe(201)
  await Promise.all(each)
  expect(received.map((messages) => messages.length)).toEqual([1, 1, 1, 1])
})

test('[NOTIFY-LIVE] what a job of one process notifies reaches the sockets of both', async () => {
  const [seller, reader] = [
    await register(oja.url, oja.dataDir, 'seller'),
    await register(oja.url, oja.dataDir, 'reader'),
  ]
  const sockets = []
  for (let open = 0; open < 4; open += 1) sockets.push(await connectSocket(oja.url, reader.cookie))
  const each = sockets.map((socket) => waitForEvent(socket, 'notifications_changed'))
  await reader.send('POST', '/api/saved-searches', { search: 'bassoon' })
  await insertListing(database, seller, { title: 'Bassoon of maple' })
  await Promise.all(each)
})

test('[PROC-LIVE] during a rolling restart sockets reconnect to a running process', async () => {
  const buyer = await register(oja.url, oja.dataDir, 'visitor')
  const sockets = []
  for (let open = 0; open < 4; open += 1) sockets.push(await connectSocket(oja.url, buyer.cookie))
  const back = sockets.map(
    (socket) =>
      new Promise<void>((resolve) =>
        socket.once('disconnect', () => socket.once('connect', () => resolve())),
      ),
  )
  process.kill(oja.pid(), 'SIGHUP')
  await Promise.all(back)
  await until('renewal', () => oja.output().includes('All processes have been replaced.'))
  await until('all are open', async () => (await readMetric(oja.url, 'oja_open_sockets')) === 4)
})

test('[PROC-LIVE] only WebSocket connects: polls might reach different processes', async () => {
  const refused = openSocket(oja.url, undefined, { transports: ['polling'], reconnection: false })
  await new Promise((resolve) => refused.once('connect_error', resolve))
})

test('[PROC-PAGES] a write in one process clears the page cache of all', async () => {
  const seller = await register(oja.url, oja.dataDir, 'writer')
  const listingId = await insertListing(database, seller, { title: 'A title of before' })
  // Each on its own connection, distributed to both processes in turn.
  const titles = () =>
    Promise.all(
      Array.from({ length: 6 }, async () => {
        const headers = { connection: 'close' }
        const page = await (await fetch(`${oja.url}/listings/${listingId}`, { headers })).text()
        return /<h1[^>]*>([^<]+)/.exec(page)?.[1]
      }),
    )
  expect(await titles()).toEqual(Array(6).fill('A title of before'))
  expect(await readMetric(oja.url, 'oja_page_cache_bytes')).toBeGreaterThan(0)
  const written = await seller.send('PATCH', `/api/listings/${listingId}`, { title: 'A title of after' })
  expect(written.status).toBe(200)
  // A page is cached for an hour here: only the write clears it.
  await expect.poll(titles).toEqual(Array(6).fill('A title of after'))
})
