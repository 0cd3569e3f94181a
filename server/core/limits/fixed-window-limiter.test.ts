import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSecondApp } from '#tests/support/second-app.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createFixedWindowLimiter } from './fixed-window-limiter.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '0.1' })
})
afterAll(() => t.close())

test('[LIMIT-ATTEMPTS] the limiter counts attempts by key and kind, and resets when their window ends', async () => {
  const limit = (kind: string) => createFixedWindowLimiter(t, kind, { max: 30, window: 60 }, 'Please wait.')
  const [tries, other] = [limit('one'), limit('other')]
  for (let count = 0; count < 3; count += 1) await tries.consume('ada@example.com')
  await expect(tries.consume('Ada@Example.com')).rejects.toMatchObject({
    code: 'RATE_LIMITED',
    message: 'Please wait.',
    retryAfter: expect.toSatisfy((seconds: number) => seconds > 50 && seconds <= 60),
  })
  await tries.consume('bola@example.com')
  await other.consume('ada@example.com')
  await sql`update throttle_counters set counted_at = now() - interval '61 seconds'`.execute(t.db)
  for (let count = 0; count < 3; count += 1) await tries.consume('ada@example.com')
  await expect(tries.consume('ada@example.com')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  // A refused attempt does not prolong the window.
  await sql`update throttle_counters set counted_at = now() - interval '40 seconds'`.execute(t.db)
  for (const _ of [1, 2])
    await expect(tries.consume('ada@example.com')).rejects.toMatchObject({
      retryAfter: expect.toSatisfy((seconds: number) => seconds <= 20),
    })
})

test('[LIMIT-ATTEMPTS] an attempt of a transaction counts if that is committed', async () => {
  const mails = createFixedWindowLimiter(t, 'mail', { max: 10, window: 60 })
  const send = (work: () => void) =>
    t.db.transaction().execute(async (tx) => {
      await mails.consume('ada@example.com', tx)
      work()
    })
  const failing = () => {
    throw new Error('the queue is away')
  }
  for (const _ of [1, 2]) await expect(send(failing)).rejects.toThrow('the queue is away')
  await send(() => undefined)
  await expect(send(() => undefined)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('[LIMIT-ATTEMPTS] simultaneous attempts in several processes are counted exactly', async () => {
  const second = await startSecondApp(t)
  try {
    const ada = await t.user()
    const bola = await t.user()
    // Two an hour.
    const report = (app: typeof second) =>
      app.inject({
        method: 'POST',
        url: '/api/reports',
        headers: { cookie: ada.cookie },
        payload: { targetType: 'USER', targetId: bola.id, reason: 'SPAM' },
      })
    const answers = await Promise.all([t.app, second, t.app, second].map(report))
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
  } finally {
    await second.close()
  }
})
