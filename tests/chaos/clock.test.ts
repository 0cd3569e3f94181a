import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sweepOrphanedPhotos } from '#server/features/uploads/uploads.service.ts'
import { newestCode, registration } from '#tests/support/accounts.ts'
import { insertUpload } from '#tests/support/listings.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

const day = 86_400_000
let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())
afterEach(() => vi.useRealTimers())

/** Moves this process's clock; PostgreSQL's stays. */
function moveClock(by: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + by })
}

test.each([
  ['ahead', day],
  ['behind', -day],
])(
  '[FAULT-CLOCK] on a server a day %s codes work with their true times, and sessions last as long as they should',
  async (_, by) => {
    moveClock(by)
    const person = registration()
    const browser = t.browser()
    await browser('POST /api/auth/register-email', { body: person })
    const code = await newestCode(t, person.email)
    const { id } = await browser('POST /api/auth/verify-email', { body: { email: person.email, code } })
    vi.useRealTimers()
    const { expires_at } = await t.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const { id: me, api } = await t.user()
    await t.db
      .updateTable('users')
      .set({ phone: `+23480${id}${me}0000` })
      .where('id', '=', me)
      .execute()
    moveClock(by)
    for (let asked = 0; asked < 2; asked += 1) {
      const { expiresIn, resendIn } = await api('POST /api/settings/phone/send-code')
      expect([expiresIn > 590, expiresIn <= 600, resendIn > 50, resendIn <= 60]).not.toContain(false)
      expect(await browser('POST /api/auth/register-email', { body: registration() })).toMatchObject({
        expiresIn: 600,
        resendIn: 60,
      })
    }
    vi.useRealTimers()
    const hours = (expires_at.getTime() - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(0)
    expect(hours).toBeLessThan(30 * 24 + 1)
  },
)

test('[FAULT-CLOCK-LIMITS] a clock set back a day delays nobody by a day', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.001' })
  try {
    const ask = async () =>
      (await strict.app.inject({ url: '/api/categories', remoteAddress: '2001:db8::1' })).headers[
        'retry-after'
      ]
    await Promise.all([ask(), ask(), ask()])
    moveClock(-day)
    expect(Number(await ask())).toBeLessThanOrEqual(60)
  } finally {
    await strict.close()
  }
})

test('[FAULT-CLOCK-SWEEP] a server with a clock a week ahead does not delete new uploads', async () => {
  const ada = await t.user()
  await insertUpload(t, ada)
  moveClock(7 * day)
  expect(await sweepOrphanedPhotos(t)).toBe(0)
})
