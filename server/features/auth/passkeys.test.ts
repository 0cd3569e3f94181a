import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf } from '#tests/support/accounts.ts'
import { Authenticator } from '#tests/support/authenticator.ts'
import { givePasskey, giveTotp, origin, pendingLoginCookie } from '#tests/support/second-factors.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

function post(url: string, payload: object | undefined, cookie = '') {
  return t.app.inject({ method: 'POST', url, ...(payload ? { payload } : {}), headers: { cookie } })
}

async function askToMake({ cookie }: TestUser): Promise<string> {
  const answer = await post('/api/settings/passkeys/options', undefined, cookie)
  expect(answer.json()).toMatchObject({
    rp: { id: 'localhost', name: 'Oja' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
  })
  return answer.json().challenge
}

/** Requests a passkey challenge without a session; returns it with its cookie. */
async function askToUse(
  cookie = '',
  body?: { alone: boolean },
): Promise<{ challenge: string; cookie: string; allowed: number }> {
  const answer = await post('/api/auth/passkey/options', body, cookie)
  const { challenge, rpId, userVerification, allowCredentials } = answer.json()
  expect([rpId, userVerification]).toEqual(['localhost', 'required'])
  const given = answer.cookies.find(({ name }) => name === 'oja_sign_in')
  return {
    challenge,
    cookie: given ? `oja_sign_in=${given.value}` : cookie,
    allowed: allowCredentials.length,
  }
}

test('[AUTH-PASSKEY] a passkey is added, and signs in alone with the device’s own check', async () => {
  const ada = await t.user()
  const device = new Authenticator(origin)
  const made = await post(
    '/api/settings/passkeys',
    { credential: device.create(await askToMake(ada)), name: 'My phone' },
    ada.cookie,
  )
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({ passkey: { name: 'My phone', lastUsedAt: null, isSynced: false } })
  expect(made.json().recoveryCodes).toHaveLength(10)
  expect(cookieOf(made)).not.toBe(ada.cookie)
  expect((await t.mails(ada.email)).at(-1)?.subject).toBe('A passkey was added on Oja')
  const activity = async (cookie?: string) =>
    (await t.app.inject({ url: '/api/settings/activity', headers: { cookie } })).json()
  expect((await activity(cookieOf(made)))[0]).toMatchObject({ type: 'PASSKEY_ADDED' })

  const { challenge, cookie, allowed } = await askToUse()
  expect(allowed).toBe(0)
  const entered = await post('/api/auth/passkey', { credential: device.get(challenge) }, cookie)
  expect(entered.json()).toMatchObject({ id: ada.id })
  expect((await activity(cookieOf(entered)))[0]).toMatchObject({ type: 'SIGNED_IN', method: 'PASSKEY' })
  const session = await t.db
    .selectFrom('sessions')
    .select('second_factor')
    .where('user_id', '=', ada.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(session.second_factor).toBe(true)
  const repeated = await post('/api/auth/passkey', { credential: device.get(challenge) }, cookie)
  expect(repeated.statusCode, 'a challenge is answered once').toBe(401)
})

test('[AUTH-PASSKEY] as a second step only passkeys of the account count', async () => {
  const ada = await t.user()
  const bola = await t.user()
  const own = await givePasskey(t, ada.id)
  const others = await givePasskey(t, bola.id)
  const first = await askToUse(await pendingLoginCookie(t, ada.id))
  expect(first.allowed).toBe(1)
  const ways = await t.app.inject({ url: '/api/auth/second-factor', headers: { cookie: first.cookie } })
  expect(ways.json()).toEqual({ methods: ['PASSKEY'] })
  const wrong = await post(
    '/api/auth/passkey',
    { credential: others.device.get(first.challenge) },
    first.cookie,
  )
  expect([wrong.statusCode, wrong.json().code]).toEqual([401, 'INVALID_CREDENTIALS'])
  const { challenge, cookie } = await askToUse(first.cookie)
  const right = await post('/api/auth/passkey', { credential: own.device.get(challenge) }, cookie)
  expect(right.json()).toMatchObject({ id: ada.id })
})

test('[AUTH-PASSKEY] asked for alone, a passkey may be of another account than the one whose second step waits in this browser', async () => {
  const ada = await t.user()
  const bola = await t.user()
  await givePasskey(t, ada.id)
  const { device } = await givePasskey(t, bola.id)
  const { challenge, cookie, allowed } = await askToUse(await pendingLoginCookie(t, ada.id), { alone: true })
  expect(allowed).toBe(0)
  const entered = await post('/api/auth/passkey', { credential: device.get(challenge) }, cookie)
  expect(entered.json()).toMatchObject({ id: bola.id })
})

test.each([
  ['of another site', { origin: 'https://evil.example' }],
  ['for another site', { rpId: 'evil.example' }],
  ['without the device’s check of its owner', { unverified: true }],
  ['of a copy, whose counter stood still', { counter: 1 }],
])('[AUTH-PASSKEY] a signature %s is refused', async (_, lies) => {
  const ada = await t.user()
  const { device } = await givePasskey(t, ada.id)
  const first = await askToUse()
  const used = await post('/api/auth/passkey', { credential: device.get(first.challenge) }, first.cookie)
  expect(used.statusCode).toBe(200)
  const { challenge, cookie } = await askToUse()
  const refused = await post('/api/auth/passkey', { credential: device.get(challenge, lies) }, cookie)
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'INVALID_CREDENTIALS'])
  expect(cookieOf(refused)).toBeUndefined()
  const [newest] = await ada.api('GET /api/settings/activity')
  expect(newest).toMatchObject({ type: 'SIGN_IN_FAILED', method: 'PASSKEY' })
})

test('[AUTH-PASSKEY] a signature for another challenge, by another device or of an unknown account is refused', async () => {
  const ada = await t.user()
  const { device } = await givePasskey(t, ada.id)
  const stranger = new Authenticator(origin)
  const forged = (challenge: string) => ({ ...stranger.get(challenge), id: device.id.toString('base64url') })
  for (const answer of [
    () => device.get('another challenge'),
    (challenge: string) => stranger.get(challenge),
    forged,
  ]) {
    const { challenge, cookie } = await askToUse()
    expect((await post('/api/auth/passkey', { credential: answer(challenge) }, cookie)).statusCode).toBe(401)
  }
})

test.each([
  ['of another site', { origin: 'https://evil.example' }],
  ['for another site', { rpId: 'evil.example' }],
  ['without the device’s check of its owner', { unverified: true }],
])('[AUTH-PASSKEY] a new passkey %s is refused', async (_, lies) => {
  const ada = await t.user()
  const device = new Authenticator(origin)
  const credential = device.create(await askToMake(ada), lies)
  const refused = await post('/api/settings/passkeys', { credential }, ada.cookie)
  expect([refused.statusCode, refused.json().code]).toEqual([400, 'BAD_REQUEST'])
})

test('[AUTH-PASSKEY] a challenge for a new passkey belongs to one session and works once', async () => {
  const ada = await t.user()
  const bola = await t.user()
  const challenge = await askToMake(ada)
  const credential = new Authenticator(origin).create(challenge)
  await askToMake(bola)
  expect((await post('/api/settings/passkeys', { credential }, bola.cookie)).statusCode).toBe(400)
  const made = await post('/api/settings/passkeys', { credential }, ada.cookie)
  expect([made.statusCode, made.json().passkey.name]).toEqual([201, 'Unknown device'])
  const own = await t.user()
  expect((await post('/api/settings/passkeys', { credential }, own.cookie)).statusCode).toBe(400)
})

test('[AUTH-PASSKEY] a passkey is added once', async () => {
  const ada = await t.user()
  const { device } = await givePasskey(t, ada.id)
  const credential = device.create(await askToMake(ada))
  const refused = await post('/api/settings/passkeys', { credential }, ada.cookie)
  expect(refused.json()).toMatchObject({ status: 409, detail: 'This passkey is here already.' })
})

test('[AUTH-PASSKEY] a banned account reads that it is banned once its passkey has proven who it is', async () => {
  const ada = await t.user()
  const { device } = await givePasskey(t, ada.id)
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', ada.id).execute()
  const { challenge, cookie } = await askToUse()
  const refused = await post('/api/auth/passkey', { credential: device.get(challenge) }, cookie)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'ACCOUNT_BANNED'])
  expect(cookieOf(refused)).toBeUndefined()
})

test('[AUTH-PASSKEY] a malformed credential returns 400, never 500', async () => {
  const ada = await t.user()
  const { device } = await givePasskey(t, ada.id)
  const { challenge, cookie } = await askToUse()
  const good = device.get(challenge)
  for (const response of [
    { ...good.response, authenticatorData: 'AA' },
    { ...good.response, clientDataJSON: 'AAAA' },
    { ...good.response, signature: '____' },
  ]) {
    const refused = await post('/api/auth/passkey', { credential: { ...good, response } }, cookie)
    expect(refused.statusCode).toBe(401)
  }
  const made = new Authenticator(origin).create(await askToMake(ada))
  const bent = { ...made, response: { ...made.response, attestationObject: 'oA' } }
  expect((await post('/api/settings/passkeys', { credential: bent }, ada.cookie)).statusCode).toBe(400)
  expect((await post('/api/settings/passkeys', { credential: {} }, ada.cookie)).statusCode).toBe(400)
})

test('[AUTH-PASSKEY] an account has at most ten', async () => {
  const ada = await t.user()
  for (let n = 0; n < 9; n++) await givePasskey(t, ada.id)
  await askToMake(ada)
  await givePasskey(t, ada.id)
  const refused = await post('/api/settings/passkeys/options', undefined, ada.cookie)
  expect(refused.json()).toMatchObject({
    status: 409,
    detail: 'You have 10 passkeys already. Remove one that you do not use.',
  })
})

test('[AUTH-PASSKEY] removing the last factor deletes the recovery codes; removing another keeps them', async () => {
  const ada = await t.user()
  const { id } = await givePasskey(t, ada.id)
  await giveTotp(t, ada.id)
  await ada.api('POST /api/settings/recovery-codes')
  const gone = await t.app.inject({
    method: 'DELETE',
    url: `/api/settings/passkeys/${id}`,
    headers: { cookie: ada.cookie },
  })
  expect(gone.json()).toMatchObject({ passkeys: [], recoveryCodesLeft: 10 })
  const off = await t.app.inject({
    method: 'DELETE',
    url: '/api/settings/totp',
    headers: { cookie: cookieOf(gone) ?? '' },
  })
  expect(off.json()).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 })
})
