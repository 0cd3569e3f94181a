import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { DB } from '#server/db/schema.ts'
import { insertListing } from './listings.ts'
import type { TestApp, TestUser } from './test-app.ts'

export interface Thread {
  id: number
  sellerId: number
  buyerId: number
}

/** Inserts a conversation, by default about a new listing of the seller. */
export async function insertThread(
  { db }: Pick<TestApp, 'db'>,
  seller: Pick<TestUser, 'id'>,
  buyer: Pick<TestUser, 'id'>,
  fields: Partial<Insertable<DB['threads']>> = {},
): Promise<Thread> {
  const listing_id = fields.listing_id ?? (await insertListing({ db }, seller))
  const { id } = await db
    .insertInto('threads')
    .values({ ...fields, listing_id, seller_id: seller.id, buyer_id: buyer.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, sellerId: seller.id, buyerId: buyer.id }
}

/** Inserts a message of one party to the other; returns its id. */
export async function insertMessage(
  { db }: Pick<TestApp, 'db'>,
  { id: thread_id, sellerId, buyerId }: Thread,
  sender: Pick<TestUser, 'id'>,
  fields: Partial<Insertable<DB['messages']>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('messages')
    .values({
      thread_id,
      sender_id: sender.id,
      recipient_id: sender.id === sellerId ? buyerId : sellerId,
      client_id: randomUUID(),
      body: 'Is it still there?',
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
