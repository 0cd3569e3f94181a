import { join } from 'node:path'
import type { Env } from '#server/env.ts'
import { isThisMachine } from '#server/lib/ip-addresses.ts'
import { plainLine, plainLines } from '#shared/text.ts'
import { siteOrigin } from '../http/origin.ts'
import type { MailContent } from './mail-body.ts'
import { toHtml } from './mail-html.ts'
import { privateFiles } from './private-files.ts'

/** A mail in the queue, made by composeMail from a draft. */
export interface Mail {
  to: string
  subject: string
  /** Plain text, with an empty line between paragraphs. */
  text: string
  /**
   * The content of the HTML part. Absent, as in mails queued by an earlier version: the text's paragraphs.
   */
  content?: MailContent
  /**
   * An address where a POST turns such mails off at once (RFC 8058); absent for mails that cannot be turned
   * off.
   */
  unsubscribe?: string
  /** A newer mail with the same key replaces one that still waits to be sent. */
  key?: string
  /** ISO 8601. After this time the mail is useless and is not sent. */
  expiresAt?: string
}

export interface Mailer {
  /**
   * Sends now, with a Message-ID derived from `id`. Returns the mail server's response, or the path of the
   * file; rejects if the mail server refuses the mail.
   */
  deliver(mail: Mail, id: string): Promise<string>
  close(): void
}

/** Sends mail through `SMTP_URL`; without it, writes each mail to a file in `DATA_DIR/mail`. */
export function createMailer(env: Env, log: (line: string) => void): Mailer {
  return env.SMTP_URL ? smtpMailer(env.SMTP_URL, env) : mailFiles(env, log)
}

function smtpMailer(url: string, env: Env): Mailer {
  const transport = onDemand(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url,
      // One connection carries many mails: with one for each, a burst would exceed the connections that mail servers allow. A failed mail
      // is retried by its job.
      pool: true,
      idleTimeout: 10_000,
      maxRequeues: 0,
      // Requires TLS, so that an attacker who strips STARTTLS cannot read the mail.
      ...(requiresTls(env) ? { requireTLS: true } : {}),
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      // Some servers scan for spam before they accept; hanging up earlier would send the mail again.
      socketTimeout: 120_000,
    })
  })
  return {
    async deliver(mail, id) {
      const { response } = await (await transport.get()).sendMail(await toMessage(mail, env, id))
      return response
    },
    close: transport.close,
  }
}

/**
 * Whether mail is sent over TLS only: otherwise a server without STARTTLS gets it unencrypted. `?requireTLS=false` in the address
 * overrides it.
 */
export function requiresTls({ SMTP_URL, NODE_ENV }: Pick<Env, 'SMTP_URL' | 'NODE_ENV'>): boolean {
  if (!SMTP_URL || NODE_ENV !== 'production') return false
  const { protocol, hostname, searchParams } = new URL(SMTP_URL)
  const isDecided = searchParams.has('requireTLS') || searchParams.has('ignoreTLS')
  return protocol === 'smtp:' && !isThisMachine(hostname) && !isDecided
}

function mailFiles(env: Env, log: (line: string) => void): Mailer {
  const write = privateFiles(join(env.DATA_DIR, 'mail'))
  const transport = onDemand(async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  })
  return {
    async deliver(mail, id) {
      const { message } = await (await transport.get()).sendMail(await toMessage(mail, env, id))
      const file = await write(`${safeFileName(mail.to)}.eml`, message as Buffer)
      // The line leaves out the subject, which may contain a code.
      log(`SMTP_URL is not set: a mail is in ${file}`)
      return file
    },
    close: transport.close,
  }
}

/** Created at the first mail, so that a start does not load the mailer's code or open its pool. */
function onDemand<T extends { close(): void }>(make: () => Promise<T>) {
  let made: Promise<T> | undefined
  return {
    get() {
      made ??= make()
      return made
    },
    // If it could not be created, `deliver` has thrown that error.
    close: () => void made?.then((transport) => transport.close()).catch(() => undefined),
  }
}

function safeFileName(recipient: string): string {
  return recipient.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 120)
}

async function toMessage({ to, subject: given, text, content, unsubscribe }: Mail, env: Env, id: string) {
  const { MAIL_FROM: from } = env
  const [, domain = 'oja.invalid'] = /@([A-Za-z0-9.-]+)/.exec(from) ?? []
  // Contains names and titles, including ones stored before they were cleaned.
  const subject = plainLine(given)
  return {
    from,
    messageId: `<${id}@${domain}>`,
    // As an object, so that an address is never parsed as a list of addresses.
    to: { name: '', address: to },
    // Mails that can be turned off have none: most are about another person, whom support could not pass a reply on to.
    ...(unsubscribe ? {} : { replyTo: env.SUPPORT_EMAIL }),
    subject,
    text: plainLines(text),
    html: await toHtml(content ?? plainContent(text), subject, siteOrigin(env)),
    textEncoding: 'quoted-printable' as const,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
  }
}

function plainContent(text: string): MailContent {
  return { heading: null, greeting: null, blocks: text.split(/\n{2,}/), reason: null, links: [] }
}
