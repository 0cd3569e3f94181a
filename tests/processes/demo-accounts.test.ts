import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/core/session/password.ts'
import { readEnv } from '#server/env.ts'
import { fillWithDemo } from '#server/lifecycle/prepare.ts'
import { createShutdown } from '#server/lifecycle/shutdown.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createOja, type Oja } from '#tests/support/oja-process.ts'

// A production start on a database that the demo filled on a laptop.
let database: TestDatabase
const started: Oja[] = []
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(async () => {
  for (const oja of started) await oja.remove()
  await database.drop()
})

test('[DEMO-OFF] a database elsewhere gets no demo, though it is empty', async () => {
  const env = readEnv({ DATABASE_URL: database.url, DEMO: '1' })
  const closing = createShutdown(1e6, () => {})
  expect(await fillWithDemo({ env, closing, report() {} }, database)).toEqual([])
  expect(await database.db.selectFrom('users').select('id').execute()).toEqual([])
})

test.each([
  { WEB_CONCURRENCY: '1', username: 'admin', role: 'ADMIN' },
  { WEB_CONCURRENCY: '2', username: 'ada', role: 'USER' },
] as const)(
  '[DEMO-PUBLISHED] a production start of WEB_CONCURRENCY=$WEB_CONCURRENCY locks the demo account of $username',
  async ({ WEB_CONCURRENCY, username, role }) => {
    const published = await hashPassword('oja-demo-2026')
    await database.db
      .insertInto('users')
      .values({
        email: `${username}@example.com`,
        username,
        full_name: username,
        phone: '',
        password_hash: published,
        role,
        email_verified_at: new Date(),
      })
      .execute()
    const oja = await createOja({
      DATABASE_URL: database.url,
      NODE_ENV: 'production',
      SECRET_KEY: 'a-key-of-more-than-thirty-two-characters',
      WEB_CONCURRENCY,
      PUBLIC_URL: 'https://oja.example',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SUPPORT_EMAIL: 'help@example.com',
      MAIL_FROM: 'Oja <no-reply@example.com>',
    })
    started.push(oja)
    await oja.start()
    expect(
      await database.db
        .selectFrom('users')
        .select(['password_hash as passwordHash', 'role'])
        .where('username', '=', username)
        .executeTakeFirst(),
    ).toEqual({ passwordHash: 'locked', role: 'USER' })
    expect(await oja.stop()).toBe(0)
    expect(oja.output()).toContain('Locked accounts of the demo, whose password is published: 1')
  },
)
