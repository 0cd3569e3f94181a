import { createToken, hashToken } from '#server/lib/tokens.ts'
import type { deals } from '#shared/contract/deals.ts'
import type { TestApp, TestUser } from '../support/test-app.ts'
import type { Cases } from './cases.ts'
import type { Cast } from './cast.ts'
import { insertThreadOf } from './fixtures.ts'

const inADay = () => new Date(Date.now() + 86_400_000).toISOString()

const terms = () => ({
  price: 2_500_000,
  place: 'In front of the police station',
  state: 'Lagos',
  lga: 'Ikeja',
  meetsAt: inADay(),
})

/** A deal of a buyer with some seller, who proposed it. */
async function insertDeal(
  t: TestApp,
  buyer: TestUser,
  status: 'PROPOSED' | 'ACCEPTED',
  as: 'buyer' | 'seller' = 'buyer',
) {
  const other = await t.user()
  const { id: threadId } = await insertThreadOf(t, buyer)
  const thread = await t.db
    .selectFrom('threads')
    .select(['listing_id', 'seller_id', 'buyer_id'])
    .where('id', '=', threadId)
    .executeTakeFirstOrThrow()
  // The owner of the deal as its seller.
  const parties = as === 'buyer' ? thread : { ...thread, seller_id: buyer.id, buyer_id: other.id }
  if (as === 'seller') {
    await t.db.updateTable('threads').set(parties).where('id', '=', threadId).execute()
    await t.db
      .updateTable('listings')
      .set({ seller_id: buyer.id })
      .where('id', '=', thread.listing_id)
      .execute()
  }
  const { meetsAt, ...rest } = terms()
  const { id } = await t.db
    .insertInto('deals')
    .values({
      thread_id: threadId,
      ...parties,
      proposed_by: as === 'buyer' ? thread.seller_id : other.id,
      status,
      meets_at: meetsAt,
      ...rest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deals, and the meetings that are shared. */
export const dealCases = {
  'GET /api/deals/:id': {
    request: async ({ t, owner }) => ({ params: { id: await insertDeal(t, owner, 'ACCEPTED') } }),
    refused: 404,
  },
  'POST /api/threads/:id/deals': {
    request: async ({ t, owner }) => ({ params: { id: (await insertThreadOf(t, owner)).id }, body: terms() }),
    refused: 404,
  },
  'PATCH /api/deals/:id': {
    request: async ({ t, owner }) => ({
      params: { id: await insertDeal(t, owner, 'PROPOSED') },
      body: { ...terms(), version: 1 },
    }),
    refused: 404,
  },
  'POST /api/deals/:id/accept': {
    request: async ({ t, owner }) => ({
      params: { id: await insertDeal(t, owner, 'PROPOSED') },
      body: { version: 1 },
    }),
    refused: 404,
  },
  'POST /api/deals/:id/reserve': {
    request: async ({ t, owner }) => ({
      params: { id: await insertDeal(t, owner, 'ACCEPTED', 'seller') },
      body: { reserves: true },
    }),
    refused: 404,
  },
  'POST /api/deals/:id/end': {
    request: async ({ t, owner }) => ({
      params: { id: await insertDeal(t, owner, 'ACCEPTED') },
      body: { version: 1, reason: 'I cannot come.' },
    }),
    refused: 404,
  },
  'POST /api/deals/:id/confirm': {
    request: async ({ t, owner }) => ({
      params: { id: await insertDeal(t, owner, 'ACCEPTED') },
      body: { version: 1 },
    }),
    refused: 404,
  },
  'POST /api/deals/:id/meeting-link': {
    request: async ({ t, owner }) => ({ params: { id: await insertDeal(t, owner, 'ACCEPTED') } }),
    refused: 404,
  },
  'DELETE /api/deals/:id/meeting-link': {
    request: async ({ t, owner }) => ({ params: { id: await insertDeal(t, owner, 'ACCEPTED') } }),
    refused: 404,
  },
  'GET /api/meetings/by-link': {
    async request({ t, owner }) {
      const token = createToken()
      const dealId = await insertDeal(t, owner, 'ACCEPTED')
      await t.db
        .insertInto('meeting_links')
        .values({ token_hash: hashToken(token), deal_id: dealId, user_id: owner.id })
        .execute()
      return { query: { token } }
    },
  },
} satisfies Cases<typeof deals, Cast>
