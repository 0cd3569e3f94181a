import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ReceivedMail {
  subject: string
  /** The text part, decoded. */
  text: string
  /** The file's content. */
  raw: string
}

/** The mails to one address that were written to files, oldest first. */
export async function readSentMail(dataDir: string, to: string): Promise<ReceivedMail[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const mine = names.filter((name) => name.endsWith(`-${to}.eml`)).sort()
  return Promise.all(mine.map(async (name) => parseMail(await readFile(join(folder, name), 'utf8'))))
}

/** Parses a message as Oja writes it: multipart/alternative, quoted-printable or plain. */
export function parseMail(raw: string): ReceivedMail {
  const subject = decodeWords(/^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1]?.replace(/\r\n/g, '') ?? '')
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1]
  const part = raw.split(`--${boundary}`).find((text) => /^Content-Type: text\/plain/m.test(text)) ?? ''
  const [head = '', ...paragraphs] = part.split('\r\n\r\n')
  const body = paragraphs.join('\n\n').replaceAll('\r\n', '\n').trim()
  return { subject, text: /quoted-printable/.test(head) ? decodeQuotedPrintable(body) : body, raw }
}

/** Decodes a header with RFC 2047 encoded words. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/g, (_, word: string) =>
      decodeQuotedPrintable(word.replaceAll('_', ' ')),
    )
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

/** The six-digit code of a mail, as a person reads it. */
export function codeIn(mail: ReceivedMail | undefined): string {
  const code = /^\d{6}$/m.exec(mail?.text ?? '')?.[0]
  if (!code) throw new Error(`There is no code in: ${mail?.text ?? 'no mail'}`)
  return code
}

/** The text messages to one number that were written to files, oldest first. */
export async function readSentSms(dataDir: string, phone: string): Promise<string[]> {
  const folder = join(dataDir, 'sms')
  const names = await readdir(folder).catch(() => [])
  const mine = names.filter((name) => name.endsWith(`-${phone}.txt`)).sort()
  return Promise.all(mine.map((name) => readFile(join(folder, name), 'utf8')))
}

/** The six-digit code of the newest text message to a number. */
export async function newestSmsCode(dataDir: string, phone: string): Promise<string> {
  const code = /^\d{6}/.exec((await readSentSms(dataDir, phone)).at(-1) ?? '')?.[0]
  if (!code) throw new Error(`There is no code for ${phone}.`)
  return code
}
