import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { bounds } from '#server/core/limits/bounds.ts'
import { postUpload, redCorner, uploadOf } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { createUploadSlots } from './upload-slots.ts'
import { storePhoto } from './uploads.service.ts'

const megabyte = 1024 * 1024

let jpeg: Buffer
const opened: Socket[] = []
const started: TestApp[] = []

beforeAll(async () => {
  jpeg = await redCorner().jpeg().toBuffer()
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  for (const t of started.splice(0)) await t.close()
})

async function start(settings: Record<string, string> = {}): Promise<{ t: TestApp; origin: string }> {
  const t = await startTestApp(settings)
  started.push(t)
  return { t, origin: await t.listen() }
}

/** An upload of 10 MB that stops after so many bytes; `heard` is what the server says in the end. */
async function stall(
  origin: string,
  { cookie }: TestUser,
  bytes: Buffer,
): Promise<{ heard: Promise<string> }> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  opened.push(socket)
  socket.on('error', () => socket.destroy())
  const heard = new Promise<string>((resolve) => {
    let text = ''
    socket.on('data', (piece) => {
      text += piece
    })
    socket.once('close', () => resolve(text))
  })
  await once(socket, 'connect')
  socket.write(
    [
      'POST /api/uploads HTTP/1.1',
      'host: localhost',
      `cookie: ${cookie}`,
      'content-type: multipart/form-data; boundary=one',
      `content-length: ${10 * megabyte}`,
      '',
      '--one',
      'content-disposition: form-data; name="file"; filename="photo.jpg"',
      'content-type: image/jpeg',
      '',
      '',
    ].join('\r\n'),
  )
  if (!socket.write(bytes)) await once(socket, 'drain')
  return { heard }
}

/** Bytes of uploads that are under way, as the metrics say. */
async function held({ app }: TestApp): Promise<number> {
  const { body } = await app.inject('/metrics')
  return Number(/^oja_upload_bytes (\S+)$/m.exec(body)?.[1])
}

const upload = (t: TestApp, { cookie }: TestUser) => postUpload(t, cookie, uploadOf(jpeg))

test('[PHOTO-HELD] uploads that come slowly lie on disk, not in memory, and nothing of them is left', async () => {
  const { t, origin } = await start()
  const [ada, bola] = [await t.user(), await t.user()]
  const part = Buffer.alloc(9 * megabyte, 1)
  const before = process.memoryUsage().arrayBuffers
  await Promise.all(Array.from({ length: 20 }, () => stall(origin, ada, part)))
  await expect.poll(() => held(t), { timeout: 30_000 }).toBeGreaterThan(175 * megabyte)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60 * megabyte)
  expect((await upload(t, bola)).status).toBe(200)
  for (const socket of opened) socket.destroy()
  await expect.poll(() => held(t), { timeout: 30_000 }).toBe(0)
})

test('[PHOTO-HELD] one account sends so many pictures at once, and no more; others send theirs', async () => {
  const { t, origin } = await start({ RATE_LIMIT_FACTOR: '1' })
  const [ada, bola] = [await t.user(), await t.user()]
  for (let n = 0; n < bounds.uploads.account; n += 1) await stall(origin, ada, Buffer.alloc(1000))
  await expect.poll(() => held(t), { timeout: 20_000 }).toBeGreaterThan(bounds.uploads.account * 900)
  expect(await upload(t, ada)).toMatchObject({
    status: 429,
    body: {
      error: {
        message: 'You are sending very many pictures at once. Please wait until some of them are done.',
      },
    },
  })
  expect((await upload(t, bola)).status).toBe(200)
  opened[0]?.destroy()
  await expect.poll(async () => (await upload(t, ada)).status, { timeout: 20_000 }).toBe(200)
})

test('[PHOTO-HELD] where a few accounts hold all there is, the slowest of theirs ends for somebody else', async () => {
  const { t, origin } = await start({ RATE_LIMIT_FACTOR: '1' })
  const { account, total } = bounds.uploads
  const stalled: { heard: Promise<string> }[] = []
  for (let n = 0; n < total / account; n += 1) {
    const user = await t.user()
    for (let count = 0; count < account; count += 1)
      stalled.push(await stall(origin, user, Buffer.alloc(1000)))
  }
  await expect.poll(() => held(t), { timeout: 20_000 }).toBeGreaterThan(total * 900)
  expect((await upload(t, await t.user())).status).toBe(200)
  const answer = await Promise.race(stalled.map(({ heard }) => heard))
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nconnection: close\r\n/)
  expect(answer).toContain('this one came slowly. Please try again.')
})

test('[PHOTO-HELD] a slow line keeps its slot unless it has stalled and another needs it', () => {
  let seconds = 0
  const slots = createUploadSlots(1, { account: 2, total: 2 }, () => seconds * 1000)
  const slow = slots.acquire(1)
  const stalled = slots.acquire(2)
  // 10 MB in ten minutes, and nothing.
  seconds = 59
  slow.add(seconds * 17_500)
  expect(() => slots.acquire(3)).toThrow('Please try again in a moment.')
  seconds = 300
  slow.add(240 * 17_500)
  const third = slots.acquire(3)
  expect([slow.signal.aborted, stalled.signal.aborted]).toEqual([false, true])
  // Released twice, by its own end, it frees nobody else's.
  stalled.release()
  expect(() => slots.acquire(4)).toThrow()
  third.complete()
  seconds = 1000
  slow.complete()
  expect(() => slots.acquire(4)).toThrow()
  third.release()
  slots.acquire(4)
})

test('[PHOTO-FAIR] where one account fills the queue of pictures, another’s is taken', async () => {
  const { t } = await start()
  const [ada, bola] = [await t.user(), await t.user()]
  const gate = Promise.withResolvers<Buffer>()
  const work = Array.from({ length: bounds.photos + availableParallelism() }, () =>
    storePhoto(t, () => gate.promise, ada.id),
  )
  expect(await upload(t, ada)).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  const other = upload(t, bola)
  gate.resolve(await redCorner(2, 2).png().toBuffer())
  expect((await other).status).toBe(200)
  await Promise.all(work)
})
