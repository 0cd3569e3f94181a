import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hashPassword } from '#server/core/session/password.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { createClient } from '#shared/client.ts'
import '../../support/cheap-passwords.ts'
import type { TestUser } from '../../support/test-app.ts'
import { expect } from './browser.ts'
import { type OjaServer, readCode } from './server.ts'

export interface Person extends TestUser {
  fullName: string
  username: string
}

/** The password of generated users that have one. */
export const password = 'correct horse 42'

let people = 0

interface PersonFields {
  fullName?: string
  /** Hashed only for tests that log in with it, since hashing is slow. */
  password?: string
  verified?: boolean
  bio?: string
  state?: string
  lga?: string
  phoneVerified?: boolean
  banned?: boolean
}

/** Inserts a user with a session into the database. */
export async function person(oja: OjaServer, fields: PersonFields = {}): Promise<Person> {
  people += 1
  // Unique across workers too, in case they share a database.
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

/** The typed API over HTTP as a user. */
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

/** Signs the browser in as this person. */
export async function signIn(page: Page, oja: OjaServer, who: Person): Promise<void> {
  const [name = '', value = ''] = who.cookie.split('=')
  await page.context().addCookies([{ name, value, url: oja.url, httpOnly: true, sameSite: 'Lax' }])
}

/** Waits until a late chunk has recorded the owner of this device; that chunk also listens for logouts in other tabs. */
export async function expectOwner(page: Page, { id }: Person): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('oja:private:owner')))
    .toBe(JSON.stringify({ id }))
}

/**
 * Ends a user's session at the page's next request for this path, as another device would. Not earlier: a late read of the page
 * itself would get the 401 first, and the page would react before the test acts.
 */
export async function endSessionAt(
  page: Page,
  { oja, who }: { oja: OjaServer; who: Person },
  method: 'GET' | 'POST',
  url: string,
): Promise<void> {
  let ending: Promise<unknown> | undefined
  // The route stays: Chromium sometimes never sends the request that follows the end of an interception, such as that of a dialog's code.
  await page.route(url, async (route) => {
    if (route.request().method() === method) {
      ending ??= oja.database.db.deleteFrom('sessions').where('user_id', '=', who.id).execute()
      await ending
    }
    await route.fallback()
  })
}

/** Waits for the code mailed to an address, in the mail folder. */
export async function mailedCode(oja: OjaServer, email: string, not?: string): Promise<string> {
  await expect.poll(async () => [undefined, not].includes(await readCode(oja, email))).toBe(false)
  return (await readCode(oja, email)) ?? ''
}
