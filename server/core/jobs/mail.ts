import { join } from 'node:path'
import { plainLine, plainLines } from '#shared/text.ts'
import type { Env } from '../../env.ts'
import { requiresTls } from '../../unencrypted.ts'
import { closeToOthers, writePrivateFile } from '../private-file.ts'
import { type MailPart, toHtml } from './mail-body.ts'

export interface Mail {
  to: string
  subject: string
  /** Plain text; an empty line parts paragraphs. */
  text: string
  /** What the HTML part is made of (mail-body.ts); absent: the text's paragraphs, none of which stands out. */
  parts?: MailPart[]
  /** A newer mail with the same key takes the place of one that still waits to be sent. */
  key?: string
  /** ISO 8601. After this moment the mail is of no use and is not sent. */
  expiresAt?: string
}

export interface Mailer {
  /**
   * Sends now, under the same Message-ID for the same `id`. Answers what the mail server said, or where the file lies; rejects
   * where the mail server does not take the mail.
   */
  deliver(mail: Mail, id: string): Promise<string>
  close(): void
}

/** Mail through `SMTP_URL`, or without it one file each in `DATA_DIR/mail`. */
export function createMailer(env: Env, log: (line: string) => void): Mailer {
  return env.SMTP_URL ? smtpMailer(env.SMTP_URL, env) : outbox(env, log)
}

function smtpMailer(url: string, env: Env): Mailer {
  const transport = atFirstUse(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      // Never without encryption because somebody on the way left STARTTLS out.
      ...(requiresTls(env) ? { requireTLS: true } : {}),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      // Some look for spam before they say that they took it: whoever hangs up earlier sends it again.
      socketTimeout: 120_000,
    })
  })
  return {
    async deliver(mail, id) {
      const { response } = await (await transport.get()).sendMail(toMessage(mail, env.MAIL_FROM, id))
      return response
    },
    close: transport.close,
  }
}

function outbox(env: Env, log: (line: string) => void): Mailer {
  const folder = join(env.DATA_DIR, 'mail')
  const closed = closeToOthers(folder)
  const transport = atFirstUse(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  })
  let lastTime = 0
  return {
    async deliver(mail, id) {
      const { message } = await (await transport.get()).sendMail(toMessage(mail, env.MAIL_FROM, id))
      // Two mails of one millisecond still get two names, in order.
      lastTime = Math.max(Date.now(), lastTime + 1)
      const time = new Date(lastTime).toISOString().replaceAll(':', '-')
      const name = `${time}-${safeFileName(mail.to)}.eml`
      await closed
      await writePrivateFile(folder, name, message as Buffer)
      // Not its subject, which may hold a code.
      log(`SMTP_URL is not set: a mail lies in ${join(folder, name)}`)
      return join(folder, name)
    },
    close: transport.close,
  }
}

/** Made when the first mail goes out: a start waits neither for the mailer's code nor for its pool. */
function atFirstUse<T extends { close(): void }>(make: () => Promise<T>) {
  let made: Promise<T> | undefined
  return {
    get() {
      made ??= make()
      return made
    },
    close: () => void made?.then((transport) => transport.close()),
  }
}

function safeFileName(recipient: string): string {
  return recipient.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 120)
}

function toMessage({ to, subject, text, parts }: Mail, from: string, id: string) {
  const [, domain = 'oja.invalid'] = /@([A-Za-z0-9.-]+)/.exec(from) ?? []
  return {
    from,
    messageId: `<${id}@${domain}>`,
    // As an object: an address is never read as a list of addresses.
    to: { name: '', address: to },
    // Names and titles stand in them, also of a time before these were cleaned.
    subject: plainLine(subject),
    text: plainLines(text),
    html: toHtml(text, parts),
    textEncoding: 'quoted-printable' as const,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
