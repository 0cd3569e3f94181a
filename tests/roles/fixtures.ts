import { createCode } from '#server/core/session/codes.ts'
import { hashPassword } from '#server/core/session/password.ts'
import { storedImei } from '#server/features/passports/imei-secrets.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import type { CaseTarget } from '#shared/contract/cases.ts'
import { insertReset, registration } from '../support/accounts.ts'
import { anImei } from '../support/imeis.ts'
import { insertListing } from '../support/listings.ts'
import type { TestApp, TestUser } from '../support/test-app.ts'
import { insertMessage, insertThread } from '../support/threads.ts'

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
  const { code, hash, expiresAt } = await createCode(t.env, `REGISTER:${details.email}`)
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
  const prefix = t.env.NODE_ENV === 'production' ? '__Host-' : ''
  return { cookies: `${prefix}oja_registration=${token}`, body: { email: details.email, code } }
}

/** Somebody whose account waits for the code of a new password, which is answered too. */
export async function waitForReset(t: TestApp) {
  const user = await t.user()
  return { email: user.email, code: await insertReset(t, user) }
}

/** The code that was sent to somebody's phone; a made-up one for a visitor. */
export async function phoneCode(t: TestApp, user: TestUser | null): Promise<string> {
  if (!user) return '123456'
  const { phone } = await t.db
    .selectFrom('users')
    .select('phone')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  const { code, hash, expiresAt } = await createCode(t.env, `${user.id}:VERIFY_PHONE:${phone}`)
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

export async function insertNotification(t: TestApp, reader: TestUser): Promise<number> {
  const { id } = await t.db
    .insertInto('notifications')
    .values({ user_id: reader.id, kind: 'REPORT', subject_id: 1, detail: 'ACTIONED' })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'kind', 'subject_id'])
        .where('read_at', 'is', null)
        .doUpdateSet({ count: 1 }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A conversation of a buyer with some seller, who wrote once. */
export async function insertThreadOf(
  t: TestApp,
  buyer: TestUser,
): Promise<{ id: number; messageId: number }> {
  const seller = await t.user()
  const thread = await insertThread(t, seller, buyer)
  return { id: thread.id, messageId: await insertMessage(t, thread, seller) }
}

/** A listing of somebody, with the person who wrote to them about it. */
export async function insertTalk(t: TestApp, seller: TestUser): Promise<{ id: number; buyerId: number }> {
  const [id, buyer] = [await insertListing(t, seller), await t.user()]
  await insertMessage(t, await insertThread(t, seller, buyer, { listing_id: id }), buyer)
  return { id, buyerId: buyer.id }
}

/** An offer of the seller to the buyer of a conversation; the id of its message. */
export async function insertOffer(t: TestApp, buyer: TestUser): Promise<number> {
  const { id, messageId } = await insertThreadOf(t, buyer)
  await t.db
    .insertInto('offers')
    .columns(['message_id', 'thread_id', 'sender_id', 'price'])
    .expression((eb) =>
      eb
        .selectFrom('messages')
        .select(['id', eb.val(id).as('thread_id'), 'sender_id', eb.val(4_500_000).as('price')])
        .where('id', '=', messageId),
    )
    .execute()
  return messageId
}

/** Somebody's report about a listing. */
export async function insertReport(t: TestApp, seller: TestUser): Promise<number> {
  return (await report(t, seller)).id
}

/** What an open report is about. */
export async function insertCase(t: TestApp, seller: TestUser): Promise<CaseTarget> {
  const { targetType, targetId } = await report(t, seller)
  return { targetType, targetId }
}

async function report(t: TestApp, seller: TestUser) {
  const reporter = await t.user()
  return t.db
    .insertInto('reports')
    .values({
      reporter_id: reporter.id,
      target_type: 'LISTING',
      target_id: await insertListing(t, seller),
      reason: 'Wrong category',
    })
    .returning(['id', 'target_type as targetType', 'target_id as targetId'])
    .executeTakeFirstOrThrow()
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

/** The user's report of a stolen phone, which waits for a moderator. */
export async function insertTheft(t: TestApp, { id: owner_id }: TestUser): Promise<number> {
  const { id } = await t.db
    .insertInto('holds')
    .values({ kind: 'THEFT', rule: 'THEFT_REPORT', owner_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const imei = await storedImei(t.env, anImei(), owner_id)
  const proof = JSON.stringify({ url: '/receipt.webp', width: null, height: null, placeholder: null })
  await t.db
    .insertInto('stolen_phones')
    .values({ hold_id: id, details: 'Snatched at Ojota bus stop on Monday.', proof, ...imei })
    .execute()
  return id
}

/** The act by which some administrator hid a listing. */
export async function insertAct(t: TestApp, seller: TestUser): Promise<number> {
  const admin = await t.user({ role: 'ADMIN' })
  const target_id = await insertListing(t, seller, { status: 'HIDDEN', hidden_by_moderator: true })
  const { id } = await t.db
    .insertInto('moderation_acts')
    .values({ admin_id: admin.id, action: 'HIDE', target_type: 'LISTING', target_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The seller's appeal against it. */
export async function insertAppeal(t: TestApp, seller: TestUser): Promise<number> {
  const { id } = await t.db
    .insertInto('appeals')
    .values({ act_id: await insertAct(t, seller), appellant_id: seller.id, text: 'The photos are my own.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A draft of a listing. */
export async function insertDraft(t: TestApp, { id }: { id: number }): Promise<number> {
  const draft = await t.db
    .insertInto('listing_drafts')
    .values({ user_id: id, content: JSON.stringify({ title: 'A fan', photos: [] }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return draft.id
}

/** A saved search without words. */
export async function insertSearch(t: TestApp, { id }: { id: number }): Promise<number> {
  const search = await t.db
    .insertInto('saved_searches')
    .values({ user_id: id, anchors: ['*'], state: 'Kano' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return search.id
}

/** A review of somebody by a third person, with an answer. */
export async function insertReview(t: TestApp, { id }: { id: number }): Promise<number> {
  const reviewer = await t.user()
  const review = await t.db
    .insertInto('reviews')
    .values({
      user_id: id,
      reviewer_id: reviewer.id,
      stars: 4,
      answer: 'Thank you.',
      answered_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return review.id
}
