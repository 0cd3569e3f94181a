import { type InferResult, sql } from 'kysely'
import { ownMailListing, publicMailListing } from '#server/core/mail/mail-listing.db.ts'
import type { Authorized } from '#server/core/session/authorize.ts'
import { hasBlocked } from '#server/db/block-conditions.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Db } from '#server/db/pool.ts'
import { hidden, statement, type ValueOf } from '#server/db/statement.ts'

/** The listing that a question is about: whether it takes questions, and the recipient of the mail. */
export type AskedListing = NonNullable<Awaited<ReturnType<typeof lockListing>>>

/** Locks the listing until the transaction ends, so that questions, answers and the switch have one order. */
export async function lockListing(tx: Db, id: number) {
  const listing = await tx
    .selectFrom('listings')
    .select([
      'id',
      ownMailListing('listings').as('forSeller'),
      // The listing as its asker may see it.
      publicMailListing('listings').as('forOthers'),
      'seller_id as sellerId',
      'questions_enabled as questionsEnabled',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return listing ?? null
}

interface QuestionsOfListing {
  listingId: number
  forSeller: boolean
  /** Null for a visitor. */
  viewerId: number | null
  /** Only those older than this question; null: from the newest on. */
  after: number | null
  limit: number
}

/**
 * Up to `limit` of a listing's questions, newest first, without those of inactive askers, each with the number of all of them. While
 * questions are off, unanswered ones are visible only to the seller and their asker.
 */
export const findQuestions = statement((value: ValueOf<QuestionsOfListing>, db) => {
  const visible = selectQuestions(db)
    .select(sql<number>`count(*) over ()::int`.as('total'))
    .innerJoin('listings as l', 'l.id', 'q.listing_id')
    .where('q.listing_id', '=', value('listingId'))
    .where(sql<boolean>`not (${isInactive('u')})`)
    .where(({ or, eb, ref }) =>
      or([
        sql<boolean>`${value('forSeller')}`,
        ref('l.questions_enabled'),
        eb('q.answer', 'is not', null),
        eb('q.asker_id', '=', value('viewerId')),
      ]),
    )
  const after = hidden(value('after'), 'int')
  return db
    .selectFrom(visible.as('v'))
    .selectAll()
    .where(
      sql<boolean>`(${after} is null or (v."createdAt", v.id) < (select created_at, id from questions where id = ${after}))`,
    )
    .orderBy('v.createdAt', 'desc')
    .orderBy('v.id', 'desc')
    .limit(hidden(value('limit'), 'int'))
})

export async function findQuestion(db: Db, id: number): Promise<StoredQuestion | null> {
  return (await selectQuestions(db).where('q.id', '=', id).executeTakeFirst()) ?? null
}

/**
 * An unanswered question with the same text from the same person: a retry after a lost response, or another tab. The caller holds the
 * asker's quota lock, so two at once find each other.
 */
export async function findWaitingQuestion(
  db: Db,
  listingId: number,
  askerId: number,
  question: string,
): Promise<StoredQuestion | null> {
  const found = await selectQuestions(db)
    .where('q.listing_id', '=', listingId)
    .where('q.asker_id', '=', askerId)
    .where('q.question', '=', question)
    .where('q.answer', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/** A question with who asked it, as it is shown. */
function selectQuestions(db: Db) {
  return db
    .selectFrom('questions as q')
    .innerJoin('users as u', 'u.id', 'q.asker_id')
    .select([
      'q.id',
      'q.listing_id as listingId',
      'q.question',
      'q.answer',
      'q.answered_at as answeredAt',
      'q.created_at as createdAt',
      'u.id as askerId',
      'u.full_name as askerName',
      'u.avatar_url as askerAvatarUrl',
    ])
}

export type StoredQuestion = InferResult<ReturnType<typeof selectQuestions>>[number]

/** Returns the new question's id. */
export async function insertQuestion(
  tx: Db,
  values: { listingId: number; askerId: number; question: string },
): Promise<number> {
  const { id } = await tx
    .insertInto('questions')
    .values({ listing_id: values.listingId, asker_id: values.askerId, question: values.question })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Replaces an earlier answer. */
export async function writeAnswer(
  tx: Db,
  question: Authorized<{ id: number }>,
  answer: string,
): Promise<void> {
  await tx
    .updateTable('questions')
    .set({ answer, answered_at: sql<Date>`now()` })
    .where('id', '=', question.id)
    .execute()
}

/** Which of the two blocked the other, from the first one's side. */
export async function findBlocksBetween(db: Db, userId: number, otherId: number) {
  return db
    .selectNoFrom([hasBlocked(userId, otherId).as('byUser'), hasBlocked(otherId, userId).as('byOther')])
    .executeTakeFirstOrThrow()
}

/** The recipient of a mail about questions; null for inactive users. */
export async function findMailRecipient(db: Db, userId: number) {
  const recipient = await db
    .selectFrom('users')
    .select(['id as userId', 'email as to', 'full_name as name', 'notify_questions as wantsMail'])
    .where('id', '=', userId)
    .where(sql<boolean>`not (${isInactive('users')})`)
    .executeTakeFirst()
  return recipient ?? null
}
