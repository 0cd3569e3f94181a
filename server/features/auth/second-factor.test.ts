import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/core/session/password.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { createClient } from '#shared/client.ts'
import { codeOf, cookieOf, failureOf } from '#tests/support/accounts.ts'
import { codeFrom, givePasskey, giveTotp, pendingLoginCookie } from '#tests/support/second-factors.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { createRecoveryCodes, hashRecoveryCode } from './recovery-codes.ts'
import { replaceRecoveryCodes, saveTotp, takeTotpStep } from './second-factor.db.ts'
import { sealTotp } from './second-factor.service.ts'
import { createSecret, describeSecret } from './totp.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const password = 'a good password'
const hash = hashPassword(password)

async function person(fields: Parameters<TestApp['user']>[0] = {}): Promise<TestUser> {
  const user = await t.user(fields)
  await t.db
    .updateTable('users')
    .set({ password_hash: await hash })
    .where('id', '=', user.id)
    .execute()
  return user
}

function post(url: string, payload: object, cookie = '') {
  return t.app.inject({ method: 'POST', url, payload, headers: { cookie } })
}

const pendingCookie = (response: { cookies: { name: string; value: string }[] }) => {
  const cookie = response.cookies.find(({ name }) => name === 'oja_sign_in')
  return cookie?.value ? `oja_sign_in=${cookie.value}` : ''
}

/** The browser's cookie after the right password. */
async function firstStep({ email }: TestUser): Promise<string> {
  const response = await post('/api/auth/login', { email, password })
  expect([response.statusCode, response.json().code]).toEqual([401, 'SECOND_FACTOR_REQUIRED'])
  expect(cookieOf(response)).toBeUndefined()
  return pendingCookie(response)
}

const finish = (code: string, cookie: string) => post('/api/auth/second-factor', { code }, cookie)

/** The whole API with this cookie. */
function as(cookie: string) {
  return createClient(async (method, url, body) => {
    const response = await t.app.inject({
      method: method as 'GET',
      url,
      headers: { cookie },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const headers = { get: () => null }
    return { status: response.statusCode, statusText: '', headers, text: response.body }
  })
}

test('[AUTH-TOTP] an authenticator app is set up with one of its codes, and required from then on', async () => {
  const ada = await person()
  const { secret, uri } = await ada.api('POST /api/settings/totp')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Oja:.*issuer=Oja&secret=/)
  expect(await codeOf(ada.api('POST /api/settings/totp/confirm', { body: { code: '000000' } }))).toBe(
    'INVALID_CODE',
  )
  expect(await ada.api('GET /api/settings/security')).toMatchObject({ totpSince: null })
  expect((await post('/api/auth/login', { email: ada.email, password })).statusCode, 'not yet').toBe(200)

  const answer = await t.app.inject({
    method: 'POST',
    url: '/api/settings/totp/confirm',
    payload: { code: codeFrom(secret) },
    headers: { cookie: ada.cookie },
  })
  const { recoveryCodes } = answer.json()
  expect(recoveryCodes).toHaveLength(10)
  expect(recoveryCodes[0]).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/)
  const own = as(cookieOf(answer) ?? '')
  expect(await own('GET /api/settings/security')).toEqual({
    isRequired: false,
    totpSince: expect.any(String),
    passkeys: [],
    recoveryCodesLeft: 10,
  })
  const stored = await t.db.selectFrom('totp_secrets').selectAll().where('user_id', '=', ada.id).execute()
  expect(JSON.stringify(stored)).not.toContain(secret)

  const cookie = await firstStep(ada)
  const methods = await as(cookie)('GET /api/auth/second-factor')
  expect(methods).toEqual({ methods: ['TOTP', 'RECOVERY_CODE'] })
  // The next step's code: each works once, and one of the step before would be too old if a step ends meanwhile.
  const done = await finish(codeFrom(secret, 1), cookie)
  expect(done.json()).toMatchObject({ id: ada.id, role: 'USER' })
  expect(await as(cookieOf(done) ?? '')('GET /api/auth/me')).toMatchObject({ id: ada.id })
})

test('[AUTH-TOTP] after a change of the server’s key a code of the app is refused with what to do, and a recovery code signs in', async () => {
  const ada = await person()
  const secret = createSecret()
  const before = { SECRET_KEY: 'another-key-of-thirty-two-characters-too', DATA_DIR: '/nowhere' }
  const sealed = await sealTotp({ env: { ...t.env, ...before } }, ada.id, secret)
  await saveTotp(t.db, ada.id, sealed)
  await takeTotpStep(t.db, ada.id, sealed, 0)
  const [recoveryCode = ''] = createRecoveryCodes()
  await t.db.transaction().execute((tx) => replaceRecoveryCodes(tx, ada.id, [hashRecoveryCode(recoveryCode)]))

  const cookie = await firstStep(ada)
  const refused = await finish(codeFrom(describeSecret(secret, '').secret), cookie)
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    expect.objectContaining({
      code: 'INVALID_CODE',
      detail: expect.stringMatching(/Use a recovery code or a passkey.*set up the app again/),
    }),
  ])
  expect((await finish(recoveryCode, cookie)).json()).toMatchObject({ id: ada.id })
})

test('[AUTH-TOTP] the pending cookie alone signs nobody in', async () => {
  const ada = await person()
  await giveTotp(t, ada.id)
  const cookie = await firstStep(ada)
  expect(await codeOf(as(cookie)('GET /api/auth/me'))).toBe('UNAUTHENTICATED')
  expect(await codeOf(as(cookie.replace('oja_sign_in', 'oja_session'))('GET /api/auth/me'))).toBe(
    'UNAUTHENTICATED',
  )
})

test('[AUTH-TOTP] a code works once, one step early or late, not two', async () => {
  const ada = await person()
  const secret = await giveTotp(t, ada.id)
  expect((await finish(codeFrom(secret, -3), await firstStep(ada))).statusCode).toBe(400)
  expect((await finish(codeFrom(secret, 3), await firstStep(ada))).statusCode).toBe(400)
  const code = codeFrom(secret, 1)
  const [one, two] = [await firstStep(ada), await firstStep(ada)]
  const outcomes = await Promise.all([finish(code, one), finish(code, two)])
  expect(outcomes.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  expect((await finish(code, await firstStep(ada))).statusCode).toBe(400)
})

test('[AUTH-TOTP] a pending step has five tries and ten minutes, and completes once', async () => {
  const ada = await person()
  const secret = await giveTotp(t, ada.id)
  const tried = await firstStep(ada)
  for (let n = 0; n < 5; n += 1) expect((await finish('000000', tried)).json().code).toBe('INVALID_CODE')
  expect((await finish(codeFrom(secret), tried)).json().code).toBe('UNAUTHENTICATED')

  const late = await firstStep(ada)
  const lateHash = hashToken(late.split('=')[1] ?? '')
  const { expires_at } = await t.db
    .selectFrom('sign_in_steps')
    .select('expires_at')
    .where('token_hash', '=', lateHash)
    .executeTakeFirstOrThrow()
  expect(expires_at.getTime() - Date.now()).toBeLessThanOrEqual(600_000)
  await t.db
    .updateTable('sign_in_steps')
    .set({ expires_at: new Date(0) })
    .where('token_hash', '=', lateHash)
    .execute()
  expect((await finish(codeFrom(secret), late)).statusCode).toBe(401)

  const cookie = await firstStep(ada)
  expect((await finish(codeFrom(secret), cookie)).statusCode).toBe(200)
  expect((await finish(codeFrom(secret, 1), cookie)).statusCode).toBe(401)
})

test('[AUTH-TOTP] wrong codes increase the wait, also across new sign-ins', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
  try {
    const ada = await strict.user()
    const secret = await giveTotp(strict, ada.id)
    let calls = 0
    const guess = async (code: string) => {
      calls += 1
      const cookie = await pendingLoginCookie(strict, ada.id)
      return strict.app.inject({
        method: 'POST',
        url: '/api/auth/second-factor',
        payload: { code },
        headers: { cookie },
        remoteAddress: `192.0.2.${calls}`,
      })
    }
    // A right code ends the count.
    for (let n = 0; n < 5; n += 1) await guess('000000')
    expect((await guess(codeFrom(secret))).statusCode).toBe(200)
    const statuses: number[] = []
    for (let n = 0; n < 11; n += 1) statuses.push((await guess('000000')).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429])
    const refused = await guess(codeFrom(secret))
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  } finally {
    await strict.close()
  }
})

test('[AUTH-RECOVERY-CODE] a recovery code completes a sign-in once, in any notation', async () => {
  const ada = await person()
  await giveTotp(t, ada.id)
  const { recoveryCodes } = await ada.api('POST /api/settings/recovery-codes')
  const [first = '', second = ''] = recoveryCodes
  const stored = await t.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', ada.id).execute()
  expect(stored).toHaveLength(10)
  for (const row of stored) expect(row.code_hash).toHaveLength(32)
  const typed = ` ${first.toLowerCase().replaceAll('-', ' ')}`
  expect((await finish(typed, await firstStep(ada))).statusCode).toBe(200)
  const again = await finish(first, await firstStep(ada))
  expect([again.statusCode, again.json().detail]).toEqual([
    400,
    'This recovery code is not right, or was used before. Please try another one.',
  ])
  const bola = await person()
  await giveTotp(t, bola.id)
  expect((await finish(second, await firstStep(bola))).statusCode, 'somebody else’s').toBe(400)
  expect(await ada.api('GET /api/settings/security')).toMatchObject({ recoveryCodesLeft: 9 })

  const fresh = await ada.api('POST /api/settings/recovery-codes')
  expect(fresh.recoveryCodes).not.toContain(second)
  expect((await finish(second, await firstStep(ada))).statusCode, 'from before').toBe(400)
  const nothing = await person()
  expect(await codeOf(nothing.api('POST /api/settings/recovery-codes'))).toBe('CONFLICT')
})

test('[AUTH-SECOND-FACTOR-NO-WAY-AROUND] a new password and a confirmed address still require the second factor', async () => {
  const ada = await person()
  const secret = await giveTotp(t, ada.id)
  await t.visitor('POST /api/auth/forgot-password', { body: { email: ada.email } })
  const code = /\b\d{6}\b/.exec((await t.mails(ada.email)).at(-1)?.subject ?? '')?.[0] ?? ''
  const { resetToken } = await t.visitor('POST /api/auth/verify-reset-otp', {
    body: { email: ada.email, code },
  })
  const newPassword = 'another good password'
  const reset = await post('/api/auth/reset-password', { email: ada.email, resetToken, newPassword })
  expect(reset.statusCode).toBe(204)
  expect(
    reset.cookies.map(({ name }) => name),
    'no session',
  ).toEqual(['oja_device'])
  const login = await post('/api/auth/login', { email: ada.email, password: newPassword })
  expect(login.json().code).toBe('SECOND_FACTOR_REQUIRED')

  await t.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', ada.id).execute()
  const unverified = await post('/api/auth/login', { email: ada.email, password: newPassword })
  const { name, value } = unverified.cookies[0] ?? {}
  const proof = /\b\d{6}\b/.exec((await t.mails(ada.email)).at(-1)?.subject ?? '')?.[0] ?? ''
  const verified = await post('/api/auth/verify-email', { email: ada.email, code: proof }, `${name}=${value}`)
  expect(verified.json().code).toBe('SECOND_FACTOR_REQUIRED')
  expect(cookieOf(verified)).toBeUndefined()
  expect((await finish(codeFrom(secret), pendingCookie(verified))).statusCode).toBe(200)
})

test('[AUTH-SECOND-FACTOR-NO-WAY-AROUND] a password change ends pending second steps', async () => {
  const ada = await person()
  const secret = await giveTotp(t, ada.id)
  const cookie = await firstStep(ada)
  const body = { currentPassword: password, newPassword: 'another good password' }
  await ada.api('PATCH /api/settings/password', { body })
  expect((await finish(codeFrom(secret), cookie)).statusCode).toBe(401)
})

test('[AUTH-SECOND-FACTOR-CHANGES] each change ends the other sessions, renews this one’s token, and sends a mail', async () => {
  const ada = await person()
  const other = await post('/api/auth/login', { email: ada.email, password })
  const { secret } = await ada.api('POST /api/settings/totp')
  const on = await t.app.inject({
    method: 'POST',
    url: '/api/settings/totp/confirm',
    payload: { code: codeFrom(secret) },
    headers: { cookie: ada.cookie },
  })
  const own = cookieOf(on) ?? ''
  expect(own).not.toBe(ada.cookie)
  for (const cookie of [ada.cookie, cookieOf(other) ?? ''])
    expect(await codeOf(as(cookie)('GET /api/auth/me'))).toBe('UNAUTHENTICATED')
  expect(await codeOf(as(own)('POST /api/settings/totp'))).toBe('CONFLICT')

  const off = await t.app.inject({ method: 'DELETE', url: '/api/settings/totp', headers: { cookie: own } })
  expect(off.json()).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 })
  expect(await codeOf(as(own)('GET /api/auth/me'))).toBe('UNAUTHENTICATED')
  expect((await post('/api/auth/login', { email: ada.email, password })).statusCode).toBe(200)
  expect((await t.mails(ada.email)).map(({ subject }) => subject)).toEqual([
    'Two-step login was turned on on Oja',
    'Your authenticator app was turned off on Oja',
  ])
  expect(await codeOf(as(cookieOf(off) ?? '')('DELETE /api/settings/totp'))).toBe('NOT_FOUND')
})

test('[AUTH-SECOND-FACTOR-REQUIRED] in production an administrator has rights only with a second factor', async () => {
  const live = await startTestApp({ SECOND_FACTOR: 'admins' })
  try {
    const admin = await live.user({ role: 'ADMIN' })
    const user = await live.user()
    expect(await admin.api('GET /api/auth/me')).toMatchObject({ role: 'ADMIN' })
    const refusal = await failureOf(admin.api('GET /api/admin/stats'))
    expect([refusal.status, refusal.problem?.code, refusal.problem?.detail]).toEqual([
      403,
      'FORBIDDEN',
      'Turn on two-step login in your settings first.',
    ])
    const profile = await admin.api('GET /api/users/:id', { params: { id: user.id } })
    expect(profile).not.toHaveProperty('email')
    expect(await admin.api('GET /api/settings/security')).toMatchObject({ isRequired: true })
    expect((await failureOf(user.api('GET /api/admin/stats'))).status).toBe(404)
    expect(await user.api('PATCH /api/settings/notifications', { body: {} })).toMatchObject({ id: user.id })

    await live.db
      .updateTable('sessions')
      .set({ second_factor: true })
      .where('user_id', '=', admin.id)
      .execute()
    expect(await admin.api('GET /api/admin/stats')).toMatchObject({ totalUsers: 2 })
  } finally {
    await live.close()
  }
})

test('[AUTH-SECOND-FACTOR-REQUIRED] where everyone must have a second factor, users without one can read and set it up', async () => {
  const live = await startTestApp({ SECOND_FACTOR: 'everyone' })
  try {
    const ada = await live.user()
    expect(await ada.api('GET /api/threads', { query: {} })).toEqual([])
    expect((await failureOf(ada.api('POST /api/blocks', { body: { userId: 1 } }))).problem?.detail).toBe(
      'Turn on two-step login in your settings first.',
    )
    expect(await ada.api('POST /api/settings/totp')).toMatchObject({ secret: expect.any(String) })
  } finally {
    await live.close()
  }
})

test('[AUTH-SECOND-FACTOR-REQUIRED] by default administrators need a second factor in production, and nobody on a laptop', async () => {
  const { mustHaveSecondFactor } = await import('#server/core/session/session.ts')
  const rule = (NODE_ENV: 'local' | 'production', SECOND_FACTOR?: 'optional' | 'everyone') =>
    (['USER', 'ADMIN'] as const).map((role) => mustHaveSecondFactor({ NODE_ENV, SECOND_FACTOR }, role))
  expect(rule('local')).toEqual([false, false])
  expect(rule('production')).toEqual([false, true])
  expect(rule('production', 'optional')).toEqual([false, false])
  expect(rule('local', 'everyone')).toEqual([true, true])
})

test('[AUTH-SECOND-FACTOR-NO-WAY-AROUND] a user banned meanwhile cannot complete the sign-in', async () => {
  const ada = await person()
  const secret = await giveTotp(t, ada.id)
  const cookie = await firstStep(ada)
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', ada.id).execute()
  const refused = await finish(codeFrom(secret), cookie)
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'ACCOUNT_BANNED'])
  expect(cookieOf(refused)).toBeUndefined()
})

test('[AUTH-SECOND-FACTOR-NO-WAY-AROUND] there is no pending step without a cookie, or with an invented one', async () => {
  for (const cookie of ['', `oja_sign_in=${'a'.repeat(43)}`]) {
    expect(await as(cookie)('GET /api/auth/second-factor')).toEqual({ methods: [] })
    expect((await finish('123456', cookie)).statusCode).toBe(401)
  }
  const ada = await person()
  const { device } = await givePasskey(t, ada.id)
  expect((await post('/api/auth/passkey', { credential: device.get('challenge') })).statusCode).toBe(401)
})
