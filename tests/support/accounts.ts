import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { createCode } from '#server/core/session/codes.ts'
import { hashPassword } from '#server/core/session/password.ts'
import type { SecretKeySettings } from '#server/core/session/secret-key.ts'
import type { Db } from '#server/db/pool.ts'
import { addressHash } from '#server/features/auth/resets.service.ts'
import type { ApiError } from '#shared/client.ts'
import type { Registration } from '#shared/contract/auth.ts'
import { codeIn } from './sent-mail.ts'
import type { TestApp } from './test-app.ts'

let count = 0

/** The fields of a new person's registration. */
export function registration(fields: Partial<Registration> = {}): Registration {
  count += 1
  const name = `person_${count}_${process.pid}`
  return {
    fullName: `Person ${count}`,
    username: name,
    email: `${name}@example.com`,
    password: 'a good password',
    phone: '+2348031234567',
    ...fields,
  }
}

/** The code of the newest mail to an address. */
export async function newestCode(t: TestApp, email: string): Promise<string> {
  return codeIn((await t.mails(email)).at(-1))
}

/** Registers and confirms; returns the fields. */
export async function openAccount(t: TestApp, fields: Partial<Registration> = {}): Promise<Registration> {
  const details = registration(fields)
  const browser = t.browser()
  await browser('POST /api/auth/register-email', { body: details })
  const code = await newestCode(t, details.email)
  await browser('POST /api/auth/verify-email', { body: { email: details.email, code } })
  return details
}

/** An unverified account from before `pending_registrations` existed. */
export async function insertUnverified(t: TestApp, fields: Partial<Registration> = {}) {
  const details = registration(fields)
  const { fullName, password, ...row } = details
  await t.db
    .insertInto('users')
    .values({ ...row, full_name: fullName, password_hash: await hashPassword(password) })
    .execute()
  return details
}

/** Six digits that are not the code. */
export function anotherCode(code: string): string {
  return code === '000000' ? '000001' : '000000'
}

/** Moves the codes of an address back in time. */
export async function letTimePass(
  { db }: Pick<TestApp, 'db'>,
  email: string,
  seconds: number,
): Promise<void> {
  await sql`
    update pending_registrations
    set code_sent_at = code_sent_at - make_interval(secs => ${seconds}),
      code_expires_at = code_expires_at - make_interval(secs => ${seconds}),
      registered_at = registered_at - make_interval(secs => ${seconds}),
      expires_at = expires_at - make_interval(secs => ${seconds})
    where lower(email) = lower(${email})`.execute(db)
  await sql`
    update password_resets
    set sent_at = sent_at - make_interval(secs => ${seconds}),
      code_expires_at = code_expires_at - make_interval(secs => ${seconds}),
      link_expires_at = link_expires_at - make_interval(secs => ${seconds})
    where address_hash = ${addressHash(email)}`.execute(db)
}

/** A database, and the settings of the key that its codes are stored with. */
export interface CodeStore {
  db: Db
  env: SecretKeySettings
}

/** A reset requested by an unknown browser; returns its code. */
export async function insertReset(
  { db, env }: CodeStore,
  user: { id: number; email: string },
): Promise<string> {
  const address = addressHash(user.email)
  const { code, hash, expiresAt } = await createCode(env, `RESET_PASSWORD:${address.toString('hex')}`)
  await db
    .insertInto('password_resets')
    .values({
      address_hash: address,
      user_id: user.id,
      browser_hash: randomBytes(32),
      network_hash: randomBytes(32),
      code_hash: hash,
      link_hash: randomBytes(32),
      own_tries_left: 5,
      other_tries_left: 5,
      code_expires_at: expiresAt,
      link_expires_at: expiresAt,
    })
    .execute()
  return code
}

/** The error of a call that should fail. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.then(
    () => null,
    (error: ApiError) => error,
  )
  if (!outcome) throw new Error('The call succeeded.')
  return outcome
}

export async function codeOf(call: Promise<unknown>): Promise<string | undefined> {
  return (await failureOf(call)).problem?.code
}

/** The session cookie of a response, in the form of a request header; undefined without one. */
export function cookieOf(response: { cookies: { name: string; value: string }[] }): string | undefined {
  const cookie = response.cookies.find(({ name }) => name.endsWith('oja_session'))
  return cookie?.value ? `${cookie.name}=${cookie.value}` : undefined
}
