import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hashPassword } from '#server/core/session/password.ts'
import { hashToken } from '#server/core/session/session.ts'
import { createClient } from '#shared/client.ts'
import type { TestUser } from '../../support/test-app.ts'
import { expect } from './browser.ts'
import { type OjaServer, readCode } from './server.ts'

export interface Person extends TestUser {
  fullName: string
  username: string
}

/** What every made-up person's password is, where one is set. */
export const password = 'correct horse 42'

let people = 0

interface PersonFields {
  fullName?: string
  /** Hashed only where a test logs in by it: hashing takes its time. */
  password?: string
  verified?: boolean
  bio?: string
  state?: string
  lga?: string
  phoneVerified?: boolean
  banned?: boolean
}

/** A new user with a session, straight into the database. */
export async function person(oja: OjaServer, fields: PersonFields = {}): Promise<Person> {
  people += 1
  // Also unique among the workers, in case they ever share a database.
  const username = `p${process.pid}_${people}`
  const fullName = fields.fullName ?? `Ngozi Person ${people}`
  const { db } = oja.database
  const { id, email } = await db
    .insertInto('users')
    .values({
      email: `${username}@example.com`,
      username,
      full_name: fullName,
      phone: `+23480${String(process.pid).padStart(7, '0')}${people}`.slice(0, 16),
      password_hash: fields.password ? await hashPassword(fields.password) : 'no password',
      email_verified_at: fields.verified === false ? null : new Date(),
      phone_verified_at: fields.phoneVerified ? new Date() : null,
      banned_at: fields.banned ? new Date() : null,
      bio: fields.bio ?? null,
      state: fields.state ?? null,
      lga: fields.lga ?? null,
    })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('sessions')
    .values({ token_hash: hashToken(token), user_id: id, expires_at: new Date(Date.now() + 3_600_000) })
    .execute()
  const cookie = `oja_session=${token}`
  return { id, email, fullName, username, cookie, api: apiOf(oja, cookie) }
}

/** The typed API over HTTP as somebody. */
function apiOf(oja: OjaServer, cookie: string) {
  return createClient(async (method, url, body) => {
    const response = await fetch(new URL(url, oja.url), {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { status, statusText, headers } = response
    return { status, statusText, headers, text: await response.text() }
  })
}

/** From now on the browser is this person's. */
export async function signIn(page: Page, oja: OjaServer, who: Person): Promise<void> {
  const [name = '', value = ''] = who.cookie.split('=')
  await page.context().addCookies([{ name, value, url: oja.url, httpOnly: true, sameSite: 'Lax' }])
}

/** The code that the outbox has for an address, once it is there. */
export async function mailedCode(oja: OjaServer, email: string, not?: string): Promise<string> {
  await expect.poll(async () => [undefined, not].includes(await readCode(oja, email))).toBe(false)
  return (await readCode(oja, email)) ?? ''
}
