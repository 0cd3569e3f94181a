import { sql } from 'kysely'
import { hasLeft, isAway, publicName } from '#server/db/away.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import type { Review, ReviewDraft } from '#shared/contract/users.ts'

/** Who is about to be reviewed. */
interface Reviewed {
  id: number
  email: string
  wantsMail: boolean
  /** Confirmed, and neither banned nor leaving: others see the profile. */
  isPublic: boolean
  /** They blocked whoever writes the review. */
  hasBlockedReviewer: boolean
}

/**
 * Who is reviewed; null where there is no such user. Until the transaction ends nobody else reviews them. The reviewer is
 * locked first: a ban takes the two in the same order.
 */
export async function lockReviewed(tx: Tx, id: number, reviewerId: number): Promise<Reviewed | null> {
  await tx.selectFrom('users').select('id').where('id', '=', reviewerId).forKeyShare().execute()
  const user = await tx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'notify_reviews as wantsMail',
      sql<boolean>`email_verified_at is not null and not (${isAway('users')})`.as('isPublic'),
      sql<boolean>`exists (
        select from blocks where blocker_id = users.id and blocked_id = ${reviewerId})`.as(
        'hasBlockedReviewer',
      ),
    ])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user ?? null
}

/**
 * Writes a review, in place of an earlier one by the same reviewer; triggers keep the rating. The caller holds the lock of
 * `lockReviewed`. `isNew` is false where there was one before.
 */
export async function saveReview(
  tx: Tx,
  userId: number,
  reviewerId: number,
  { stars, comment }: ReviewDraft,
): Promise<{ id: number; isNew: boolean }> {
  const earlier = await tx
    .selectFrom('reviews')
    .select('id')
    .where('user_id', '=', userId)
    .where('reviewer_id', '=', reviewerId)
    .executeTakeFirst()
  const content = { stars, comment: comment || null }
  if (earlier) {
    const now = sql<Date>`now()`
    await tx
      .updateTable('reviews')
      .set({ ...content, created_at: now, updated_at: now })
      .where('id', '=', earlier.id)
      .execute()
    return { id: earlier.id, isNew: false }
  }
  const { id } = await tx
    .insertInto('reviews')
    .values({ ...content, user_id: userId, reviewer_id: reviewerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, isNew: true }
}

/** The reviews that a user received, the newest first; those by banned users are left out, as from the rating. */
export async function findReviews(db: Db, userId: number): Promise<Review[]> {
  const rows = await selectReviews(db)
    .where('r.user_id', '=', userId)
    .where('u.banned_at', 'is', null)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
  return rows.map(toReview)
}

export async function findReview(db: Db, id: number): Promise<Review> {
  return toReview(await selectReviews(db).where('r.id', '=', id).executeTakeFirstOrThrow())
}

function selectReviews(db: Db) {
  return db
    .selectFrom('reviews as r')
    .innerJoin('users as u', 'u.id', 'r.reviewer_id')
    .select([
      'r.id',
      'r.stars',
      'r.comment',
      'r.created_at',
      'u.id as reviewerId',
      publicName('u').as('fullName'),
      'u.avatar_url',
      hasLeft('u').as('hasLeft'),
    ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number]

/** What a person said stays when they leave; who said it does not. */
function toReview(row: Row): Review {
  return {
    id: row.id,
    stars: row.stars,
    comment: row.comment,
    createdAt: row.created_at.toISOString(),
    reviewer: row.hasLeft
      ? { id: null, fullName: row.fullName, avatarUrl: null }
      : { id: row.reviewerId, fullName: row.fullName, avatarUrl: row.avatar_url },
  }
}
