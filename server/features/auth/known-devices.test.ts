import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/core/session/password.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { anotherCode, newestCode } from '#tests/support/accounts.ts'
import { codeFrom, giveTotp } from '#tests/support/second-factors.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
})
afterAll(() => t.close())

const password = 'a good password'
const passwordHash = hashPassword(password)

/** A user with a password who has not signed in yet. */
async function owner(): Promise<{ id: number; email: string; password: string }> {
  const { id, email } = await t.user()
  await t.db
    .updateTable('users')
    .set({ password_hash: await passwordHash })
    .where('id', '=', id)
    .execute()
  return { id, email, password }
}

let networks = 0
type Answer = Awaited<ReturnType<TestApp['app']['inject']>>

/** A client with cookies and its own IP address. */
function browser(app = t.app) {
  networks += 1
  const remoteAddress = `198.51.${networks >> 8}.${networks & 255}`
  const cookies = new Map<string, string>()
  async function post(
    path: string,
    payload: object = {},
    method: 'POST' | 'PATCH' = 'POST',
  ): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await app.inject({
      method,
      url: `/api/${path}`,
      payload,
      remoteAddress,
      headers: cookie ? { cookie } : {},
    })
    for (const { name, value } of answer.cookies) cookies.set(name, value)
    return answer
  }
  return {
    cookies,
    post,
    logIn: (email: string, password: string) => post('auth/login', { email, password }),
    forgot: (email: string) => post('auth/forgot-password', { email }),
    enter: (email: string, code: string) => post('auth/verify-reset-otp', { email, code }),
    reset: (email: string, resetToken: string, newPassword = 'a password of her own') =>
      post('auth/reset-password', { email, resetToken, newPassword }),
  }
}

/** Each call from another address, without cookies. */
async function guess(email: string, password = 'wrong'): Promise<number> {
  return (await browser().logIn(email, password)).statusCode
}

/** Extends running delays beyond the end of the test, however slow it is. */
async function extendDelays(): Promise<void> {
  await t.db
    .updateTable('throttle_counters')
    .set({ blocked_until: new Date(Date.now() + 900_000) })
    .where('blocked_until', '>', new Date(0))
    .execute()
}

async function lockOut(email: string): Promise<void> {
  for (let n = 0; n < 11; n += 1) await guess(email)
  await extendDelays()
  expect(await guess(email)).toBe(429)
}

test('[AUTH-DEVICE] a known browser signs in while a stranger guesses passwords', async () => {
  const ada = await owner()
  const phone = browser()
  expect((await phone.logIn(ada.email, ada.password)).statusCode).toBe(200)
  await phone.post('auth/logout')
  await lockOut(ada.email)
  expect((await browser().logIn(ada.email, ada.password)).statusCode, 'another browser').toBe(429)
  expect((await phone.logIn(ada.email.toUpperCase(), ada.password)).statusCode).toBe(200)
  expect(await guess(ada.email, ada.password), 'the strangers’ count stays').toBe(429)
})

test('[AUTH-DEVICE] wrong tries of others behind the same address do not block a known browser', async () => {
  const ada = await owner()
  const phone = browser()
  await phone.logIn(ada.email, ada.password)
  const cookie = phone.cookies.get('oja_device') ?? ''
  phone.cookies.clear()
  expect((await phone.logIn('nobody@example.com', 'wrong')).statusCode).toBe(401)
  // As if that had been the fiftieth attempt: the address must wait.
  const blocked_until = new Date(Date.now() + 60_000)
  await t.db.updateTable('throttle_counters').set({ blocked_until }).execute()
  expect((await phone.logIn(ada.email, ada.password)).statusCode).toBe(429)
  phone.cookies.set('oja_device', cookie)
  expect((await phone.logIn(ada.email, ada.password)).statusCode).toBe(200)
})

test('[AUTH-DEVICE] a device cookie allows ten wrong tries, once; then the browser counts as unknown', async () => {
  const ada = await owner()
  const thief = browser()
  await thief.logIn(ada.email, ada.password)
  await lockOut(ada.email)
  const statuses: number[] = []
  for (let n = 0; n < 12; n += 1) statuses.push((await thief.logIn(ada.email, 'wrong')).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  expect(
    await t.db
      .selectFrom('known_devices')
      .selectAll()
      .where('token_hash', '=', hashToken(thief.cookies.get('oja_device') ?? ''))
      .execute(),
  ).toEqual([])
})

test('[AUTH-DEVICE] the cookie is bound to its accounts, stored hashed, and renewed at each sign-in', async () => {
  const [ada, bola] = [await owner(), await owner()]
  const shared = browser()
  const answer = await shared.logIn(ada.email, ada.password)
  const given = answer.cookies.find(({ name }) => name === 'oja_device')
  expect(given).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  const first = shared.cookies.get('oja_device') ?? ''
  const stolen = browser()
  stolen.cookies.set('oja_device', first)
  await lockOut(bola.email)
  expect((await shared.logIn(bola.email, bola.password)).statusCode, 'bound to Ada alone').toBe(429)
  const other = await owner()
  await shared.logIn(other.email, other.password)
  expect(shared.cookies.get('oja_device')).not.toBe(first)
  await lockOut(ada.email)
  expect((await stolen.logIn(ada.email, ada.password)).statusCode, 'the cookie from before').toBe(429)
  expect((await shared.logIn(ada.email, ada.password)).statusCode, 'both accounts of this browser').toBe(200)
  const rows = await t.db.selectFrom('known_devices').select('token_hash').execute()
  for (const { token_hash } of rows) expect(token_hash).toHaveLength(32)
})

test('[AUTH-DEVICE] in production the cookie is Secure and has a name that no other host can set', async () => {
  const live = await startTestApp({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://oja.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPPORT_EMAIL: 'people@oja.test',
    MAIL_FROM: 'Oja <no-reply@example.com>',
    DEMO: '0',
  })
  try {
    const { cookies } = await live.app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      payload: { email: 'nobody@example.com' },
    })
    expect(cookies).toEqual([
      expect.objectContaining({ name: '__Host-oja_reset', secure: true, httpOnly: true, sameSite: 'Strict' }),
    ])
    const user = await live.user()
    const out = await live.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { cookie: user.cookie },
    })
    expect(out.cookies).toContainEqual(
      expect.objectContaining({ name: '__Host-oja_device', secure: true, httpOnly: true, sameSite: 'Lax' }),
    )
  } finally {
    await live.close()
  }
})

test.each(['reset', 'change'])(
  '[AUTH-DEVICE] a %s of the password makes every browser unknown but the one that did it, and ends every reset',
  async (way) => {
    const ada = await owner()
    const [old, fresh] = [browser(), browser()]
    await old.logIn(ada.email, ada.password)
    await fresh.forgot(ada.email)
    const { resetToken } = (await fresh.enter(ada.email, await newestCode(t, ada.email))).json()
    if (way === 'change') {
      await fresh.logIn(ada.email, ada.password)
      const body = { currentPassword: ada.password, newPassword: 'a password of her own' }
      expect((await fresh.post('settings/password', body, 'PATCH')).statusCode).toBe(204)
    } else expect((await fresh.reset(ada.email, resetToken)).statusCode).toBe(204)
    expect((await fresh.reset(ada.email, resetToken)).json()).toMatchObject({ code: 'INVALID_CODE' })
    await lockOut(ada.email)
    expect((await old.logIn(ada.email, 'a password of her own')).statusCode).toBe(429)
    expect((await fresh.logIn(ada.email, 'a password of her own')).statusCode).toBe(200)
  },
)

test('[AUTH-DEVICE] a known browser enters its second factor while somebody with the password guesses codes', async () => {
  const ada = await owner()
  const secret = await giveTotp(t, ada.id)
  const phone = browser()
  expect((await phone.logIn(ada.email, ada.password)).json().code).toBe('SECOND_FACTOR_REQUIRED')
  expect((await phone.post('auth/second-factor', { code: codeFrom(secret) })).statusCode).toBe(200)
  for (let round = 0; round < 3; round += 1) {
    const thief = browser()
    await thief.logIn(ada.email, ada.password)
    for (let n = 0; n < 4; n += 1) await thief.post('auth/second-factor', { code: 'not a recovery code' })
  }
  await extendDelays()
  const next = codeFrom(secret, 1)
  const stranger = browser()
  await stranger.logIn(ada.email, ada.password)
  expect((await stranger.post('auth/second-factor', { code: next })).statusCode).toBe(429)
  await phone.logIn(ada.email, ada.password)
  expect((await phone.post('auth/second-factor', { code: next })).statusCode).toBe(200)
})

test('[AUTH-RESET-OPEN] requests and wrong codes of strangers block neither the code that a browser requested nor its tries', async () => {
  const ada = await owner()
  const own = browser()
  await own.forgot(ada.email)
  const code = await newestCode(t, ada.email)
  for (let n = 0; n < 12; n += 1) {
    const stranger = browser()
    await stranger.forgot(ada.email)
    await stranger.enter(ada.email, anotherCode(code))
    await browser().enter(ada.email, anotherCode(code))
  }
  await extendDelays()
  expect((await browser().enter(ada.email, code)).statusCode, 'without the cookie').toBe(429)
  const answer = await own.enter(ada.email, code)
  expect(answer.statusCode).toBe(200)
  expect((await own.reset(ada.email, answer.json().resetToken)).statusCode).toBe(204)
  expect((await own.logIn(ada.email, 'a password of her own')).statusCode).toBe(200)
})

test('[AUTH-RESET-OPEN] the link of the newest mail sets a password in any browser, for any requester and after any number of tries', async () => {
  const ada = await owner()
  for (let n = 0; n < 12; n += 1) {
    const stranger = browser()
    await stranger.forgot(ada.email)
    for (let wrong = 0; wrong < 5; wrong += 1) await stranger.enter(ada.email, '000000')
  }
  const own = browser()
  const refused = await own.forgot(ada.email)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().detail).toContain('Open the link in the newest one')
  const mails = await t.mails(ada.email)
  const link = new URL(/^http\S+$/m.exec(mails.at(-1)?.text ?? '')?.[0] ?? '')
  expect(link.origin + link.pathname).toBe('http://localhost:3000/forgot-password')
  const { email, token } = Object.fromEntries(new URLSearchParams(link.hash.slice(1)))
  expect(email).toBe(ada.email)
  expect((await own.reset(ada.email, token ?? '')).statusCode).toBe(204)
  expect((await own.reset(ada.email, token ?? '')).statusCode, 'once').toBe(400)
  expect((await own.logIn(ada.email, 'a password of her own')).statusCode).toBe(200)
  for (const mail of mails.slice(1, -1)) {
    const before = new URL(/^http\S+$/m.exec(mail.text)?.[0] ?? '')
    const other = new URLSearchParams(before.hash.slice(1)).get('token') ?? ''
    expect((await own.reset(ada.email, other)).statusCode, 'a link from before').toBe(400)
  }
})

test('[AUTH-RESET-OPEN] a link is stored hashed and works for an hour, for its account', async () => {
  const [ada, bola] = [await owner(), await owner()]
  const own = browser()
  await own.forgot(ada.email)
  const link = /^http\S+$/m.exec((await t.mails(ada.email)).at(-1)?.text ?? '')?.[0] ?? ''
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''
  expect((await own.reset(bola.email, token)).statusCode).toBe(400)
  const row = await t.db
    .selectFrom('password_resets')
    .selectAll()
    .where('link_hash', '=', hashToken(token))
    .executeTakeFirstOrThrow()
  expect((row.link_expires_at.getTime() - Date.now()) / 60_000).toBeGreaterThan(59)
  await t.db
    .updateTable('password_resets')
    .set({ link_expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', row.id)
    .execute()
  expect((await own.reset(ada.email, token)).statusCode).toBe(400)
})

test('[AUTH-RESET-OPEN] a known browser gets its code even when strangers used up the mails of the address', async () => {
  const ada = await owner()
  const phone = browser()
  await phone.logIn(ada.email, ada.password)
  for (let n = 0; n < 11; n += 1) await browser().forgot(ada.email)
  const before = (await t.mails(ada.email)).length
  expect((await phone.forgot(ada.email)).statusCode).toBe(200)
  expect(await t.mails(ada.email)).toHaveLength(before + 1)
  expect((await phone.enter(ada.email, await newestCode(t, ada.email))).statusCode).toBe(200)
})

test('[AUTH-RESET-OPEN] an unknown address gets the same responses, for request and code', async () => {
  const ada = await owner()
  const answers = await Promise.all(
    [ada.email, 'nobody.at.all@example.com'].map(async (email) => {
      const one = browser()
      const all = [await one.forgot(email)]
      // Five of its own, and the ten that strangers have.
      for (let n = 0; n < 15; n += 1) all.push(await one.enter(email, '000000'))
      await extendDelays()
      all.push(await one.enter(email, '000000'))
      expect(all.at(-1)?.statusCode).toBe(429)
      return all.map(({ statusCode, cookies, json }) => [
        statusCode,
        cookies.map(({ name }) => name),
        { ...json(), email: '' },
      ])
    }),
  )
  expect(answers[0]).toEqual(answers[1])
})
