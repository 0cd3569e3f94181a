import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestCode, openAccount } from '#tests/support/accounts.ts'
import { startSecondApp } from '#tests/support/second-app.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '1' })
})
afterAll(() => t.close())

let networks = 0
/** Each call from another address by default. */
function login({ app }: Pick<TestApp, 'app'>, email: string, password: string, from?: string) {
  networks += 1
  const remoteAddress = from ?? `198.51.${networks >> 8}.${networks & 255}`
  return app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password }, remoteAddress })
}

/** As if this many seconds had passed. */
async function letPass(seconds: number): Promise<void> {
  const rows = await t.db.selectFrom('throttle_counters').selectAll().execute()
  const earlier = (date: Date) => new Date(date.getTime() - seconds * 1000)
  for (const row of rows) {
    const isBlocked = row.blocked_until instanceof Date
    await t.db
      .updateTable('throttle_counters')
      .set({
        counted_at: earlier(row.counted_at),
        ...(isBlocked ? { blocked_until: earlier(row.blocked_until) } : {}),
      })
      .where('key', '=', row.key)
      .execute()
  }
}

test('[AUTH-TRIES-GROW] after ten wrong passwords each further one doubles the wait', async () => {
  const ada = await openAccount(t)
  for (let n = 0; n < 10; n += 1) expect((await login(t, ada.email, 'wrong')).statusCode).toBe(401)
  const delays: number[] = []
  for (let n = 0; n < 8; n += 1) {
    const refused = await login(t, ada.email, ada.password)
    expect(refused.statusCode).toBe(429)
    delays.push(Number(refused.headers['retry-after']))
    await letPass(delays.at(-1) ?? 0)
    expect((await login(t, ada.email, 'wrong')).statusCode).toBe(401)
  }
  const expected = [5, 10, 20, 40, 80, 160, 320, 640]
  for (const [n, wait] of delays.entries()) expect(Math.abs(wait - (expected[n] ?? 0))).toBeLessThanOrEqual(2)
  await letPass(900)
  expect((await login(t, ada.email, ada.password)).statusCode).toBe(200)
  expect((await login(t, ada.email, 'wrong')).statusCode, 'counted from zero').toBe(401)
  expect((await login(t, ada.email, ada.password)).statusCode).toBe(200)
})

test('[AUTH-TRIES-GROW] each half hour gives one attempt back, never more than ten; the longest siege makes nobody wait longer than a quarter of an hour', async () => {
  const ada = await openAccount(t)
  const tries = async () => {
    for (let n = 0; n < 20; n += 1) if ((await login(t, ada.email, 'wrong')).statusCode !== 401) return n
    return 20
  }
  expect(await tries()).toBe(10)
  await letPass(5 * 1800)
  expect(await tries()).toBe(5)
  await letPass(365 * 86_400)
  expect(await tries()).toBe(10)
  await t.db
    .updateTable('throttle_counters')
    .set({ failures: 5000, blocked_until: new Date(0) })
    .execute()
  expect(await tries()).toBe(1)
  const refused = await login(t, ada.email, 'wrong')
  expect(Math.abs(Number(refused.headers['retry-after']) - 900)).toBeLessThanOrEqual(60)
})

test('[AUTH-TRIES-KEPT] other processes count them too, and simultaneous ones exactly', async () => {
  const ada = await openAccount(t)
  const answers = await Promise.all(Array.from({ length: 15 }, () => login(t, ada.email, 'wrong')))
  expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10)
  const another = await startSecondApp(t)
  try {
    expect((await login({ app: another }, ada.email, ada.password)).statusCode).toBe(429)
  } finally {
    await another.close()
  }
})

test('[AUTH-TRIES-SAME-ANSWER] an unknown address waits as long, and is stored as a hash', async () => {
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1) statuses.push((await login(t, 'nobody@example.com', 'wrong')).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  const rows = await t.db.selectFrom('throttle_counters').selectAll().execute()
  for (const { key } of rows) expect(key).toHaveLength(32)
})

test('[AUTH-TRIES-OWNER] an owner locked out by guesses of others sets a new password and signs in', async () => {
  const ada = await openAccount(t)
  for (let n = 0; n < 11; n += 1) await login(t, ada.email, 'wrong')
  expect((await login(t, ada.email, ada.password)).statusCode).toBe(429)
  await t.visitor('POST /api/auth/forgot-password', { body: { email: ada.email } })
  const code = await newestCode(t, ada.email)
  const { resetToken } = await t.visitor('POST /api/auth/verify-reset-otp', {
    body: { email: ada.email, code },
  })
  const newPassword = 'a password of her own'
  await t.visitor('POST /api/auth/reset-password', { body: { email: ada.email, resetToken, newPassword } })
  expect((await login(t, ada.email, newPassword)).statusCode).toBe(200)
})

test('[AUTH-TRIES-PLACE] one address that tries many accounts waits too, for a minute at most', async () => {
  const from = '203.0.113.7'
  const strict = await startSecondApp({ ...t, env: { ...t.env, RATE_LIMIT_FACTOR: 0.2 } })
  try {
    let refused = 0
    for (let n = 0; n < 11; n += 1) {
      const answer = await login({ app: strict }, `nobody_${n}@example.com`, 'wrong', from)
      if (answer.statusCode === 429) refused += 1
    }
    expect(refused).toBe(1)
    const delay = Number(
      (await login({ app: strict }, 'x@example.com', 'wrong', from)).headers['retry-after'],
    )
    expect(delay).toBeLessThanOrEqual(60)
    const keys = async () =>
      (await t.db.selectFrom('throttle_counters').select('key').execute()).map(({ key }) => key)
    const before = await keys()
    expect((await login({ app: strict }, 'x@example.com', 'wrong', '203.0.113.8')).statusCode).toBe(401)
    // Who must wait for both is told the longer wait.
    for (const [network, account] of [
      [100, 300],
      [300, 100],
    ]) {
      await sql`update throttle_counters set blocked_until = now() + interval '1 second'
        * case when key = any(${before}) then ${network}::int else ${account}::int end`.execute(t.db)
      const both = await login({ app: strict }, 'x@example.com', 'wrong', from)
      expect(Math.abs(Number(both.headers['retry-after']) - 300)).toBeLessThanOrEqual(60)
    }
  } finally {
    await strict.close()
  }
})
