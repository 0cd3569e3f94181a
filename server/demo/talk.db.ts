import type { Tx } from '#server/db/pool.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { DemoFavorite, DemoQuestion, DemoThread } from './marketplace.ts'

/** What turns the names of a demo marketplace into what the database has. */
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

/** Threads with their messages. Nobody is mailed about them: `now` counts as when that was done. */
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
    if (messages.length > 0) await tx.insertInto('messages').values(messages).execute()
  }
}
