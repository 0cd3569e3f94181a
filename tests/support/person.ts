import { randomBytes } from 'node:crypto'
import { codeIn, readSentMail } from './sent-mail.ts'
import { until } from './until.ts'

export interface Answered {
  /** 0: no response. */
  status: number
  retryAfter: number | null
  /** The parsed body; null if it is not JSON. */
  body: unknown
  text: string
  headers: Headers
}

/** A person with a browser: stores the session's cookie, and gets the server's responses. */
export interface Person {
  name: string
  email: string
  id: number
  cookie: string
  /** `key`: identifies a write, so that it can be repeated (Idempotency-Key). */
  send(method: string, path: string, body?: unknown, key?: string): Promise<Answered>
}

/** A request as a browser makes it. Never rejects: without a response the status is 0. */
export async function request(
  url: string,
  method: string,
  body: unknown,
  cookie: string | undefined,
  { timeout = 60_000, key }: { timeout?: number; key?: string | undefined } = {},
): Promise<Answered> {
  const isForm = body instanceof FormData
  try {
    const answer = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeout),
    })
    const text = await answer.text()
    const retryAfter = answer.headers.get('retry-after')
    return {
      status: answer.status,
      retryAfter: retryAfter === null ? null : Number(retryAfter),
      body: parse(text),
      text,
      headers: answer.headers,
    }
  } catch (error) {
    return { status: 0, retryAfter: null, body: null, text: String(error), headers: new Headers() }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const password = 'a long password for tests'

/** The registration form of a new person. */
export function details(word: string) {
  const name = `${word}_${randomBytes(4).toString('hex')}`
  return {
    fullName: `${word[0]?.toUpperCase()}${word.slice(1)} Okafor`,
    username: name,
    email: `${name}@example.com`,
    password,
    phone: '+2348031234567',
  }
}

/** Registers with the code in the data folder's mail, and is signed in. */
export async function register(url: string, dataDir: string, word: string): Promise<Person> {
  const form = details(word)
  const opened = await request(`${url}/api/auth/register-email`, 'POST', form, undefined)
  if (opened.status !== 201) throw new Error(`Registering answered ${opened.status}: ${opened.text}`)
  const mail = await until(`a mail to ${form.email}`, async () =>
    (await readSentMail(dataDir, form.email)).at(-1),
  )
  const answer = await request(
    `${url}/api/auth/verify-email`,
    'POST',
    { email: form.email, code: codeIn(mail) },
    cookieOf(opened, 'oja_registration'),
  )
  return personOf(url, form.email, answer)
}

export async function signIn(url: string, email: string): Promise<Person> {
  return personOf(url, email, await request(`${url}/api/auth/login`, 'POST', { email, password }, undefined))
}

function cookieOf({ headers }: Answered, name: string): string {
  const lines = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return lines.find((line) => line.replace('__Host-', '').startsWith(`${name}=`)) ?? ''
}

function personOf(url: string, email: string, answer: Answered): Person {
  const cookie = cookieOf(answer, 'oja_session')
  const { id } = (answer.body ?? {}) as { id?: number }
  if (answer.status !== 200 || !id || !cookie)
    throw new Error(`Signing in answered ${answer.status}: ${answer.text}`)
  return {
    name: email.split('@')[0] ?? '',
    email,
    id,
    cookie,
    send: (method, path, body, key) => request(`${url}${path}`, method, body, cookie, { key }),
  }
}
