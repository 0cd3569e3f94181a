import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { limits } from '#shared/limits.ts'
import {
  leftBehind,
  multipart,
  type Part,
  pngBomb,
  postUpload,
  redCorner,
  uploadOf,
} from '#tests/support/pictures.ts'
import { startSecondApp } from '#tests/support/second-app.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
let jpeg: Buffer
beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user()
  jpeg = await redCorner().jpeg().toBuffer()
})
afterAll(() => t.close())
afterEach(async () => {
  expect(await leftBehind(t), '[PHOTO-CLEAN] a refused upload leaves nothing behind').toEqual({
    files: [],
    rows: 0,
  })
})

async function refusal(parts: Part[], cookie: string | undefined = ada.cookie) {
  const { status, body } = await postUpload(t, cookie, parts)
  expect(Object.keys(body)).toEqual(['error'])
  expect(Object.keys(body.error)).toEqual(['message'])
  return [status, body.error.message]
}

const notAPicture = [415, 'This is not a picture we can use. Please choose a JPEG, PNG, WebP or AVIF file.']
const damaged = [422, 'This picture is damaged or incomplete. Please choose another.']
const tooLarge = [413, 'This picture is larger than 10 MB. Please choose a smaller one.']
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

describe('[PHOTO-NOT-A-PICTURE] types are detected by content, not by name', () => {
  test.each([
    ['a text', Buffer.from('hello, this is not a picture')],
    ['an SVG', Buffer.from(svg)],
    ['an SVG behind spaces', Buffer.from(`   \n<?xml version="1.0"?>${svg}`)],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj << >> endobj')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')],
    ['an MP4', Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex')],
    ['three bytes', Buffer.from([0xff, 0xd8, 0xff])],
  ])('%s called photo.jpg is refused', async (_, bytes) => {
    expect(await refusal(uploadOf(bytes))).toEqual(notAPicture)
  })

  test('a TIFF is refused', async () => {
    expect(await refusal(uploadOf(await redCorner().tiff().toBuffer()))).toEqual(notAPicture)
  })

  test('a HEIC picture, which this build of sharp cannot read, is refused with the advice to use JPEG', async () => {
    const heic = Buffer.from('0000001c66747970686569630000000068656963686d69666d696166', 'hex')
    expect(await refusal(uploadOf(heic, 'IMG_0001.HEIC'))).toEqual([
      415,
      'HEIC pictures cannot be read here. Please save it as JPEG and upload that.',
    ])
  })
})

describe('[PHOTO-DAMAGED] what cannot be decoded whole is refused', () => {
  test.each([
    ['JPEG', () => redCorner().jpeg()],
    ['PNG', () => redCorner().png({ compressionLevel: 0 })],
    ['WebP', () => redCorner().webp({ lossless: true })],
    ['AVIF', () => redCorner().avif({ effort: 0 })],
  ])('a truncated %s', async (_, make) => {
    const bytes = await make().toBuffer()
    expect(await refusal(uploadOf(bytes.subarray(0, Math.floor(bytes.length * 0.6))))).toEqual(damaged)
  })

  test('a JPEG that is rubbish after its first bytes', async () => {
    const rubbish = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(svg.repeat(20))])
    expect(await refusal(uploadOf(rubbish))).toEqual(damaged)
  })
})

test('[PHOTO-BOMB] 30000 × 30000 pixels in a small file are refused before they are decoded', async () => {
  const bomb = pngBomb()
  expect(bomb.length).toBeLessThan(200_000)
  expect(await refusal(uploadOf(bomb))).toEqual([
    422,
    'This picture has too many pixels (30000 × 30000). Please make it smaller than 50 megapixels.',
  ])
})

test('[PHOTO-SIDE] a picture of very many rows is refused, although its pixels are few', async () => {
  expect(await refusal(uploadOf(pngBomb(1, 1_000_000)))).toEqual([
    422,
    'This picture is too long (1 × 1000000). Please cut it to at most 30000 pixels a side.',
  ])
})

describe('[PHOTO-LIMIT] a file has at most 10 MB', () => {
  const padded = (length: number) => Buffer.concat([jpeg, Buffer.alloc(length - jpeg.length)])

  test('a byte more is refused', async () => {
    expect(await refusal(uploadOf(padded(limits.photoBytes + 1)))).toEqual(tooLarge)
  })

  test('a form that is far larger is refused by its announced length', async () => {
    expect(await refusal(uploadOf(padded(limits.photoBytes + 200_000)))).toEqual(tooLarge)
  })

  test('10 MB to the byte are taken', async () => {
    const { status, body } = await postUpload(t, ada.cookie, uploadOf(padded(limits.photoBytes)))
    expect([status, body.width]).toEqual([200, 1200])
    await t.storage.deleteAll('photos')
    await t.db.deleteFrom('uploads').execute()
  })
})

describe('[PHOTO-PROTOCOL] the form', () => {
  test('another preset is refused', async () => {
    const parts: Part[] = [
      ['file', { bytes: jpeg }],
      ['upload_preset', 'someone-elses'],
    ]
    expect(await refusal(parts)).toEqual([400, 'The upload_preset is not the one of this image host.'])
    expect(await refusal([['file', { bytes: jpeg }]])).toEqual([400, expect.any(String)])
  })

  test('no file, a text in its place, a file under another name', async () => {
    const none = [400, 'There is no picture in this upload. Please choose a file.']
    expect(await refusal([['upload_preset', 'oja']])).toEqual(none)
    expect(
      await refusal([
        ['file', 'C:\\photo.jpg'],
        ['upload_preset', 'oja'],
      ]),
    ).toEqual(none)
    expect(
      await refusal([
        ['picture', { bytes: jpeg }],
        ['upload_preset', 'oja'],
      ]),
    ).toEqual(none)
  })

  test('an empty file', async () => {
    const empty = [400, 'This file is empty. Please choose another picture.']
    expect(await refusal(uploadOf(Buffer.alloc(0)))).toEqual(empty)
  })

  test('two files at once', async () => {
    const parts: Part[] = [['file', { bytes: jpeg }], ...uploadOf(jpeg)]
    expect(await refusal(parts)).toEqual([400, 'Please upload one picture at a time.'])
  })

  test('[PHOTO-SIGNED-IN] a visitor cannot upload', async () => {
    expect(await refusal(uploadOf(jpeg), '')).toEqual([401, 'Please log in to do this.'])
  })

  test.each([
    ['JSON', 'application/json', '{"file":"x"}', 415],
    ['a bare picture', 'image/jpeg', 'x', 415],
    ['no boundary', 'multipart/form-data', 'x', 400],
    ['another boundary', 'multipart/form-data; boundary=other', '--one\r\n\r\nx\r\n--one--', 400],
    ['an empty body', 'multipart/form-data; boundary=one', '', 400],
  ])('%s is answered with a sentence', async (_, contentType, payload, status) => {
    const headers = { 'content-type': contentType, cookie: ada.cookie }
    const response = await t.app.inject({ method: 'POST', url: '/api/uploads', headers, payload })
    expect([response.statusCode, response.json()]).toEqual([
      status,
      { error: { message: expect.stringMatching(/^[A-Z].+\.$/) } },
    ])
  })

  test('[PHOTO-RATE] too many uploads are refused with the time to try again, in the same error format', async () => {
    // Two a day. One a minute is the limit of all calls.
    const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.001' })
    const started = performance.now()
    const clock = vi.spyOn(performance, 'now')
    try {
      const { cookie } = await strict.user()
      for (const minute of [0, 2]) {
        clock.mockReturnValue(started + minute * 60_000)
        expect((await postUpload(strict, cookie, uploadOf(jpeg))).status).toBe(200)
      }
      // After a restart, as anywhere else.
      const restarted = await startSecondApp(strict)
      const { status, headers, body } = await postUpload({ app: restarted }, cookie, uploadOf(jpeg))
      await restarted.close()
      expect([status, body]).toEqual([
        429,
        { error: { message: 'You uploaded many pictures today. Please try again tomorrow.' } },
      ])
      expect(Number(headers['retry-after'])).toBeGreaterThan(23 * 3600)
    } finally {
      clock.mockRestore()
      await strict.close()
    }
  })

  test('from another site it is refused in the same form', async () => {
    const { payload, contentType } = await multipart(uploadOf(jpeg))
    const headers = { 'content-type': contentType, cookie: ada.cookie, origin: 'https://evil.example' }
    const response = await t.app.inject({ method: 'POST', url: '/api/uploads', headers, payload })
    expect([response.statusCode, response.json()]).toEqual([403, { error: { message: expect.any(String) } }])
  })
})

describe('[PHOTO-CLEAN] uploads that break off', () => {
  test('a form that ends in the middle of the file', async () => {
    const { payload, contentType } = await multipart(uploadOf(jpeg))
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/uploads',
      headers: { 'content-type': contentType, cookie: ada.cookie },
      payload: payload.subarray(0, payload.length - 400),
    })
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { error: { message: 'The picture did not arrive whole. Please try again.' } },
    ])
  })

  test('a connection that is cut while it sends', async () => {
    const failed = new Promise<void>((resolve) => {
      t.app.server.once('connection', (socket) => socket.once('close', () => resolve()))
    })
    const { port } = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }))
    const { payload, contentType } = await multipart(uploadOf(jpeg))
    const socket = connect(Number(port), '127.0.0.1')
    const head = [
      'POST /api/uploads HTTP/1.1',
      'host: localhost',
      `cookie: ${ada.cookie}`,
      `content-type: ${contentType}`,
      `content-length: ${payload.length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    await new Promise<void>((resolve) => socket.write(payload.subarray(0, 2000), () => resolve()))
    socket.destroy()
    await failed
  })
})

test('[PHOTO-CLEAN] when the disk is full at the third file, the others and the row go too', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const { put } = t.storage
  let writes = 0
  const spy = vi.spyOn(t.storage, 'put').mockImplementation(async (...args) => {
    writes += 1
    if (writes === 3) throw full
    await put(...args)
  })
  expect(await refusal(uploadOf(jpeg))).toEqual([
    503,
    'Oja has no room to save anything right now. Nothing was changed; please try again later.',
  ])
  expect(writes).toBeGreaterThan(3)
  spy.mockRestore()
})
