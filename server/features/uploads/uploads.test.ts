import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { photoSources, sharedPhotoUrl } from '#shared/photo-sizes.ts'
import { leftBehind, postUpload, redCorner, uploadOf } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user()
})
afterAll(() => t.close())

const pathOf = (secureUrl: string) => new URL(secureUrl).pathname

async function upload(bytes: Buffer, name?: string) {
  const answer = await postUpload(t, ada.cookie, uploadOf(bytes, name))
  expect(answer.body).toMatchObject({ secure_url: expect.any(String) })
  expect(answer.status).toBe(200)
  return answer.body as { secure_url: string; width: number; height: number; placeholder: string }
}

async function media(url: string) {
  const response = await t.app.inject({ url })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

/** The colour in the middle of a quarter: x and y are 0 or 1. */
async function colourAt(bytes: Buffer, x: number, y: number) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const column = Math.floor(info.width * (0.25 + x / 2))
  const row = Math.floor(info.height * (0.25 + y / 2))
  return [...data.subarray((row * info.width + column) * info.channels).subarray(0, 3)]
}

const isRed = ([r = 0, g = 0, b = 0]: number[]) => r > 200 && g < 60 && b < 60

describe('what is taken', () => {
  test.each([
    ['jpeg', () => redCorner().jpeg()],
    ['png', () => redCorner().png()],
    ['webp', () => redCorner().webp()],
    ['avif', () => redCorner().avif({ effort: 0 })],
  ])('[PHOTO-TYPES] %s is taken, whatever the file is called', async (_, make) => {
    const answer = await upload(await make().toBuffer(), 'notes.txt')
    expect(answer).toMatchObject({
      width: 1200,
      height: 800,
      placeholder: expect.stringMatching(/^[\w+/]+=*$/),
    })
    const { status, bytes } = await media(pathOf(answer.secure_url))
    expect(status).toBe(200)
    expect(isRed(await colourAt(bytes, 0, 0))).toBe(true)
    expect(isRed(await colourAt(bytes, 1, 1))).toBe(false)
  })

  test.each([
    ['grey', () => redCorner().greyscale().jpeg()],
    ['16 bits', () => redCorner().toColourspace('rgb16').png()],
    ['a palette', () => redCorner().png({ palette: true })],
    ['CMYK', () => redCorner().toColourspace('cmyk').jpeg()],
    ['one pixel', () => redCorner(2, 2).resize(1, 1).png()],
    ['very tall', () => redCorner(40, 9000).png()],
    ['very wide', () => redCorner(9000, 2).png()],
  ])('[PHOTO-TYPES] a picture with %s is taken', async (_, make) => {
    const answer = await upload(await make().toBuffer())
    const { bytes } = await media(pathOf(answer.secure_url))
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', space: 'srgb' })
  })

  test('[PHOTO-TYPES] of an animation the first frame is kept', async () => {
    const frames = await Promise.all(
      ['#f00', '#00f'].map((background) =>
        sharp({ create: { width: 60, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const animation = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(2)
    const answer = await upload(animation)
    const { bytes } = await media(pathOf(answer.secure_url))
    expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
    expect(isRed(await colourAt(bytes, 1, 1))).toBe(true)
  })

  test('[PHOTO-TYPES] transparent areas become white', async () => {
    const clear = { create: { width: 40, height: 40, channels: 4 as const, background: '#00000000' } }
    const answer = await upload(await sharp(clear).png().toBuffer())
    const { bytes } = await media(pathOf(answer.secure_url))
    expect(await colourAt(bytes, 0, 0)).toEqual([255, 255, 255])
  })

  test('[PHOTO-TYPES] a wide-gamut picture keeps its colours', async () => {
    const grey = { create: { width: 40, height: 40, channels: 3 as const, background: '#c86432' } }
    const answer = await upload(await sharp(grey).withIccProfile('p3').png().toBuffer())
    const [r = 0, g = 0, b = 0] = await colourAt((await media(pathOf(answer.secure_url))).bytes, 0, 0)
    expect(Math.abs(r - 200) + Math.abs(g - 100) + Math.abs(b - 50)).toBeLessThan(20)
  })
})

describe('what is kept', () => {
  test('[PHOTO-UPRIGHT] a picture that was taken sideways stands upright', async () => {
    const sideways = await redCorner(1200, 800).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const answer = await upload(sideways)
    expect(answer).toMatchObject({ width: 800, height: 1200 })
    const { bytes } = await media(pathOf(answer.secure_url))
    // Turned clockwise, the top left corner is at the top right.
    expect(isRed(await colourAt(bytes, 1, 0))).toBe(true)
    expect(isRed(await colourAt(bytes, 0, 0))).toBe(false)
  })

  test('[PHOTO-METADATA] place, camera and profile are in no size of it', async () => {
    const gps = { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1', GPSLongitudeRef: 'E' }
    const original = await redCorner()
      .jpeg()
      .withExif({ IFD0: { Make: 'Oja Camera' }, IFD3: gps })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .toBuffer()
    expect(original.includes('Oja Camera')).toBe(true)
    const before = new Set((await leftBehind(t)).files)
    await upload(original)
    const files = (await leftBehind(t)).files.filter((file) => !before.has(file))
    expect(files).toHaveLength(11)
    for (const file of files) {
      const { exif, xmp, iptc, icc, orientation } = await sharp(file).metadata()
      expect({ file, exif, xmp, iptc, icc, orientation }).toEqual({ file })
    }
  })

  test('[PHOTO-SIZES] phones and desktops get their sizes in AVIF and WebP, cached for good', async () => {
    const { secure_url, width, height } = await upload(await redCorner(4000, 3000).jpeg().toBuffer())
    expect({ width, height }).toEqual({ width: 1600, height: 1200 })
    const url = pathOf(secure_url)
    expect(url).toMatch(/^\/media\/photos\/[0-9a-f-]{36}\/960\.webp$/)
    for (const format of ['avif', 'webp'] as const) {
      for (const size of [160, 320, 640, 960, 1600]) {
        const { status, headers, bytes } = await media(url.replace('960.webp', `${size}.${format}`))
        expect(status).toBe(200)
        expect(headers).toMatchObject({
          'content-type': `image/${format}`,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
        })
        expect((await sharp(bytes).metadata()).width).toBe(size)
      }
    }
  })

  test('[PHOTO-SIZES] a small picture is never enlarged', async () => {
    const { secure_url, width } = await upload(await redCorner(500, 400).png().toBuffer())
    expect(width).toBe(500)
    expect(secure_url).toMatch(/\/500\.webp$/)
    const sources = photoSources({ url: pathOf(secure_url), width }, 'card')
    expect(sources.avifSrcSet?.split(', ').map((size) => size.split(' ')[1])).toEqual(['320w', '500w'])
  })

  test('[PHOTO-SHARE] a shared link has a JPEG of less than 300 KB, however busy the picture', async () => {
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
    const busy = sharp({ create: { width: 1600, height: 2400, channels: 3, background: '#888', noise } })
    const { secure_url } = await upload(await busy.jpeg({ quality: 60 }).toBuffer())
    const { headers, bytes } = await media(sharedPhotoUrl(pathOf(secure_url)))
    expect(headers['content-type']).toBe('image/jpeg')
    expect((await sharp(bytes).metadata()).width).toBe(960)
    expect(bytes.length).toBeLessThan(300_000)
  })

  test('[PHOTO-PROTOCOL] secure_url is absolute; the row stores the picture and its uploader', async () => {
    const { secure_url, ...rest } = await upload(await redCorner().jpeg().toBuffer())
    expect(secure_url).toMatch(/^http:\/\/localhost(:\d+)?\/media\/photos\//)
    const row = await t.db
      .selectFrom('uploads')
      .select(['uploader_id', 'width', 'height', 'placeholder'])
      .where('url', '=', pathOf(secure_url))
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ uploader_id: ada.id, ...rest })
  })

  test('[PHOTO-PROTOCOL] the preset may stand before or after the file', async () => {
    const parts = uploadOf(await redCorner().jpeg().toBuffer()).toReversed()
    expect((await postUpload(t, ada.cookie, parts)).status).toBe(200)
  })

  test('[PHOTO-PARALLEL] pictures that are sent at once are all kept, each by itself', async () => {
    const before = await leftBehind(t)
    const pictures = await Promise.all([300, 310, 315].map((side) => redCorner(side, side).png().toBuffer()))
    const answers = await Promise.all(pictures.map((bytes) => upload(bytes)))
    expect(answers.map((answer) => answer.width)).toEqual([300, 310, 315])
    expect(new Set(answers.map((answer) => answer.secure_url)).size).toBe(3)
    expect((await leftBehind(t)).rows).toBe(before.rows + 3)
  })
})
