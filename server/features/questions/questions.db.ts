import { sql } from 'kysely'
import type { Authorized } from '#server/core/session/authorize.ts'
import { isAway } from '#server/db/away.ts'
import { publicTitle } from '#server/db/last-public.ts'
import type { Db } from '#server/db/pool.ts'
import { statement } from '#server/db/statement.ts'

/** A question with who asked it, as it is shown. */
export interface StoredQuestion {
  id: number
  listingId: number
  question: string
  answer: string | null
  answeredAt: Date | null
  createdAt: Date
  askerId: number
  askerName: string
  askerAvatarUrl: string | null
}

/** What decides whether a listing takes questions, and whom to tell. */
export interface AskedListing {
  id: number
  title: string
  /** What whoever asked may know of it. */
  publicTitle: string
  sellerId: number
  questionsEnabled: boolean
}

/** Locks the listing until the transaction ends, so that what is asked, answered and switched has one order. */
export async function lockListing(tx: Db, id: number): Promise<AskedListing | null> {
  const listing = await tx
    .selectFrom('listings')
    .select([
      'id',
      'title',
      publicTitle('listings').as('publicTitle'),
      'seller_id as sellerId',
      'questions_enabled as questionsEnabled',
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return listing ?? null
}

/**
 * A listing's questions, the newest first, without those of askers who are away. While questions are off, unanswered ones are
 * for the seller and for whoever asked them. `viewerId` is null for a visitor.
 */
export const findQuestions = statement<
  { listingId: number; forSeller: boolean; viewerId: number | null },
  StoredQuestion
>(
  (value) => sql`
    select q.id, q.listing_id as "listingId", q.question, q.answer, q.answered_at as "answeredAt",
      q.created_at as "createdAt", u.id as "askerId", u.full_name as "askerName", u.avatar_url as "askerAvatarUrl"
    from questions q join users u on u.id = q.asker_id join listings l on l.id = q.listing_id
    where q.listing_id = ${value('listingId')} and not (${isAway('u')})
      and (${value('forSeller')} or l.questions_enabled or q.answer is not null or q.asker_id = ${value('viewerId')})
    order by q.created_at desc, q.id desc`,
)

export async function findQuestion(db: Db, id: number): Promise<StoredQuestion | null> {
  return (await selectQuestions(db).where('q.id', '=', id).executeTakeFirst()) ?? null
}

/** The same words from the same person, not answered yet: sent again after an answer of ours was lost. */
export async function findWaitingQuestion(
  db: Db,
  listingId: number,
  askerId: number,
  question: string,
): Promise<StoredQuestion | null> {
  const waiting = await selectQuestions(db)
    .where('q.listing_id', '=', listingId)
    .where('q.asker_id', '=', askerId)
    .where('q.question', '=', question)
    .where('q.answer', 'is', null)
    .executeTakeFirst()
  return waiting ?? null
}

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

/** Takes the place of an earlier answer. */
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

/** Who of the two blocked whom, from the first one's side. */
export async function findBlocks(
  db: Db,
  userId: number,
  otherId: number,
): Promise<{ byUser: boolean; byOther: boolean }> {
  const rows = await db
    .selectFrom('blocks')
    .select('blocker_id as blockerId')
    .where(({ or, and, eb }) =>
      or([
        and([eb('blocker_id', '=', userId), eb('blocked_id', '=', otherId)]),
        and([eb('blocker_id', '=', otherId), eb('blocked_id', '=', userId)]),
      ]),
    )
    .execute()
  return {
    byUser: rows.some(({ blockerId }) => blockerId === userId),
    byOther: rows.some(({ blockerId }) => blockerId === otherId),
  }
}

/** The address to mail to; null for those who want no mail about questions, or are away. */
export async function findMailAddress(db: Db, userId: number): Promise<string | null> {
  const recipient = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .where('notify_questions', '=', true)
    .where(sql<boolean>`not (${isAway('users')})`)
    .executeTakeFirst()
  return recipient?.email ?? null
}
