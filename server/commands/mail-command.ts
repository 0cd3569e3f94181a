import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { composeMail } from '../core/mail/compose-mail.ts'
import { createMailer } from '../core/mail/mail.ts'
import { readEnv } from '../env.ts'
import { StartupError } from '../lib/startup-error.ts'

const usage = 'Usage: npm run mail -- test <address> [--settings <file>]'

/** What to check, by nodemailer's error code. */
const remedies: Record<string, string> = {
  EAUTH: 'Correct user and password in SMTP_URL; special characters must be percent-encoded.',
  EDNS: 'Correct the host in SMTP_URL.',
  EENVELOPE: 'Let the mail server send from MAIL_FROM, and to this address.',
  ETLS: 'docs/operations.md, "Mail", lists the options of SMTP_URL.',
  ESOCKET: 'docs/operations.md, "Mail", lists the options of SMTP_URL.',
  ECONNECTION: 'Start the mail server, or correct host and port in SMTP_URL.',
  ETIMEDOUT: 'Correct host and port in SMTP_URL; smtps: is for port 465, smtp: for 587 and 25.',
}

/**
 * `npm run mail -- test <address>`: sends one mail with the current settings. Returns the mail server's
 * response. Throws StartupError with the server's refusal and a remedy.
 */
export async function runMailCommand(args: string[]): Promise<string> {
  const [name, address, ...more] = args
  if (name !== 'test' || !z.email().safeParse(address).success || more.length > 0)
    throw new StartupError('This is not a mail command.', usage)
  const env = readEnv()
  const mailer = createMailer(env, () => {})
  const mail = await composeMail(
    {
      to: address ?? '',
      name: '',
      subject: 'Mail from Oja arrives',
      heading: 'Mail from Oja arrives',
      body: [
        `This is the test mail of ${env.PUBLIC_URL ?? 'Oja'}.`,
        `It was sent from ${env.MAIL_FROM}. Check where it arrived: if it is in the spam folder, the sender’s domain lacks a valid SPF or DKIM record.`,
        { button: 'Open Oja', href: '/' },
      ],
      reason: 'You get this mail because somebody who runs Oja sent a test to this address.',
    },
    env,
  )
  try {
    const answer = await mailer.deliver(mail, randomUUID())
    if (!env.SMTP_URL) return `SMTP_URL is not set: the mail is in ${answer}.`
    return `The mail server at ${new URL(env.SMTP_URL).host} accepted the mail to ${mail.to} from ${env.MAIL_FROM}: ${answer}`
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new StartupError(
      `The mail to ${mail.to} was rejected (${code ? `${code}: ` : ''}${message.replace(/\.$/, '')}).`,
      remedies[message.includes('ECONNREFUSED') ? 'ECONNECTION' : code] ??
        'The mail server’s log may show the reason.',
    )
  } finally {
    mailer.close()
  }
}
