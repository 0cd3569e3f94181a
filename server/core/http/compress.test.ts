import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const openapi = (headers: Record<string, string>) => t.app.inject({ url: '/api/openapi.json', headers })

test('[COMPRESS] text is sent as brotli, gzip or plain, as the client accepts, with the same content', async () => {
  const plain = await openapi({})
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers.vary).toContain('Accept-Encoding')
  const brotli = await openapi({ 'accept-encoding': 'gzip, deflate, br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(brotli.headers['content-length']).toBe(String(brotli.rawPayload.length))
  const gzip = await openapi({ 'accept-encoding': 'br;q=0, gzip' })
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
})

test('[SAVER-DENSE] with data saver the same content takes fewer bytes', async () => {
  const usual = await openapi({ 'accept-encoding': 'br' })
  for (const choice of ['save-data', 'cookie']) {
    const saving = await openapi({
      'accept-encoding': 'br',
      [choice]: choice === 'cookie' ? 'saver=on' : 'on',
    })
    expect(brotliDecompressSync(saving.rawPayload).equals(brotliDecompressSync(usual.rawPayload))).toBe(true)
    expect(saving.rawPayload.length).toBeLessThan(0.95 * usual.rawPayload.length)
  }
})

test('[COMPRESS] a body that fits into one packet is not compressed', async () => {
  const { headers } = await t.app.inject({ url: '/healthz', headers: { 'accept-encoding': 'br' } })
  expect(headers['content-encoding']).toBeUndefined()
})

test('[ETAG] a response that the browser already has gives 304, however it was compressed', async () => {
  const first = await t.app.inject({ url: '/api/categories', headers: { 'accept-encoding': 'br' } })
  const tag = String(first.headers.etag)
  const again = await t.app.inject({ url: '/api/categories', headers: { 'if-none-match': tag } })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  const other = await t.app.inject({ url: '/api/categories', headers: { 'if-none-match': 'W/"other"' } })
  expect(other.statusCode).toBe(200)
  const several = { 'if-none-match': `W/"other", ${tag}` }
  expect((await t.app.inject({ url: '/api/categories', headers: several })).statusCode).toBe(304)
})

test('[ETAG] a write sends its result also to a client that has it already', async () => {
  const { cookie } = await t.user()
  const write = (headers = {}) =>
    t.app.inject({
      method: 'PATCH',
      url: '/api/settings/notifications',
      payload: { digestHour: 8 },
      headers: { cookie, ...headers },
    })
  const first = await write()
  const again = await write({ 'if-none-match': String(first.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([200, first.body])
})

test('[ETAG] an error is sent also to a client that has it already', async () => {
  const fail = (headers = {}) => t.app.inject({ url: '/api/listings/1999999999', headers })
  const first = await fail()
  const tag = String(first.headers.etag)
  expect(tag).toMatch(/^W\//)
  expect((await fail({ 'if-none-match': tag })).statusCode).toBe(404)
})
