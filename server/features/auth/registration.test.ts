import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '#shared/client.ts'
import type { Registration } from '#shared/contract/auth.ts'
import {
  anotherCode,
  codeOf,
  failureOf,
  insertUnverified,
  letTimePass,
  newestCode,
  openAccount,
  registration,
} from '#tests/support/accounts.ts'
import { codeIn } from '#tests/support/sent-mail.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** A registration belongs to the browser that began it. */

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const register = (browser: Client, body: Registration) => browser('POST /api/auth/register-email', { body })
const verify = (browser: Client, email: string, code: string) =>
  browser('POST /api/auth/verify-email', { body: { email, code } })
const resend = (browser: Client, email: string) =>
  browser('POST /api/auth/resend-verification', { body: { email } })
const login = (email: string, password: string) =>
  t.visitor('POST /api/auth/login', { body: { email, password } })
const awaited = async (browser: Client) => (await browser('GET /api/auth/registration')).registration

/** The code of the newest mail that names a username. */
async function codeFor({ email, username }: Pick<Registration, 'email' | 'username'>): Promise<string> {
  const mails = await t.mails(email.toLowerCase())
  return codeIn(mails.filter(({ text }) => text.includes(`@${username},`)).at(-1))
}

/** The owner of an address, and a stranger who cannot read its mail, each in their own browser. */
function ownerAndStranger() {
  const owner = registration({ password: 'the right person' })
  const stranger = registration({ email: owner.email, password: 'the wrong person' })
  return { owner, stranger, own: t.browser(), strange: t.browser() }
}

async function expectOwnersAlone({ owner, stranger, strange }: ReturnType<typeof ownerAndStranger>) {
  const { email } = owner
  expect(await codeOf(login(email, stranger.password))).toBe('INVALID_CREDENTIALS')
  expect(await login(email, owner.password)).toMatchObject({ fullName: owner.fullName })
  const [account] = await t.db.selectFrom('users').selectAll().where('email', '=', email).execute()
  expect(account?.username).toBe(owner.username)
  for (const code of (await t.mails(email)).map(codeIn))
    expect(await codeOf(verify(strange, email, code))).toBe('INVALID_CODE')
  expect(await codeOf(register(strange, stranger))).toBe('EMAIL_TAKEN')
}

test.each(['first', 'second'] as const)(
  '[AUTH-REGISTER-BROWSER] a stranger who registers an address %s sets neither its password nor its name',
  async (place) => {
    const cast = ownerAndStranger()
    const { owner, stranger, own, strange } = cast
    if (place === 'first') await register(strange, stranger)
    await register(own, owner)
    if (place === 'second') await register(strange, stranger)
    expect(await t.mails(owner.email)).toHaveLength(2)

    // The code of the stranger's registration is useless in the owner's browser, whichever mail is tried
    // first.
    const [theirs, mine] = [await codeFor(stranger), await codeFor(owner)]
    if (theirs !== mine) {
      const { problem } = await failureOf(verify(own, owner.email, theirs))
      expect(problem?.code).toBe('INVALID_CODE')
      expect(problem?.detail).toContain('the newest mail that names a username you chose')
    }
    expect(await verify(own, owner.email, mine)).toMatchObject({ fullName: owner.fullName })
    await expectOwnersAlone(cast)
  },
)

test('[AUTH-REGISTER-BROWSER] a stranger who registers and requests codes repeatedly cannot end the owner’s registration', async () => {
  const cast = ownerAndStranger()
  const { owner, stranger, own, strange } = cast
  await register(own, owner)
  const code = await codeFor(owner)
  await register(strange, stranger)
  await letTimePass(t, owner.email, 61)
  await resend(strange, owner.email)
  await register(strange, { ...stranger, password: 'yet another one' })
  for (let guess = 0; guess < 12; guess += 1)
    expect(await codeOf(verify(guess % 2 ? strange : t.visitor, owner.email, anotherCode(code)))).toBe(
      'INVALID_CODE',
    )
  expect(await verify(own, owner.email, code)).toMatchObject({ fullName: owner.fullName })
  await expectOwnersAlone(cast)
})

test('[AUTH-REGISTER-BROWSER] [AUTH-REGISTER-PARALLEL] two registrations of one address that are verified at once give one account', async () => {
  const { owner, stranger, own, strange } = ownerAndStranger()
  await Promise.all([register(own, owner), register(strange, stranger)])
  const [mine, theirs] = [await codeFor(owner), await codeFor(stranger)]
  const outcomes = await Promise.allSettled([
    verify(own, owner.email, mine),
    verify(strange, owner.email, theirs),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const accounts = await t.db.selectFrom('users').select('id').where('email', '=', owner.email).execute()
  expect(accounts).toHaveLength(1)
  expect([await awaited(own), await awaited(strange)]).toEqual([null, null])
})

test('[AUTH-REGISTER-PARALLEL] two registrations of one username that are verified at once give one account and one 409', async () => {
  const ada = registration()
  const bola = registration({ username: ada.username })
  const [first, second] = [t.browser(), t.browser()]
  await Promise.all([register(first, ada), register(second, bola)])
  const codes = [await newestCode(t, ada.email), await newestCode(t, bola.email)] as const
  const outcomes = await Promise.allSettled([
    verify(first, ada.email, codes[0]),
    verify(second, bola.email, codes[1]),
  ])
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(failed).toHaveLength(1)
  expect(failed[0]?.reason).toMatchObject({ status: 409, problem: { code: 'USERNAME_TAKEN' } })
})

test('[AUTH-REGISTER-BROWSER] a planted cookie is worthless once the owner has registered', async () => {
  const { owner, stranger } = ownerAndStranger()
  const planted = await t.app.inject({ method: 'POST', url: '/api/auth/register-email', payload: stranger })
  const header = String(planted.headers['set-cookie'])
  expect(header).toMatch(/^oja_registration=[\w-]{43}; .*HttpOnly; SameSite=Lax/)
  const cookie = header.split(';')[0] ?? ''
  const post = (url: string, payload: object, headers = { cookie }) =>
    t.app.inject({ method: 'POST', url, payload, headers })
  const answer = await post('/api/auth/register-email', owner)
  expect(String(answer.headers['set-cookie'])).not.toContain(cookie)
  await post('/api/auth/register-email', stranger)
  const own = { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
  const newest = (await t.mails(owner.email)).map(codeIn)
  const bodies = await Promise.all(
    newest.map((code) => post('/api/auth/verify-email', { email: owner.email, code }, own)),
  )
  expect(bodies.map(({ statusCode }) => statusCode)).toContain(200)
  expect(await login(owner.email, owner.password)).toMatchObject({ fullName: owner.fullName })
})

test('[AUTH-REGISTER-AGAIN] registering again in the same browser keeps the valid code, and returns its true times', async () => {
  const browser = t.browser()
  const ada = registration()
  await register(browser, ada)
  const code = await newestCode(t, ada.email)
  await letTimePass(t, ada.email, 25)
  const changed = {
    ...ada,
    fullName: 'Ada Obi',
    password: 'a better password',
    email: ada.email.toUpperCase(),
  }
  const { expiresIn, resendIn } = await register(browser, changed)
  expect(expiresIn).toBeGreaterThan(560)
  expect(expiresIn).toBeLessThanOrEqual(575)
  expect(resendIn).toBeGreaterThan(20)
  expect(resendIn).toBeLessThanOrEqual(35)
  await letTimePass(t, ada.email, 60)
  expect(await register(browser, changed)).toMatchObject({ resendIn: 0 })
  expect(await t.mails(ada.email)).toHaveLength(1)

  expect(await verify(browser, ada.email, code)).toMatchObject({ fullName: 'Ada Obi' })
  expect(await codeOf(login(ada.email, ada.password))).toBe('INVALID_CREDENTIALS')
  expect(await login(ada.email, changed.password)).toMatchObject({ fullName: 'Ada Obi' })
})

test('[AUTH-REGISTER-AGAIN] once the code has expired or was tried too often, registering again sends another', async () => {
  const browser = t.browser()
  const ada = registration()
  await register(browser, ada)
  expect(await t.mails(ada.email)).toHaveLength(1)
  await letTimePass(t, ada.email, 601)
  expect(await register(browser, ada)).toMatchObject({ expiresIn: 600, resendIn: 60 })
  const code = await newestCode(t, ada.email)
  for (let guess = 0; guess < 5; guess += 1)
    expect(await codeOf(verify(browser, ada.email, anotherCode(code)))).toBe('INVALID_CODE')
  // Within the minute: the page shows that no code is valid and when the next can be sent.
  expect(await register(browser, ada)).toMatchObject({ expiresIn: 0, resendIn: expect.any(Number) })
  expect(await t.mails(ada.email)).toHaveLength(2)
  await letTimePass(t, ada.email, 61)
  await register(browser, ada)
  expect(await verify(browser, ada.email, await newestCode(t, ada.email))).toMatchObject({ email: ada.email })
})

test('[AUTH-REGISTER-AGAIN] another username gets another code at once, in a mail that names it', async () => {
  const browser = t.browser()
  const ada = registration()
  const renamed = { ...ada, username: `${ada.username}_2` }
  await register(browser, ada)
  const code = await codeFor(ada)
  expect(await register(browser, renamed)).toEqual({ email: ada.email, expiresIn: 600, resendIn: 60 })
  expect(await t.mails(ada.email)).toHaveLength(2)
  const fresh = await codeFor(renamed)
  if (fresh !== code) expect(await codeOf(verify(browser, ada.email, code))).toBe('INVALID_CODE')
  await verify(browser, ada.email, fresh)
  const account = t.db.selectFrom('users').select('username').where('email', '=', ada.email)
  expect(await account.executeTakeFirst()).toEqual({ username: renamed.username })
})

test('[AUTH-REGISTER-AGAIN] a mistyped address can be changed: the username stays free, and only the right address gets an account', async () => {
  const browser = t.browser()
  const right = registration()
  const wrong = { ...right, email: `wrong_${right.email}` }
  await register(browser, wrong)
  const lost = await newestCode(t, wrong.email)
  expect(await register(browser, right)).toEqual({ email: right.email, expiresIn: 600, resendIn: 60 })
  expect(await codeOf(verify(browser, wrong.email, lost))).toBe('INVALID_CODE')
  expect(await verify(browser, right.email, await newestCode(t, right.email))).toMatchObject({
    email: right.email,
  })
})

test('[AUTH-REGISTER-USERNAME] a registration reserves no username; if it is taken meanwhile, another is chosen with the same code', async () => {
  const [ada, bola] = [registration(), registration()]
  const sameName = { ...bola, username: ada.username.toUpperCase() }
  const [first, second] = [t.browser(), t.browser()]
  await register(first, ada)
  await register(second, sameName)
  const code = await newestCode(t, bola.email)
  await verify(first, ada.email, await newestCode(t, ada.email))

  const { status, problem } = await failureOf(verify(second, bola.email, code))
  expect([status, problem?.code, problem?.errors?.[0]?.path]).toEqual([409, 'USERNAME_TAKEN', 'username'])
  expect(await codeOf(register(second, sameName))).toBe('USERNAME_TAKEN')
  await letTimePass(t, bola.email, 120)
  await register(second, bola)
  // The only mail names the username that was taken.
  const guess = await failureOf(verify(second, bola.email, anotherCode(code)))
  expect(guess.problem?.detail).not.toContain(bola.username)
  expect(await verify(second, bola.email, code)).toMatchObject({ email: bola.email })
  expect(await t.mails(bola.email)).toHaveLength(1)
})

test('[AUTH-REGISTER-RELOAD] only the registering browser learns what it registered and how long its code works', async () => {
  const browser = t.browser()
  const ada = registration()
  expect(await awaited(browser)).toBeNull()
  await register(browser, ada)
  await letTimePass(t, ada.email, 90)
  const pending = await awaited(browser)
  const { email, username, fullName } = ada
  expect(pending).toEqual({ email, username, fullName, expiresIn: expect.any(Number), resendIn: 0 })
  expect(pending?.expiresIn).toBeGreaterThan(500)
  expect(pending?.expiresIn).toBeLessThanOrEqual(510)
  expect(await awaited(t.visitor)).toBeNull()
  await verify(browser, email, await newestCode(t, email))
  expect(await awaited(browser)).toBeNull()
})

test('[AUTH-REGISTER-RELOAD] a registration ends after a day', async () => {
  const browser = t.browser()
  const ada = registration()
  await register(browser, ada)
  await letTimePass(t, ada.email, 86_401)
  expect(await awaited(browser)).toBeNull()
  const { problem } = await failureOf(verify(browser, ada.email, await newestCode(t, ada.email)))
  expect(problem?.detail).toContain('register again')
})

test('[AUTH-REGISTER-MAIL] the mail contains the registered address and time, and no other input of a stranger', async () => {
  const ada = registration({ fullName: 'Visit evil.example and win' })
  await register(t.browser(), ada)
  const [mail] = await t.mails(ada.email)
  const { registered_at } = await t.db
    .selectFrom('pending_registrations')
    .select('registered_at')
    .where('email', '=', ada.email)
    .executeTakeFirstOrThrow()
  // Lagos is an hour ahead of UTC all year.
  const time = new Date(registered_at.getTime() + 3_600_000).toISOString().slice(11, 16)
  expect(mail?.text).toContain(`@${ada.username} was registered with your address on`)
  expect(mail?.text).toContain(`at ${time} (Lagos time)`)
  expect(mail?.raw).not.toContain('evil.example')
})

test('[AUTH-REGISTER-MAILS] the mail limit counts the address across browsers, with advice in the error', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
  try {
    let networks = 0
    const post = (url: string, payload: object, cookie = '') => {
      networks += 1
      return strict.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { cookie },
        remoteAddress: `192.0.2.${networks}`,
      })
    }
    const { email } = registration()
    const sent: { details: Registration; cookie: string }[] = []
    for (let n = 0; n < 10; n += 1) {
      const details = registration({ email })
      const answer = await post('/api/auth/register-email', details)
      expect(answer.statusCode).toBe(201)
      sent.push({ details, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' })
    }
    await letTimePass(strict, email, 61)
    const refused = await Promise.all([
      post('/api/auth/register-email', registration({ email })),
      post('/api/auth/resend-verification', { email }, sent[0]?.cookie),
      post('/api/auth/register-email', registration({ email }), sent[1]?.cookie),
    ])
    for (const { statusCode, headers, json } of refused) {
      expect(statusCode).toBe(429)
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(json().detail).toContain('another address')
    }
    // The sent code stays valid, and registering again in its browser shows that.
    const again = await post('/api/auth/register-email', sent[1]?.details ?? {}, sent[1]?.cookie)
    expect(again.statusCode).toBe(201)
    // Who logs in reads that the address waits for a code, although none is sent.
    await letTimePass(strict, email, 601)
    const unverified = await post('/api/auth/login', { email, password: sent[2]?.details.password })
    expect(unverified.json()).toMatchObject({ code: 'EMAIL_UNVERIFIED' })
    expect(await strict.mails(email)).toHaveLength(10)
    // Nor does a browser get one that counts for another address.
    const elsewhere = { email: registration().email }
    const named = await post('/api/auth/resend-verification', elsewhere, sent[0]?.cookie)
    expect(named.statusCode).toBe(200)
    expect(await strict.mails(email)).toHaveLength(10)
    expect(await strict.mails(elsewhere.email)).toEqual([])
    // A browser without a registration there uses nothing up.
    const other = registration().email
    for (let n = 0; n < 15; n += 1) {
      expect((await post('/api/auth/resend-verification', { email: other })).statusCode).toBe(200)
      expect((await post('/api/auth/forgot-password', { email: other })).statusCode).toBe(n < 10 ? 200 : 429)
    }
    expect((await post('/api/auth/register-email', registration({ email: other }))).statusCode).toBe(201)
  } finally {
    await strict.close()
  }
})

test('[AUTH-REGISTER-TAKEN] an unconfirmed account created earlier does not block the address', async () => {
  const squatter = await insertUnverified(t)
  const owner = registration({
    email: squatter.email,
    username: squatter.username,
    password: 'the right person',
  })
  const browser = t.browser()
  await register(browser, owner)
  await verify(browser, owner.email, await newestCode(t, owner.email))
  expect(await codeOf(login(owner.email, squatter.password))).toBe('INVALID_CREDENTIALS')
  expect(await login(owner.email, owner.password)).toMatchObject({ fullName: owner.fullName })
})

test('[AUTH-VERIFY-SIGNS-IN] a code that is sent again after its response was lost is refused with the advice to log in, and the login succeeds', async () => {
  const [browser, ada] = [t.browser(), registration()]
  await register(browser, ada)
  const code = await newestCode(t, ada.email)
  await verify(browser, ada.email, code)
  const { problem } = await failureOf(verify(browser, ada.email, code))
  expect(problem?.detail).toContain('If you entered the code already, log in.')
  expect(await login(ada.email, ada.password)).toMatchObject({ fullName: ada.fullName })
})

test('[AUTH-REGISTER-TAKEN] a code for an address that got an account another way opens no second one', async () => {
  const browser = t.browser()
  const ada = registration()
  await register(browser, ada)
  const code = await newestCode(t, ada.email)
  await t.user({ email: ada.email })
  expect(await codeOf(verify(browser, ada.email, code))).toBe('EMAIL_TAKEN')
  expect(await awaited(browser)).toBeNull()
  await openAccount(t)

  // Nor in place of one that was banned.
  const bola = registration()
  await register(browser, bola)
  const theirs = await newestCode(t, bola.email)
  const { username } = await insertUnverified(t, { email: bola.email })
  const account = t.db.updateTable('users').where('email', '=', bola.email)
  await account.set({ banned_at: new Date() }).execute()
  expect(await codeOf(verify(browser, bola.email, theirs))).toBe('ACCOUNT_BANNED')
  const stored = t.db.selectFrom('users').select(['username', 'email_verified_at'])
  expect(await stored.where('email', '=', bola.email).execute()).toEqual([
    { username, email_verified_at: null },
  ])
})
