import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postUpload, redCorner, uploadOf } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
let url: string
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://oja.example/', UPLOAD_PRESET: 'another' })
  const ada = await t.user()
  const [file] = uploadOf(await redCorner(700, 400).jpeg().toBuffer())
  const { body } = await postUpload(t, ada.cookie, [...(file ? [file] : []), ['upload_preset', 'another']])
  url = body.secure_url
})
afterAll(() => t.close())

test('[PHOTO-PROTOCOL] secure_url begins with PUBLIC_URL, and UPLOAD_PRESET is asked for', () => {
  expect(url).toMatch(/^https:\/\/oja\.example\/media\/photos\/[0-9a-f-]{36}\/700\.webp$/)
})

test('[PHOTO-OLDER] a photo that was stored before there was a width of 160 is shown at 320', async () => {
  const { pathname } = new URL(url)
  const at = (width: number) => pathname.replace('/700.', `/${width}.`)
  const stored = await t.app.inject({ url: at(320) })
  await rm(join(t.env.DATA_DIR, at(160)))
  const small = await t.app.inject({ url: at(160) })
  expect(small.statusCode).toBe(200)
  expect(small.rawPayload.equals(stored.rawPayload)).toBe(true)
})

test('[PHOTO-CACHE] HEAD answers the same headers, and no cookie is needed or set', async () => {
  const { pathname } = new URL(url)
  const head = await t.app.inject({ method: 'HEAD', url: pathname })
  const get = await t.app.inject({ url: pathname })
  expect(head.statusCode).toBe(200)
  expect(head.headers['content-length']).toBe(String(get.rawPayload.length))
  expect(head.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(get.headers['set-cookie']).toBeUndefined()
})

test('[PHOTO-MEDIA-404] unknown pictures, sizes and ways out of the folder answer 404, uncached', async () => {
  await writeFile(join(t.env.DATA_DIR, 'secret.webp'), 'not for anyone')
  await writeFile(join(t.env.DATA_DIR, 'media', 'secret.webp'), 'not for anyone')
  const base = new URL(url).pathname.replace('/700.webp', '')
  const addresses = [
    '/media',
    '/media/',
    base,
    `${base}/`,
    `${base}/699.webp`,
    `${base}/0700.webp`,
    `${base}/700.png`,
    `${base}/700.webp%00`,
    `${base}/..%2f..%2f..%2fsecret.webp`,
    `${base}/../../../secret.webp`,
    '/media/secret.webp',
    '/media/../secret.webp',
    '/media/%2e%2e/secret.webp',
    '/media/%2e%2e%2fsecret.webp',
    '/media/..%5csecret.webp',
    '/media/photos/00000000-0000-4000-8000-000000000000/320.webp',
    `${base.toUpperCase().replace('/MEDIA/PHOTOS', '/media/photos')}/700.webp`,
  ]
  for (const address of addresses) {
    const { statusCode, headers, body } = await t.app.inject({ url: address })
    expect({ address, statusCode, secret: body.includes('not for anyone') }).toEqual({
      address,
      statusCode: 404,
      secret: false,
    })
    expect(headers['cache-control']).not.toBe('public, max-age=31536000, immutable')
  }
})
