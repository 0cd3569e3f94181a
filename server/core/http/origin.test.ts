import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/core/session/password.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { isPrivateHost, originOf, siteOrigin } from './origin.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp(
    {},
    {
      async renderPages(app) {
        app.get('/origin', (request, reply) =>
          app.anonymousPages.send(request, reply, async () => ({
            status: 200,
            html: originOf(t.env, request),
          })),
        )
      },
    },
  )
})
afterAll(() => t.close())

const claims = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
const call = (method: 'POST' | 'PATCH', url: string, payload: object, as?: TestUser) =>
  t.app.inject({ method, url, payload, headers: { ...claims, ...(as ? { cookie: as.cookie } : {}) } })

test('[MAIL-ORIGIN] without PUBLIC_URL no mail contains a host from a request', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  const hash = await hashPassword('a good password')
  await t.db.updateTable('users').set({ password_hash: hash }).where('id', '=', seller.id).execute()
  const id = await insertListing(t, seller)
  const question = 'Is it still to be had this week?'
  const asked = await call('POST', `/api/listings/${id}/questions`, { question }, buyer)
  const answers = [
    asked,
    await call('PATCH', `/api/questions/${asked.json().id}/answer`, { answer: 'It is.' }, seller),
    await call('POST', `/api/users/${seller.id}/reviews`, { stars: 5, comment: 'Good.' }, buyer),
    await call('POST', '/api/auth/forgot-password', { email: seller.email }),
    await call('POST', '/api/settings/deletion', { password: 'a good password' }, seller),
  ]
  for (const { statusCode, body } of answers) expect(statusCode, body).toBeLessThan(300)
  const mails = [...(await t.mails(seller.email)), ...(await t.mails(buyer.email))]
  expect(mails).toHaveLength(5)
  for (const { text, raw } of mails) {
    expect(raw).not.toContain('evil.example')
    expect(text).toContain(`${siteOrigin(t.env)}/`)
  }
})

test('[MAIL-ORIGIN] without PUBLIC_URL no response, page or sitemap contains a host on the internet', async () => {
  for (const url of ['/robots.txt', '/sitemap.xml', '/origin']) {
    const { body, statusCode } = await t.app.inject({ url, headers: claims })
    expect([statusCode, body.includes('evil.example')], url).toEqual([200, false])
    expect(body).toContain('http://localhost:3000')
    expect((await t.app.inject({ url, headers: { host: '192.168.1.7:3000' } })).body).toContain(
      'http://192.168.1.7:3000',
    )
  }
})

test.each([
  ['localhost', true],
  ['localhost:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['192.168.1.7', true],
  ['10.0.2.2:3000', true],
  ['172.20.0.3', true],
  ['oja', true],
  ['my-laptop.local:3000', true],
  ['[fd00::7]:80', true],
  ['evil.example', false],
  ['203.0.113.7', false],
  ['[2001:db8::1]', false],
  ['localhost.evil.example', false],
  ['172.32.0.1', false],
  ['10.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['127.0.0.1@evil.example', false],
  ['localhost/x', false],
  ['3405803777', false],
  ['evil.example.', false],
  ['', false],
  [undefined, false],
])('[MAIL-ORIGIN] the host %s is private: %s', (host, isPrivate) => {
  expect(isPrivateHost(host)).toBe(isPrivate)
})
