import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anotherCode, codeOf, failureOf } from '#tests/support/accounts.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { newestSmsCode, readSentSms } from '#tests/support/sent-mail.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { removeExpired } from './retention.db.ts'

let t: TestApp
let order: Interleaving
let numbers = 0

beforeAll(async () => {
  order = interleave()
  t = await startTestApp()
})
afterAll(async () => {
  await t.close()
  order.stop()
})

const setPhone = (user: TestUser, phone: string) => user.api('PATCH /api/settings/phone', { body: { phone } })
const send = (user: TestUser) => user.api('POST /api/settings/phone/send-code')
const verify = (user: TestUser, code: string) =>
  user.api('POST /api/settings/phone/verify', { body: { code } })

/** A user with their own number. */
async function owner(): Promise<{ user: TestUser; phone: string }> {
  numbers += 1
  const phone = `+23480312300${String(numbers).padStart(2, '0')}`
  const user = await t.user()
  await setPhone(user, phone)
  return { user, phone }
}

async function codeFor(user: TestUser, phone: string): Promise<string> {
  await send(user)
  await t.jobs.drain()
  return newestSmsCode(t.env.DATA_DIR, phone)
}

async function goBack(user: TestUser, seconds: number): Promise<void> {
  const row = await t.db
    .selectFrom('phone_codes')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  const earlier = (date: Date) => new Date(date.getTime() - seconds * 1000)
  await t.db
    .updateTable('phone_codes')
    .set({ sent_at: earlier(row.sent_at), expires_at: earlier(row.expires_at) })
    .where('user_id', '=', user.id)
    .execute()
}

test('[SETTINGS-PHONE] the code of the text message sets the badge', async () => {
  const { user, phone } = await owner()
  expect(await send(user)).toEqual({ phone, expiresIn: 600, resendIn: 60 })
  await t.jobs.drain()
  const [sms] = await readSentSms(t.env.DATA_DIR, phone)
  expect(sms).toMatch(/^\d{6} is your Oja code\. It works for 10 minutes\./)
  const { code_hash } = await t.db
    .selectFrom('phone_codes')
    .select('code_hash')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(code_hash).toHaveLength(32)
  const code = await newestSmsCode(t.env.DATA_DIR, phone)
  expect(await verify(user, code)).toMatchObject({ phone, phoneVerifiedAt: expect.any(String) })
  const profile = await t.visitor('GET /api/users/:id', { params: { id: user.id } })
  expect(profile.phoneVerifiedAt).not.toBeNull()
  expect(JSON.stringify(profile)).not.toContain(phone)
  expect(await codeOf(send(user))).toBe('CONFLICT')
})

test('[SETTINGS-PHONE] a corrected number gets its code at once, and each code has a wait of its own', async () => {
  const { user } = await owner()
  await send(user)
  const corrected = '+2348031239900'
  await setPhone(user, corrected)
  const sent = { phone: corrected, expiresIn: 600, resendIn: 60 }
  expect(await send(user)).toEqual(sent)
  await t.jobs.drain()
  expect(await readSentSms(t.env.DATA_DIR, corrected)).toHaveLength(1)
  await goBack(user, 61)
  expect(await send(user)).toEqual(sent)
})

test('[SETTINGS-PHONE] a code that is sent again, since the response was lost, finds the number verified', async () => {
  const { user, phone } = await owner()
  const code = await codeFor(user, phone)
  const verified = await verify(user, code)
  expect(await verify(user, code)).toEqual(verified)
})

test('[SETTINGS-PHONE] a code works once, also for a number that comes back', async () => {
  const { user, phone } = await owner()
  const code = await codeFor(user, phone)
  await verify(user, code)
  await setPhone(user, '+2348031239902')
  await setPhone(user, phone)
  expect(await codeOf(verify(user, code))).toBe('INVALID_CODE')
})

test('[SETTINGS-PHONE] of two codes that wait to be sent the newest is, unless it has expired', async () => {
  const { user, phone } = await owner()
  await send(user)
  await goBack(user, 61)
  await send(user)
  await t.jobs.drain()
  expect(await readSentSms(t.env.DATA_DIR, phone)).toHaveLength(1)
  await goBack(user, 61)
  await send(user)
  await sql`update pgboss.job set data = data || '{"expiresAt": "2026-01-01T00:00:00Z"}'
    where name = 'sms' and data ? 'expiresAt'`.execute(t.db)
  await t.jobs.drain()
  expect(await readSentSms(t.env.DATA_DIR, phone)).toHaveLength(1)
})

test('[SETTINGS-PHONE] a number is stored as E.164; a changed one must be verified again', async () => {
  const { user, phone } = await owner()
  await verify(user, await codeFor(user, phone))
  expect(await setPhone(user, phone.replace('+234', '0')), 'the same').toMatchObject({
    phone,
    phoneVerifiedAt: expect.any(String),
  })
  expect(await setPhone(user, '08020001111')).toMatchObject({
    phone: '+2348020001111',
    phoneVerifiedAt: null,
  })
  const failure = await failureOf(setPhone(user, '080x'))
  expect(failure.problem?.errors?.[0]).toEqual({
    path: 'phone',
    message: 'Phone number must contain only digits',
  })
  // A text message to other countries may cost a hundred times as much.
  for (const [other, code] of [
    ['+8821612345678', 'CONFLICT'],
    ['+447911123456', null],
  ] as const) {
    await setPhone(user, other)
    expect(
      await send(user).then(
        () => null,
        ({ problem }) => problem.code,
      ),
      other,
    ).toBe(code)
  }
})

test('[SETTINGS-PHONE] five tries; a code for another number is wrong', async () => {
  const { user, phone } = await owner()
  const code = await codeFor(user, phone)
  for (let n = 0; n < 5; n++) expect(await codeOf(verify(user, anotherCode(code)))).toBe('INVALID_CODE')
  expect(await codeOf(verify(user, code))).toBe('INVALID_CODE')

  const second = await owner()
  const old = await codeFor(second.user, second.phone)
  await setPhone(second.user, '+2348039998877')
  expect(await codeOf(verify(second.user, old))).toBe('INVALID_CODE')
})

test('[SETTINGS-PHONE] a code expires after 600 s, and is deleted', async () => {
  const { user, phone } = await owner()
  const code = await codeFor(user, phone)
  await goBack(user, 601)
  expect(await codeOf(verify(user, code))).toBe('INVALID_CODE')
  await removeExpired(t.db)
  const left = await t.db.selectFrom('phone_codes').selectAll().where('user_id', '=', user.id).execute()
  expect(left).toEqual([])
})

test('[SETTINGS-PHONE] one message in 60 s: an earlier request returns the remaining time of the last one', async () => {
  const { user, phone } = await owner()
  const code = await codeFor(user, phone)
  await goBack(user, 40)
  const again = await send(user)
  expect(again.resendIn).toBeGreaterThan(15)
  expect(again.resendIn).toBeLessThanOrEqual(20)
  expect(again.expiresIn).toBeLessThanOrEqual(560)
  await t.jobs.drain()
  expect(await readSentSms(t.env.DATA_DIR, phone)).toHaveLength(1)
  await goBack(user, 21)
  await send(user)
  await t.jobs.drain()
  expect(await readSentSms(t.env.DATA_DIR, phone)).toHaveLength(2)
  const newest = await newestSmsCode(t.env.DATA_DIR, phone)
  if (newest !== code) expect(await codeOf(verify(user, code))).toBe('INVALID_CODE')
  expect(await verify(user, newest)).toMatchObject({ phoneVerifiedAt: expect.any(String) })
})

test('[SETTINGS-PHONE] a verified number belongs to one account, also when two verify it at once', async () => {
  const [one, two] = [await owner(), await owner()]
  await setPhone(two.user, one.phone)
  const first = await codeFor(one.user, one.phone)
  const second = await codeFor(two.user, one.phone)
  const paused = order.pauseBefore(/^commit/i, () => verify(one.user, first))
  await paused.reached
  const later = verify(two.user, second)
  await endedOrBlocked(t, later)
  await Promise.all([paused.release(), later])
  const verified = await t.db
    .selectFrom('users')
    .select('id')
    .where('phone', '=', one.phone)
    .where('phone_verified_at', 'is not', null)
    .execute()
  expect(verified, 'the later one has it').toEqual([{ id: two.user.id }])
})

test('[SETTINGS-PHONE] who entered a number without verifying it loses nothing when its owner does, and gets no mail', async () => {
  const [{ user, phone }, other] = [await owner(), await t.user()]
  await setPhone(other, phone)
  await verify(user, await codeFor(user, phone))
  expect(await t.mails(other.email)).toEqual([])
})

test('[PHONE-NO-ORACLE] no response reveals whether another account verified a number; the reader of its text message gets it', async () => {
  const { user, phone } = await owner()
  await verify(user, await codeFor(user, phone))
  const free = '+2348031239999'
  const stranger = await t.user()
  const answers = []
  for (const number of [phone, free]) {
    const changed = await setPhone(stranger, number)
    const sent = await send(stranger)
    const wrong = await failureOf(verify(stranger, '000000'))
    answers.push(JSON.stringify([changed, sent, wrong.problem]).replaceAll(number, 'number'))
  }
  expect(answers[0]).toBe(answers[1])
  expect((await user.api('GET /api/settings')).phoneVerifiedAt, 'nothing is proved yet').not.toBeNull()

  const next = await t.user()
  await setPhone(next, phone)
  await t.db
    .updateTable('phone_codes')
    .set({ sent_at: new Date(0) })
    .execute()
  expect(await verify(next, await codeFor(next, phone))).toMatchObject({
    phoneVerifiedAt: expect.any(String),
  })
  expect(await user.api('GET /api/settings')).toMatchObject({ phone, phoneVerifiedAt: null })
  const [mail] = await t.mails(user.email)
  expect(mail?.subject).toBe('Your phone number on Oja is no longer verified')
  expect(mail?.text).not.toContain(phone)
})

test('[SETTINGS-PHONE] an account gets five codes a day at most', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
  try {
    const user = await strict.user()
    const outcomes: (string | undefined)[] = []
    for (let n = 0; n < 6; n++) {
      await strict.db
        .updateTable('phone_codes')
        .set({ sent_at: new Date(0) })
        .execute()
      outcomes.push(
        await user.api('POST /api/settings/phone/send-code').then(
          () => 'sent',
          (error) => error.problem?.code,
        ),
      )
      // Pressed again too early, nothing is sent, and nothing counted.
      if (n === 0) await user.api('POST /api/settings/phone/send-code')
    }
    expect(outcomes).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'RATE_LIMITED'])
  } finally {
    await strict.close()
  }
})

test('[SETTINGS-PHONE] production without SMS_URL sends no codes, and the site explains it', async () => {
  expect(await t.visitor('GET /api/site')).toMatchObject({ phoneVerification: true })
  const live = await startTestApp({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://oja.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPPORT_EMAIL: 'people@oja.test',
    MAIL_FROM: 'Oja <no-reply@example.com>',
    DEMO: '0',
  })
  try {
    expect(await live.visitor('GET /api/site')).toMatchObject({
      phoneVerification: false,
      supportEmail: 'people@oja.test',
    })
    const user = await live.user()
    const answer = await live.app.inject({
      method: 'POST',
      url: '/api/settings/phone/send-code',
      headers: { cookie: user.cookie },
    })
    expect(answer.statusCode).toBe(503)
  } finally {
    await live.close()
  }
})
