import { insertListing } from './listings.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { insertThread } from './threads.ts'

/** Inserts a listing of the seller, a conversation about it and a deal that ended, by default on 3 May 2026. */
export async function insertDeal(
  t: TestApp,
  seller: Pick<TestUser, 'id'>,
  buyer: Pick<TestUser, 'id'>,
  status: 'COMPLETED' | 'CANCELLED' = 'COMPLETED',
  ended = new Date('2026-05-03T12:00:00Z'),
): Promise<void> {
  const parties = { listing_id: await insertListing(t, seller), seller_id: seller.id, buyer_id: buyer.id }
  const { id } = await insertThread(t, seller, buyer, { listing_id: parties.listing_id })
  await t.db
    .insertInto('deals')
    .values({
      ...parties,
      thread_id: id,
      proposed_by: buyer.id,
      price: 1_000_000,
      place: 'Police station',
      state: 'Lagos',
      lga: 'Ikeja',
      meets_at: ended,
      ended_at: ended,
      status,
      paid_at: status === 'COMPLETED' ? ended : null,
    })
    .execute()
}
