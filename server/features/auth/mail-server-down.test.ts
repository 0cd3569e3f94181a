import { expect, test } from 'vitest'
import { letTimePass, registration } from '#tests/support/accounts.ts'
import { codeIn } from '#tests/support/sent-mail.ts'
import { startSmtpServer } from '#tests/support/smtp-server.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('[MAIL-SMTP] registration works while the mail server is down; once up, only the valid code is delivered', async () => {
  const smtp = await startSmtpServer()
  const t = await startTestApp({ SMTP_URL: smtp.url })
  try {
    smtp.behaviour = 'hang up'
    const ada = registration()
    const { email } = ada
    const browser = t.browser()
    await browser('POST /api/auth/register-email', { body: ada })
    await t.jobs.drain()
    await letTimePass(t, email, 61)
    await browser('POST /api/auth/resend-verification', { body: { email } })

    smtp.behaviour = 'take'
    await t.jobs.drain()
    const code = codeIn(await smtp.nextMail())
    expect(await browser('POST /api/auth/verify-email', { body: { email, code } })).toMatchObject({ email })
    expect(smtp.connections).toBe(2)
  } finally {
    await t.close()
    await smtp.close()
  }
})
