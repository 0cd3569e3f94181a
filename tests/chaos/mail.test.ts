import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registration } from '#tests/support/accounts.ts'
import { type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let smtp: SmtpServer
let t: TestApp
beforeAll(async () => {
  smtp = await startSmtpServer()
  t = await startTestApp({ SMTP_URL: smtp.url })
})
afterAll(async () => {
  await t.close()
  await smtp.close()
})

const copies = (email: string) => smtp.all.filter(({ raw }) => raw.includes(`To: ${email}`))

/** As if the retry delay were over. */
async function tryAgain(): Promise<void> {
  await sql`update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'`.execute(t.db)
  await t.jobs.drain()
}

async function register(): Promise<string> {
  const person = registration()
  await t.visitor('POST /api/auth/register-email', { body: person })
  await t.jobs.drain()
  return person.email
}

test.each(['hang up', 'refuse', 'reject'] as const)(
  '[FAULT-MAIL] a mail server that recovers after it would %s gets the mail once',
  async (behaviour) => {
    smtp.behaviour = behaviour
    const email = await register()
    expect(copies(email)).toHaveLength(0)
    smtp.behaviour = 'take'
    await tryAgain()
    await tryAgain()
    expect(copies(email)).toHaveLength(1)
  },
)

test('[FAULT-MAIL-NAME] a mail that was accepted without a reply is sent again with the same Message-ID', async () => {
  smtp.behaviour = 'take and hang up'
  const email = await register()
  smtp.behaviour = 'take'
  await tryAgain()
  const names = copies(email).map(({ raw }) => /^Message-ID: (.*)$/m.exec(raw)?.[1])
  expect(names).toHaveLength(2)
  expect(names[0]).toMatch(/^<[0-9a-f-]{36}@oja\.example>/)
  expect(names[0]).toBe(names[1])
})
