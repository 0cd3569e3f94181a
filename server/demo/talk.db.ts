import { sql } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { DemoDeal, DemoFavorite, DemoFollow, DemoQuestion, DemoThread } from './marketplace.ts'

/** Maps the names of a demo marketplace to database ids. */
export interface Known {
  userId(username: string): number
  listing(index: number): { id: number; sellerId: number }
  photo(picture: string): Photo
}

export async function insertFavorites(
  tx: Tx,
  favorites: readonly DemoFavorite[],
  { userId, listing }: Known,
): Promise<void> {
  if (favorites.length === 0) return
  await tx
    .insertInto('favorites')
    .values(
      favorites.map((favorite) => ({
        user_id: userId(favorite.user),
        listing_id: listing(favorite.listing).id,
        created_at: favorite.createdAt,
      })),
    )
    .execute()
}

/** Inserts follows. The demo's listings are no news to anybody. */
export async function insertFollows(
  tx: Tx,
  follows: readonly DemoFollow[],
  { userId }: Pick<Known, 'userId'>,
): Promise<void> {
  await tx.deleteFrom('listing_news').execute()
  await tx
    .insertInto('told_listings')
    .columns(['listing_id'])
    .expression((eb) => eb.selectFrom('listings').select('id'))
    .execute()
  await tx
    .insertInto('follows')
    .values(
      follows.map(({ follower, seller, createdAt }) => ({
        follower_id: userId(follower),
        seller_id: userId(seller),
        created_at: createdAt,
      })),
    )
    .execute()
}

export async function insertQuestions(
  tx: Tx,
  questions: readonly DemoQuestion[],
  { userId, listing }: Known,
): Promise<void> {
  if (questions.length === 0) return
  await tx
    .insertInto('questions')
    .values(
      questions.map((question) => ({
        listing_id: listing(question.listing).id,
        asker_id: userId(question.asker),
        question: question.question,
        answer: question.answer,
        answered_at: question.answeredAt,
        created_at: question.createdAt,
      })),
    )
    .execute()
}

/** Inserts threads with their messages and deals. They cause no mails: `now` counts as the time of the reminder. */
export async function insertThreads(
  tx: Tx,
  threads: readonly DemoThread[],
  { userId, listing, photo }: Known,
  now: Date,
): Promise<void> {
  for (const thread of threads) {
    const { id: listingId, sellerId } = listing(thread.listing)
    const buyerId = userId(thread.buyer)
    const { id } = await tx
      .insertInto('threads')
      .values({
        listing_id: listingId,
        seller_id: sellerId,
        buyer_id: buyerId,
        created_at: thread.messages[0]?.createdAt ?? now,
        last_message_at: thread.messages.at(-1)?.createdAt ?? now,
        buyer_mailed_at: now,
        seller_mailed_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const messages = thread.messages.map((message, index) => ({
      thread_id: id,
      sender_id: userId(message.sender),
      recipient_id: userId(message.sender) === buyerId ? sellerId : buyerId,
      client_id: `demo-${index}`,
      body: message.body,
      attachment: message.picture && JSON.stringify(photo(message.picture)),
      created_at: message.createdAt,
      read_at: message.readAt,
    }))
    const inserted =
      messages.length > 0
        ? await tx.insertInto('messages').values(messages).returning(['id', 'sender_id']).execute()
        : []
    const offers = thread.messages.flatMap(({ offer }, index) => {
      const message = inserted[index]
      return offer && message
        ? [{ message_id: message.id, thread_id: id, sender_id: message.sender_id, price: offer }]
        : []
    })
    if (offers.length > 0) await tx.insertInto('offers').values(offers).execute()
    if (thread.deal) {
      const parties = { thread_id: id, listing_id: listingId, seller_id: sellerId, buyer_id: buyerId }
      await insertDeal(tx, thread.deal, parties, userId(thread.deal.proposedBy))
    }
  }
}

/** Inserts a deal. A completed one ended at its meeting; nobody is asked for a review by mail. */
async function insertDeal(
  tx: Tx,
  deal: DemoDeal,
  parties: { thread_id: number; listing_id: number; seller_id: number; buyer_id: number },
  proposedBy: number,
): Promise<void> {
  const { status, price, place, state, lga, meetsAt, reserves, createdAt } = deal
  const completedAt = status === 'COMPLETED' ? meetsAt : null
  await tx
    .insertInto('deals')
    .values({
      ...parties,
      proposed_by: proposedBy,
      price,
      place,
      state,
      lga,
      meets_at: meetsAt,
      reserves,
      status,
      tried_at: completedAt,
      paid_at: completedAt,
      ended_at: completedAt,
      reviews_asked_at: completedAt,
      version: status === 'PROPOSED' ? 1 : 2,
      created_at: createdAt,
      updated_at: completedAt ?? createdAt,
    })
    .execute()
}

/** The notifications of the messages and reviews above, of the last 30 days; those of unread messages are unread. */
export async function insertNotifications(tx: Tx, now: Date): Promise<void> {
  await sql`insert into notifications (user_id, kind, subject_id, listing_id, actor_id, count, happened_at, read_at)
    select user_id, kind, subject_id, listing_id, actor_id, greatest(unread, 1), happened_at,
      case when unread = 0 then happened_at end
    from (
      select m.recipient_id as user_id, 'MESSAGE' as kind, m.thread_id as subject_id, t.listing_id,
        max(m.sender_id) as actor_id, max(m.created_at) as happened_at, count(*) filter (where m.read_at is null) as unread
      from messages m join threads t on t.id = m.thread_id group by m.recipient_id, m.thread_id, t.listing_id
      union all
      select l.seller_id, 'QUESTION', l.id, l.id, (array_agg(q.asker_id order by q.id desc))[1], max(q.created_at),
        count(*) filter (where q.answer is null)
      from questions q join listings l on l.id = q.listing_id group by l.id
      union all
      select q.asker_id, 'ANSWER', l.id, l.id, l.seller_id, max(q.answered_at), 0
      from questions q join listings l on l.id = q.listing_id where q.answer is not null group by l.id, q.asker_id
      union all
      select r.user_id, 'REVIEW', r.id, null, r.reviewer_id, r.created_at, 0 from reviews r
    ) as told
    where happened_at > ${now}::timestamptz - interval '30 days'`.execute(tx)
}
