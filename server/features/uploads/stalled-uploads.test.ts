import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { bounds } from '#server/bounds.ts'
import { postUpload, redCorner, uploadOf } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp, type TestOptions, type TestUser } from '#tests/support/test-app.ts'
import { createTestDisk } from '#tests/support/test-disk.ts'
import { until } from '#tests/support/until.ts'
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

async function start(
  settings: Record<string, string> = {},
  options: TestOptions = {},
): Promise<{ t: TestApp; origin: string }> {
  const t = await startTestApp(settings, options)
  started.push(t)
  return { t, origin: await t.listen() }
}

/** An upload of 10 MB that stops after this many bytes; `response` is the server's final response. */
async function stall(
  origin: string,
  { cookie }: TestUser,
  bytes: Buffer,
): Promise<{ response: Promise<string> }> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  opened.push(socket)
  socket.on('error', () => socket.destroy())
  const response = new Promise<string>((resolve) => {
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
  return { response }
}

/** Bytes of uploads in progress, from the metrics. */
async function bytesInProgress({ app }: TestApp): Promise<number> {
  const { body } = await app.inject('/metrics')
  return Number(/^oja_upload_bytes (\S+)$/m.exec(body)?.[1])
}

/** Stalls as many uploads of 1,000 bytes for each user, and resolves when the server has the bytes of all. */
async function stallAll(t: TestApp, origin: string, users: TestUser[], count: number) {
  const responses: Promise<string>[] = []
  let bytesOfOne = 0
  for (const user of users)
    for (let n = 0; n < count; n += 1) {
      responses.push((await stall(origin, user, Buffer.alloc(1000))).response)
      if (responses.length > 1) continue
      await expect.poll(() => bytesInProgress(t)).toBeGreaterThan(0)
      bytesOfOne = await bytesInProgress(t)
    }
  await expect.poll(() => bytesInProgress(t)).toBe(bytesOfOne * responses.length)
  return responses
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes of buffers in use: those that only await collection do not count. */
function buffersInUse(): number {
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

const upload = (t: TestApp, { cookie }: TestUser) => postUpload(t, cookie, uploadOf(jpeg))

test('[PHOTO-HELD] uploads that come slowly lie on disk, not in memory, and nothing of them is left', async () => {
  const { t, origin } = await start()
  const [ada, bola] = [await t.user(), await t.user()]
  const part = Buffer.alloc(9 * megabyte, 1)
  const before = buffersInUse()
  await Promise.all(Array.from({ length: 20 }, () => stall(origin, ada, part)))
  await expect.poll(() => bytesInProgress(t)).toBeGreaterThan(175 * megabyte)
  await expect.poll(() => buffersInUse() - before).toBeLessThan(60 * megabyte)
  expect((await upload(t, bola)).status).toBe(200)
  for (const socket of opened) socket.destroy()
  await expect.poll(() => bytesInProgress(t)).toBe(0)
})

test('[PHOTO-HELD] one account sends so many pictures at once, and no more; others send theirs', async () => {
  const { t, origin } = await start({ RATE_LIMIT_FACTOR: '1' })
  const [ada, bola] = [await t.user(), await t.user()]
  await stallAll(t, origin, [ada], bounds.uploads.account)
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
  await expect.poll(async () => (await upload(t, ada)).status).toBe(200)
})

test('[PHOTO-HELD] where a few accounts hold all there is, the slowest of theirs ends for somebody else', async () => {
  const { t, origin } = await start({ RATE_LIMIT_FACTOR: '1' })
  const { account, total } = bounds.uploads
  const users: TestUser[] = []
  while (users.length < total / account) users.push(await t.user())
  const responses = await stallAll(t, origin, users, account)
  expect((await upload(t, await t.user())).status).toBe(200)
  const answer = await Promise.race(responses)
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*\r\nconnection: close\r\n/)
  expect(answer).toContain('this one came slowly. Please try again.')
})

test('[PHOTO-HELD] a slow line keeps its slot unless it has stalled and another needs it', () => {
  let seconds = 0
  const slots = createUploadSlots({ RATE_LIMIT_FACTOR: 1 }, { account: 2, total: 2 }, () => seconds * 1000)
  const slow = slots.acquire(1)
  const stalled = slots.acquire(2)
  // 10 MB in ten minutes, then nothing.
  seconds = 59
  slow.add(seconds * 17_500)
  expect(() => slots.acquire(3)).toThrow('Please try again in a moment.')
  seconds = 300
  slow.add(240 * 17_500)
  const third = slots.acquire(3)
  expect([slow.signal.aborted, stalled.signal.aborted]).toEqual([false, true])
  // Releasing it twice must not free another upload's slot.
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
  const work = Array.from({ length: bounds.queuedPhotos + availableParallelism() }, () =>
    storePhoto(t, () => gate.promise, ada.id),
  )
  expect(await upload(t, ada)).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
  const other = upload(t, bola)
  gate.resolve(await redCorner(2, 2).png().toBuffer())
  expect((await other).status).toBe(200)
  await Promise.all(work)
})

test('[DISK-FULL-UPLOADS] an upload in progress when the disk gets full ends with an error, and frees its slot', async () => {
  const disk = createTestDisk()
  const { t, origin } = await start({}, { readDisk: disk.read })
  const before = await bytesInProgress(t)
  const { response } = await stall(origin, await t.user(), Buffer.alloc(megabyte, 1))
  await until('the first bytes', async () => (await bytesInProgress(t)) > before)
  disk.data.free = 0
  await t.disk.check()
  expect(await response).toMatch(
    /^HTTP\/1\.1 503 .*retry-after: 60.*Oja has no room to save anything right now\./s,
  )
  expect(await bytesInProgress(t)).toBe(before)
})
