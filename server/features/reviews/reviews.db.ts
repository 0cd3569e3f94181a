import { sql } from 'kysely'
import { z } from 'zod'
import type { Authorized } from '#server/core/session/authorize.ts'
import { advisoryLocks } from '#server/db/advisory-locks.ts'
import { hasBlocked, isBlockBetween } from '#server/db/block-conditions.ts'
import { microsOf, momentOf } from '#server/db/clock.ts'
import { isInactive, isLeavingOrDeleted, publicName } from '#server/db/inactive-accounts.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { hidden, statement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { isBetweenUsers, reviewWaitsUntil } from '#server/db/waiting-reviews.ts'
import { waitForBans } from '#server/features/moderation/moderation.public.ts'
import { type Review, type ReviewDraft, ReviewProof } from '#shared/contract/users.ts'

/**
 * The user to be reviewed; null if there is none. Until the transaction ends it holds three locks, taken in this order: against bans; of
 * the pair, so that of two people who review each other at the same time the second one finds the first one's review; of the reviewed
 * user, against other reviews.
 */
export async function lockReviewed(tx: Tx, id: number, reviewerId: number) {
  await waitForBans(tx)
  const pair = `${Math.min(id, reviewerId)} ${Math.max(id, reviewerId)}`
  await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLocks.reviews)}, hashtext(${pair}))`.execute(tx)
  const user = await tx
    .selectFrom('users')
    .select([
      'id',
      // Others see the profile.
      sql<boolean>`email_verified_at is not null and not (${isInactive('users')})`.as('isPublic'),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user ?? null
}

const ProofAndWait = z.strictObject({
  proof: ReviewProof.nullable(),
  /** The time until which a new review waits for the other party's; null if it does not wait. */
  waitsUntil: z.date().nullable(),
  /** The item of the review queue for which the reviewer's earlier review waits. */
  heldFor: z.int().nullable(),
  /** The user blocked the reviewer. */
  isBlocked: z.boolean(),
})

/**
 * The proof of a new review, and what it must wait for. The caller holds the lock of `lockReviewed`, so a block that was in progress is
 * seen.
 */
export async function findProofAndWait(tx: Tx, userId: number, reviewerId: number) {
  const hasWritten = (side: 'seller_id' | 'buyer_id') =>
    sql`exists (select from messages m where m.thread_id = t.id and m.sender_id = ${sql.ref(`t.${side}`)})`
  return typedSql(
    ProofAndWait,
    sql`select coalesce(
        (select case d.buyer_id when ${reviewerId} then 'BOUGHT' else 'SOLD' end
          from deals d where d.status = 'COMPLETED' and ${isBetweenUsers('d', userId, reviewerId)}
          order by d.ended_at desc limit 1),
        (select 'TALKED' from threads t
          where ${isBetweenUsers('t', userId, reviewerId)} and ${hasWritten('seller_id')} and ${hasWritten('buyer_id')}
          limit 1)) as proof,
      ${reviewWaitsUntil(reviewerId, userId)} as "waitsUntil",
      (select h.id from waiting_reviews w join holds h on h.id = w.hold_id
        where w.user_id = ${userId} and w.reviewer_id = ${reviewerId} and h.decision is null for update of h) as "heldFor",
      ${hasBlocked(userId, reviewerId)} as "isBlocked"`,
  ).one(tx)
}

/** What a review waits for: the other party's review until a time, or the decision on an item of the review queue. */
export type WaitsFor = { until: Date } | { hold: number }

/** A review as it is stored. */
export interface NewReview extends ReviewDraft {
  userId: number
  reviewerId: number
  proof: ReviewProof | null
}

/**
 * Writes or replaces a reviewer's waiting review, which only they see; call `publishReviews` if it has nothing to wait for. Their
 * published review stays until then.
 */
export async function saveReview(tx: Tx, review: NewReview, waitsFor: WaitsFor | null): Promise<void> {
  const { userId, reviewerId, stars, comment, proof } = review
  const content = {
    stars,
    comment: comment || null,
    proof,
    created_at: sql<Date>`now()`,
    ...(waitsFor && 'hold' in waitsFor
      ? { appears_at: null, hold_id: waitsFor.hold }
      : { appears_at: waitsFor?.until ?? sql<Date>`now()`, hold_id: null }),
  }
  await tx
    .insertInto('waiting_reviews')
    .values({
      id: sql<number>`coalesce(
        (select id from reviews where user_id = ${userId} and reviewer_id = ${reviewerId}),
        nextval(pg_get_serial_sequence('reviews', 'id')))`,
      user_id: userId,
      reviewer_id: reviewerId,
      ...content,
    })
    .onConflict((conflict) => conflict.columns(['user_id', 'reviewer_id']).doUpdateSet(content))
    .execute()
}

const Shown = z.strictObject({
  id: z.int(),
  userId: z.int(),
  /** The reviewer had none that was shown. */
  isNew: z.boolean(),
  email: z.string(),
  fullName: z.string(),
  wantsMail: z.boolean(),
})

/** The waiting reviews to publish: those of two users about each other, or those of an item of the review queue. */
export type ReviewsToPublish = { between: [number, number] } | { hold: number }

/**
 * Publishes waiting reviews in place of their authors' earlier ones; triggers update the ratings. Returns them with the data for the
 * mails to the reviewed users.
 */
export async function publishReviews(tx: Tx, which: ReviewsToPublish) {
  const condition =
    'hold' in which
      ? sql`hold_id = ${which.hold}`
      : sql`hold_id is null and user_id in (${sql.join(which.between)}) and reviewer_id in (${sql.join(which.between)})`
  return typedSql(
    Shown,
    sql`with due as (
      delete from waiting_reviews where ${condition} returning *
    ), shown as (
      insert into reviews (id, user_id, reviewer_id, stars, comment, proof) overriding system value
      select id, user_id, reviewer_id, stars, comment, proof from due order by user_id
      on conflict (user_id, reviewer_id) do update
        set (stars, comment, proof, created_at, updated_at) = (excluded.stars, excluded.comment, excluded.proof, now(), now())
      returning id, user_id, xmax = 0 as is_new
    )
    select s.id, s.user_id as "userId", s.is_new as "isNew", u.email, u.full_name as "fullName",
      u.notify_reviews and not (${isInactive('u')}) as "wantsMail"
    from shown s join users u on u.id = s.user_id`,
  ).execute(tx)
}

const Deleted = z.strictObject({
  userId: z.int(),
  reviewerId: z.int(),
  text: z.string().nullable(),
})

/**
 * Deletes the reviews of an item of the review queue, shown or waiting, or only their answers; triggers update the ratings. Returns the
 * deleted ones whose authors are active, with the data for the mails to these authors.
 */
export async function deleteRejected(tx: Tx, holdId: number, what: 'REVIEW' | 'ANSWER') {
  const suspects = sql`(user_id, reviewer_id) in (select user_id, reviewer_id from suspect_reviews where hold_id = ${holdId})`
  const named = sql`user_id as "userId", reviewer_id as "reviewerId"`
  const deleted = await typedSql(
    Deleted,
    what === 'REVIEW'
      ? sql`with shown as (delete from reviews where ${suspects} returning ${named}, comment as text),
          waiting as (delete from waiting_reviews where ${suspects} and hold_id = ${holdId} returning ${named}, comment as text)
          select * from shown union all select * from waiting`
      : sql`with before as (select id, answer from reviews where ${suspects} for no key update)
          update reviews r set answer = null, answered_at = null, updated_at = now() from before
          where r.id = before.id and before.answer is not null
          returning r.user_id as "userId", r.reviewer_id as "reviewerId", before.answer as text`,
  ).execute(tx)
  const people = deleted.flatMap(({ userId, reviewerId }) => [userId, reviewerId])
  if (people.length === 0) return []
  const users = await tx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'full_name as fullName',
      publicName('users').as('publicName'),
      isInactive('users').as('isInactive'),
    ])
    .where('id', 'in', people)
    .execute()
  const byId = new Map(users.map((user) => [user.id, user]))
  return deleted.flatMap(({ userId, reviewerId, text }) => {
    const [author, other] = (what === 'REVIEW' ? [reviewerId, userId] : [userId, reviewerId]).map((id) =>
      byId.get(id),
    )
    return author && other && !author.isInactive
      ? [
          {
            what,
            text,
            about: other.publicName,
            author: { id: author.id, email: author.email, fullName: author.fullName },
          },
        ]
      : []
  })
}

/** Waiting reviews whose time is over, at most 100; those by banned users wait for the end of the ban. */
export function findDueReviews(db: Db, now: Date) {
  return db
    .selectFrom('waiting_reviews as r')
    .innerJoin('users as w', 'w.id', 'r.reviewer_id')
    .select(['r.user_id as userId', 'r.reviewer_id as reviewerId'])
    .where('r.appears_at', '<=', now)
    .where('w.banned_at', 'is', null)
    .limit(100)
    .execute()
}

/** Where a page of reviews ended. */
export interface ReviewPosition {
  /** 3 after a deal, 2 after a conversation, 1 otherwise. */
  rank: number
  /** When it was written, in microseconds since 1970, the database's precision. */
  micros: number
  id: number
}

/**
 * Up to `limit` of the reviews that a user received and that are shown, after the position `after`: those after a deal first, then after a
 * conversation, then the rest, each newest first; without those by banned users, which the rating excludes too.
 */
export async function findReviews(
  db: Db,
  userId: number,
  after: ReviewPosition | null,
  limit: number,
): Promise<{ review: Review; position: ReviewPosition }[]> {
  const rows = await (after
    ? reviewsAfter(db, { userId, limit, ...after })
    : firstReviews(db, { userId, limit }))
  return rows.map(({ rank, micros, ...row }) => ({
    review: toReview(row),
    position: { rank, micros, id: row.id },
  }))
}

const rank = sql<number>`case when r.proof in ('BOUGHT', 'SOLD') then 3 when r.proof is not null then 2 else 1 end`

const reviewsOf = (begin: 'the first' | 'a position') =>
  statement((value: ValueOf<{ userId: number; limit: number } & Partial<ReviewPosition>>, db) => {
    const shown = selectReviews(db)
      .select([rank.as('rank'), microsOf(sql`r.created_at`).as('micros')])
      .where('r.user_id', '=', value('userId'))
      .where('u.banned_at', 'is', null)
      .orderBy(rank, 'desc')
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(hidden(value('limit'), 'int'))
    if (begin === 'the first') return shown
    const position = sql`(${value('rank')}::int, ${momentOf(value('micros'))}, ${value('id')}::bigint)`
    return shown.where(sql<boolean>`(${rank}, r.created_at, r.id) < ${position}`)
  })

const firstReviews = reviewsOf('the first')
const reviewsAfter = reviewsOf('a position')

export async function findReview(db: Db, id: number): Promise<Review> {
  return toReview(await selectReviews(db).where('r.id', '=', id).executeTakeFirstOrThrow())
}

/** A waiting review, as its author sees it. */
export async function findWaitingReview(db: Db, userId: number, reviewerId: number): Promise<Review> {
  const row = await db
    .selectFrom('waiting_reviews as r')
    .innerJoin('users as u', 'u.id', 'r.reviewer_id')
    .select((query) => [
      ...shownColumns,
      ...reviewerColumns(),
      query.val(null).$castTo<null>().as('answer'),
      query.val(null).$castTo<null>().as('answered_at'),
    ])
    .where('r.user_id', '=', userId)
    .where('r.reviewer_id', '=', reviewerId)
    .executeTakeFirstOrThrow()
  return toReview(row)
}

/** A public review, locked, with the recipient of the mail about its answer; null if there is none. */
export async function lockReview(tx: Tx, id: number) {
  const review = await tx
    .selectFrom('reviews as r')
    .innerJoin('users as u', 'u.id', 'r.reviewer_id')
    .select([
      'r.id',
      'r.user_id as userId',
      'r.reviewer_id as reviewerId',
      'r.comment',
      'r.answer',
      'u.email',
      'u.full_name as fullName',
      sql<boolean>`u.notify_reviews and not (${isInactive('u')}) and not ${isBlockBetween('r.user_id', 'u.id')}`.as(
        'wantsMail',
      ),
    ])
    .where('r.id', '=', id)
    .where('u.banned_at', 'is', null)
    .forNoKeyUpdate('r')
    .executeTakeFirst()
  return review ?? null
}

/** Writes, replaces or (null) takes back the reviewed user's answer; returns whether the reviewer was notified of one before. */
export async function writeAnswer(
  tx: Tx,
  review: Authorized<{ id: number }>,
  answer: string | null,
): Promise<boolean> {
  const { wasNotified } = await tx
    .updateTable('reviews')
    .set({ answer, answered_at: answer === null ? null : sql<Date>`now()`, updated_at: sql<Date>`now()` })
    .where('id', '=', review.id)
    .returning(
      sql<boolean>`exists (
        select from notifications where user_id = reviewer_id and kind = 'REVIEW_ANSWER' and subject_id = reviews.id)`.as(
        'wasNotified',
      ),
    )
    .executeTakeFirstOrThrow()
  return wasNotified
}

const shownColumns = ['r.id', 'r.stars', 'r.comment', 'r.proof', 'r.created_at'] as const
const reviewerColumns = () =>
  [
    'u.id as reviewerId',
    publicName('u').as('fullName'),
    'u.avatar_url',
    isLeavingOrDeleted('u').as('hasLeft'),
  ] as const

function selectReviews(db: Db) {
  return db
    .selectFrom('reviews as r')
    .innerJoin('users as u', 'u.id', 'r.reviewer_id')
    .select([...shownColumns, 'r.answer', 'r.answered_at', ...reviewerColumns()])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number]

/** A review stays when its author leaves; the author's name does not. */
function toReview(row: Row): Review {
  return {
    id: row.id,
    stars: row.stars,
    comment: row.comment,
    createdAt: row.created_at.toISOString(),
    proof: row.proof,
    answer: row.answer,
    answeredAt: row.answered_at?.toISOString() ?? null,
    reviewer: row.hasLeft
      ? { id: null, fullName: row.fullName, avatarUrl: null }
      : { id: row.reviewerId, fullName: row.fullName, avatarUrl: row.avatar_url },
  }
}
