import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import { nameTo, titleTo } from './export-names.db.ts'

export function selectQuestions(db: Db, id: number) {
  return db
    .selectFrom('questions as q')
    .innerJoin('listings as l', 'l.id', 'q.listing_id')
    .innerJoin('users as u', 'u.id', 'q.asker_id')
    .select([
      'l.id as listingId',
      titleTo(id).as('listing'),
      nameTo(id, 'u').as('askedBy'),
      'q.question',
      'q.created_at as askedAt',
      'q.answer',
      'q.answered_at as answeredAt',
    ])
    .orderBy('q.created_at')
}

/** Threads with their messages, in the order in which they were written. */
export async function readConversations(db: Db, id: number) {
  const threads = await db
    .selectFrom('threads as t')
    .innerJoin('listings as l', 'l.id', 't.listing_id')
    .innerJoin('users as buyer', 'buyer.id', 't.buyer_id')
    .innerJoin('users as seller', 'seller.id', 't.seller_id')
    .select([
      't.id',
      'l.id as listingId',
      titleTo(id).as('listing'),
      nameTo(id, 'buyer').as('buyer'),
      nameTo(id, 'seller').as('seller'),
      't.created_at as startedAt',
    ])
    .where(({ or, eb }) => or([eb('t.buyer_id', '=', id), eb('t.seller_id', '=', id)]))
    .orderBy('t.id')
    .execute()
  const messages = await db
    .selectFrom('messages as m')
    .innerJoin('threads as t', 't.id', 'm.thread_id')
    .leftJoin('offers as o', 'o.message_id', 'm.id')
    .select([
      'm.id',
      'm.thread_id as threadId',
      sql<boolean>`m.sender_id = ${id}`.as('byYou'),
      'm.body',
      'm.attachment',
      'm.created_at as sentAt',
      'm.read_at as readAt',
      'm.reply_to as answersMessage',
      'o.price as offerInKobo',
      'o.status as offerStatus',
      'o.ended_at as offerEndedAt',
      // The other party's deletions are private.
      sql<Date | null>`case when m.sender_id = ${id} then m.hidden_by_sender_at else m.hidden_by_recipient_at end`.as(
        'deletedForYouAt',
      ),
    ])
    .where(({ or, eb }) => or([eb('t.buyer_id', '=', id), eb('t.seller_id', '=', id)]))
    .orderBy('m.id')
    .execute()
  const byThread = Map.groupBy(messages, ({ threadId }) => threadId)
  return threads.map((thread) => ({
    ...thread,
    messages: (byThread.get(thread.id) ?? []).map(({ threadId: _, ...message }) => message),
  }))
}

/** Deals as buyer or seller. */
export function readDeals(db: Db, id: number) {
  return db
    .selectFrom('deals as d')
    .innerJoin('listings as l', 'l.id', 'd.listing_id')
    .innerJoin('users as buyer', 'buyer.id', 'd.buyer_id')
    .innerJoin('users as seller', 'seller.id', 'd.seller_id')
    .select([
      'd.id',
      'd.thread_id as conversationId',
      'l.id as listingId',
      titleTo(id).as('listing'),
      nameTo(id, 'buyer').as('buyer'),
      nameTo(id, 'seller').as('seller'),
      sql<boolean>`d.proposed_by = ${id}`.as('proposedByYou'),
      'd.price as priceInKobo',
      'd.place',
      'd.state',
      'd.lga',
      'd.meets_at as meetsAt',
      'd.reserves as reservesListing',
      'd.status',
      'd.tried_at as triedAt',
      'd.paid_at as paidAt',
      sql<boolean | null>`d.ended_by = ${id}`.as('endedByYou'),
      'd.end_reason as reason',
      'd.ended_at as endedAt',
      'd.created_at as proposedAt',
      sql<Date | null>`(select created_at from meeting_links where deal_id = d.id and user_id = ${id})`.as(
        'meetingSharedAt',
      ),
    ])
    .where(({ or, eb }) => or([eb('d.buyer_id', '=', id), eb('d.seller_id', '=', id)]))
    .orderBy('d.id')
    .execute()
}
