import { afterAll, beforeAll, expect, test } from 'vitest'
import { leftBehind, postUpload, redCorner, uploadOf } from '#tests/support/pictures.ts'
import { type S3Fake, startS3Fake } from '#tests/support/s3-fake.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let s3: S3Fake
let t: TestApp
let ada: TestUser
let jpeg: Buffer
beforeAll(async () => {
  s3 = await startS3Fake('oja-photos')
  t = await startTestApp({
    S3_BUCKET: 'oja-photos',
    S3_ENDPOINT: s3.endpoint,
    S3_ACCESS_KEY_ID: 'test-key',
    S3_SECRET_ACCESS_KEY: 'test-secret',
  })
  ada = await t.user()
  jpeg = await redCorner(700, 400).jpeg().toBuffer()
})
afterAll(async () => {
  await t.close()
  await s3.close()
})

test('[PHOTO-S3] with a bucket set, pictures lie there and are served under the same addresses', async () => {
  const { status, body } = await postUpload(t, ada.cookie, uploadOf(jpeg))
  expect(status).toBe(200)
  const { pathname } = new URL(body.secure_url)
  const folder = pathname.slice('/media/'.length).replace('/700.webp', '')
  expect([...s3.objects.keys()].toSorted()).toEqual(
    [
      '160.avif',
      '160.webp',
      '320.avif',
      '320.webp',
      '640.avif',
      '640.webp',
      '700.avif',
      '700.jpg',
      '700.webp',
    ].map((name) => `${folder}/${name}`),
  )
  const served = await t.app.inject({ url: pathname })
  const retained = s3.objects.get(`${folder}/700.webp`)
  expect(served.statusCode).toBe(200)
  expect(served.rawPayload.equals(retained?.bytes ?? Buffer.alloc(0))).toBe(true)
  expect(served.headers['content-type']).toBe('image/webp')
  expect(retained?.contentType).toBe('image/webp')
  expect((await leftBehind(t)).files).toEqual([])

  const missing = await t.app.inject({ url: pathname.replace('700.webp', '699.webp') })
  expect(missing.statusCode).toBe(404)

  await t.storage.deleteAll(folder)
  expect(s3.objects.size).toBe(0)
  await t.db.deleteFrom('uploads').execute()
})

test('[PHOTO-S3] what could not be taken back when an upload fails is left for the sweep', async () => {
  s3.state = 'refuses'
  expect((await postUpload(t, ada.cookie, uploadOf(jpeg))).status).toBe(503)
  s3.state = 'works'
  expect(s3.objects.size).toBe(0)
  expect((await leftBehind(t)).rows).toBe(1)
})

test.each([
  ['is away', 'away'],
  ['refuses the key', 'refuses'],
] as const)(
  '[PHOTO-S3-AWAY] while the bucket %s, uploads and pictures are answered with 503, and what to do',
  async (_, state) => {
    s3.state = state
    const message = 'Pictures cannot be reached right now. Please try again in a moment.'
    const { status, body } = await postUpload(t, ada.cookie, uploadOf(jpeg))
    expect([status, body.error.message]).toEqual([503, message])
    const picture = `/media/photos/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}/640.webp`
    const shown = await t.app.inject({ url: picture })
    expect([shown.statusCode, shown.headers['retry-after']]).toEqual([503, '5'])
    const ready = (await t.app.inject({ url: '/readyz' })).json()
    expect(ready).toMatchObject({ status: 'degraded', parts: { database: 'ok', storage: 'away' } })
    s3.state = 'works'
    expect((await t.app.inject({ url: picture })).statusCode).toBe(404)
  },
)
