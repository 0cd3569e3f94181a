import { afterAll, beforeAll, expect, test } from 'vitest'
import { unsubscribeToken } from '#server/core/mail/signed-links.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

const origin = 'https://oja.example'
let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: origin })
})
afterAll(() => t.close())

/** An unfolded header of a mail. */
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}: ((?:.|\\r\\n[ \\t])*)`, 'm').exec(raw)?.[1]?.replace(/\r\n[ \t]/g, '')

const notificationsOf = async (user: TestUser) => (await user.api('GET /api/settings')).notifications
const allOn = {
  ...{ messages: true, questions: true, reviews: true, reports: true },
  ...{ searches: true, saved: true, follows: true, listings: true },
}

const pathOf = async (...of: Parameters<typeof unsubscribeToken>) =>
  `/unsubscribe?token=${await unsubscribeToken(...of)}`

/** The request of a mail program: a form, without a cookie. */
const oneClick = (url: string, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: 'List-Unsubscribe=One-Click',
  })

test('[MAIL-UNSUBSCRIBE] mail headers name an address at which one POST turns that kind off, and only that', async () => {
  const [seller, buyer] = [await t.user(), await t.user()]
  const id = await insertListing(t, seller)
  await buyer.api('POST /api/listings/:id/questions', { params: { id }, body: { question: 'Still there?' } })
  const [mail] = await t.mails(seller.email)
  const raw = mail?.raw ?? ''
  expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const [, address = ''] = /^<(https:[^>]+)>$/.exec(headerOf(raw, 'List-Unsubscribe') ?? '') ?? []
  // The reader can open the same address.
  expect(mail?.text).toContain(`\n${address}\n`)
  expect(raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(`href="${address}"`)

  const path = address.slice(origin.length)
  for (const again of [1, 2]) {
    const answer = await oneClick(path)
    expect([again, answer.statusCode, answer.json()]).toEqual([again, 200, { turnedOff: 'questions' }])
    expect(answer.cookies).toEqual([])
  }
  expect(await notificationsOf(seller)).toMatchObject({ ...allOn, questions: false })
  expect(await notificationsOf(buyer)).toMatchObject(allOn)
  await buyer.api('POST /api/listings/:id/questions', { params: { id }, body: { question: 'And today?' } })
  expect(await t.mails(seller.email)).toHaveLength(1)
})

test('[MAIL-UNSUBSCRIBE] a multipart form does it too, and so does the API', async () => {
  const user = await t.user()
  const boundary = 'xyz'
  const form = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`
  const answer = await t.app.inject({
    method: 'POST',
    url: await pathOf(t.env, { userId: user.id, kind: 'messages' }),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: form,
  })
  expect(answer.statusCode).toBe(200)
  const token = await unsubscribeToken(t.env, { userId: user.id, kind: 'reviews' })
  await t.visitor('POST /api/unsubscribe', { query: { token } })
  expect(await notificationsOf(user)).toMatchObject({
    messages: false,
    reports: true,
    questions: true,
    reviews: false,
  })
})

test('[MAIL-UNSUBSCRIBE] a form is redirected to a page that names what was turned off', async () => {
  const user = await t.user()
  const path = await pathOf(t.env, { userId: user.id, kind: 'reviews' })
  const answer = await oneClick(path, { accept: 'text/html,*/*' })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/unsubscribe?off=reviews'])
  expect(await notificationsOf(user)).toMatchObject({ ...allOn, reviews: false })
  const bad = await oneClick('/unsubscribe?token=reviews', { accept: 'text/html' })
  expect([bad.statusCode, bad.headers.location]).toEqual([303, '/unsubscribe?off=nothing'])
})

test('[MAIL-UNSUBSCRIBE] a token for another account, another kind or with another key turns nothing off', async () => {
  const [ada, bola] = [await t.user(), await t.user()]
  const path = await pathOf(t.env, { userId: ada.id, kind: 'reviews' })
  const other = { ...t.env, SECRET_KEY: 'some other secret of 32 characters' }
  const forged = [
    path.replace(`-${ada.id}-`, `-${bola.id}-`),
    path.replace('reviews', 'messages'),
    path.replace('reviews', 'constructor'),
    path.slice(0, -1),
    `${path}A`,
    await pathOf(other, { userId: bola.id, kind: 'reviews' }),
    '/unsubscribe?token=',
  ]
  for (const url of forged) {
    const answer = await oneClick(url)
    expect([url, answer.statusCode]).toEqual([url, 400])
  }
  const wholes = ['/unsubscribe', '/api/unsubscribe'].map((url) => oneClick(url))
  for (const answer of await Promise.all(wholes)) expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(await notificationsOf(ada)).toMatchObject(allOn)
  expect(await notificationsOf(bola)).toMatchObject(allOn)
})

test('[MAIL-UNSUBSCRIBE] no cookie is needed, another site cannot send the form, and no other endpoint accepts one', async () => {
  const [ada, bola] = [await t.user(), await t.user()]
  const path = await pathOf(t.env, { userId: ada.id, kind: 'reviews' })
  const crossSite = await oneClick(path, { 'sec-fetch-site': 'cross-site' })
  expect(crossSite.statusCode).toBe(403)
  expect((await oneClick(path, { cookie: bola.cookie })).statusCode).toBe(200)
  expect(await notificationsOf(bola)).toMatchObject(allOn)
  expect(await notificationsOf(ada)).toMatchObject({ ...allOn, reviews: false })
  const elsewhere = await t.app.inject({
    method: 'PATCH',
    url: '/api/settings/notifications',
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: bola.cookie },
    payload: 'reviews=false',
  })
  expect(elsewhere.statusCode).toBe(415)
})

test('[MAIL-UNSUBSCRIBE] mails about security and codes have neither the header nor the link', async () => {
  const user = await t.user()
  await t.visitor('POST /api/auth/forgot-password', { body: { email: user.email } })
  const [mail] = await t.mails(user.email)
  expect(mail?.raw).not.toMatch(/unsubscribe/i)
})
