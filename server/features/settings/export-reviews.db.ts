import type { Db } from '#server/db/pool.ts'
import { idTo, nameTo } from './export-names.db.ts'

/** Columns of a review, shown or waiting. */
const reviewColumns = ['r.stars', 'r.comment', 'r.created_at as writtenAt', 'r.proof'] as const

/** The files about reviews. */
export async function readReviews(db: Db, id: number) {
  return {
    'reviews-you-wrote': await db
      .selectFrom('reviews as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select([
        idTo(id, 'u').as('userId'),
        nameTo(id, 'u').as('user'),
        ...reviewColumns,
        'r.answer',
        'r.answered_at as answeredAt',
      ])
      .where('r.reviewer_id', '=', id)
      .orderBy('r.created_at')
      .execute(),
    // Waiting reviews about this account are left out until they are shown.
    'reviews-you-wrote-not-shown-yet': await db
      .selectFrom('waiting_reviews as r')
      .innerJoin('users as u', 'u.id', 'r.user_id')
      .select([
        idTo(id, 'u').as('userId'),
        nameTo(id, 'u').as('user'),
        ...reviewColumns,
        'r.appears_at as appearsAt',
      ])
      .where('r.reviewer_id', '=', id)
      .orderBy('r.created_at')
      .execute(),
    'reviews-you-reported': await db
      .selectFrom('suspect_reviews as s')
      .innerJoin('holds as h', 'h.id', 's.hold_id')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select([
        nameTo(id, 'u').as('reviewOf'),
        'h.rule',
        's.reason',
        'h.created_at as reportedAt',
        'h.decision',
      ])
      .where('s.reporter_id', '=', id)
      .orderBy('h.id')
      .execute(),
    'reviews-of-you': await db
      .selectFrom('reviews as r')
      .innerJoin('users as u', 'u.id', 'r.reviewer_id')
      .select([
        idTo(id, 'u').as('reviewerId'),
        nameTo(id, 'u').as('reviewer'),
        ...reviewColumns,
        'r.answer as yourAnswer',
        'r.answered_at as answeredAt',
      ])
      .where('r.user_id', '=', id)
      .orderBy('r.created_at')
      .execute(),
  }
}
