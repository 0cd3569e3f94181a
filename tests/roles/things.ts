import { createCode } from '#server/core/session/codes.ts'
import { hashPassword } from '#server/core/session/password.ts'
import { createToken, hashToken } from '#server/core/session/session.ts'
import { insertReset, registration } from '../support/accounts.ts'
import { insertListing } from '../support/listings.ts'
import type { TestApp, TestUser } from '../support/test-app.ts'

export const password = 'a good password'
const passwordHash = hashPassword(password)

export async function givePassword({ db }: TestApp, user: TestUser | null): Promise<void> {
  if (!user) return
  await db
    .updateTable('users')
    .set({ password_hash: await passwordHash })
    .where('id', '=', user.id)
    .execute()
}

export async function ban({ db }: TestApp, { id }: TestUser): Promise<void> {
  await db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', id).execute()
}

/** A registration of a browser with these cookies that waits for this code, which was sent over a minute ago. */
export async function beginRegistration(t: TestApp, email?: string) {
  const { fullName, password: _, ...details } = registration(email ? { email } : {})
  const token = createToken()
  const { code, hash, expiresAt } = createCode(`REGISTER:${details.email}`)
  await t.db
    .insertInto('pending_registrations')
    .values({
      ...details,
      full_name: fullName,
      password_hash: await passwordHash,
      token_hash: hashToken(token),
      code_hash: hash,
      tries_left: 5,
      code_sent_at: new Date(Date.now() - 120_000),
      code_expires_at: expiresAt,
      expires_at: expiresAt,
    })
    .execute()
  return { cookies: `oja_registration=${token}`, body: { email: details.email, code } }
}

/** Somebody whose account waits for the code of a new password, which is answered too. */
export async function waitForReset(t: TestApp) {
  const user = await t.user()
  return { email: user.email, code: await insertReset(t.db, user) }
}

/** The code that was sent to somebody's phone; a made-up one for a visitor. */
export async function phoneCode(t: TestApp, user: TestUser | null): Promise<string> {
  if (!user) return '123456'
  const { phone } = await t.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const { code, hash, expiresAt } = createCode(`${user.id}:VERIFY_PHONE:${phone}`)
  await t.db
    .insertInto('phone_codes')
    .values({ user_id: user.id, phone, code_hash: hash, tries_left: 5, expires_at: expiresAt })
    .execute()
  return code
}

export async function insertQuestion(t: TestApp, seller: TestUser): Promise<number> {
  const asker = await t.user()
  const { id } = await t.db
    .insertInto('questions')
    .values({
      listing_id: await insertListing(t, seller),
      asker_id: asker.id,
      question: 'Does the charger come with it?',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A conversation of a buyer with some seller, who wrote once. */
export async function insertThread(t: TestApp, buyer: TestUser): Promise<{ id: number; messageId: number }> {
  const seller = await t.user()
  const { id } = await t.db
    .insertInto('threads')
    .values({ listing_id: await insertListing(t, seller), seller_id: seller.id, buyer_id: buyer.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await t.db
    .insertInto('messages')
    .values({
      thread_id: id,
      sender_id: seller.id,
      recipient_id: buyer.id,
      client_id: 'from-the-seller',
      body: 'Yes, it is still there.',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, messageId: message.id }
}

/** Somebody's report about a listing. */
export async function insertReport(t: TestApp, seller: TestUser): Promise<number> {
  const reporter = await t.user()
  const { id } = await t.db
    .insertInto('reports')
    .values({
      reporter_id: reporter.id,
      target_type: 'LISTING',
      target_id: await insertListing(t, seller),
      reason: 'Wrong category',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A listing that was held back, as a copy of another one. */
export async function insertHold(t: TestApp, seller: TestUser): Promise<number> {
  const listing_id = await insertListing(t, seller, { status: 'HIDDEN', hidden_by_moderator: true })
  const { id } = await t.db
    .insertInto('holds')
    .values({ kind: 'LISTING', rule: 'COPIES', owner_id: seller.id, listing_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
