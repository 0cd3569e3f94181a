import { createToken, hashToken } from '#server/lib/tokens.ts'
import type { auth } from '#shared/contract/auth.ts'
import type { catalogue } from '#shared/contract/catalogue.ts'
import type { drafts } from '#shared/contract/drafts.ts'
import type { favorites } from '#shared/contract/favorites.ts'
import type { follows } from '#shared/contract/follows.ts'
import type { listings } from '#shared/contract/listings.ts'
import type { passports } from '#shared/contract/passports.ts'
import type { prices } from '#shared/contract/prices.ts'
import type { sales } from '#shared/contract/sales.ts'
import type { searches } from '#shared/contract/searches.ts'
import type { site } from '#shared/contract/site.ts'
import type { trust } from '#shared/contract/trust.ts'
import type { uploads } from '#shared/contract/uploads.ts'
import type { users } from '#shared/contract/users.ts'
import { registration } from '../support/accounts.ts'
import { anImei } from '../support/imeis.ts'
import {
  insertListing,
  insertSimilar,
  insertUpload,
  listingDraft,
  renewalTokenFor,
} from '../support/listings.ts'
import { redCorner, uploadOf } from '../support/pictures.ts'
import type { Cases } from './cases.ts'
import type { Cast } from './cast.ts'
import {
  beginRegistration,
  givePassword,
  insertDraft,
  insertReview,
  insertSearch,
  insertTalk,
  insertTheft,
  password,
  waitForReset,
} from './fixtures.ts'

type Market = typeof site &
  typeof sales &
  typeof auth &
  typeof catalogue &
  typeof listings &
  typeof passports &
  typeof prices &
  typeof uploads &
  typeof users &
  typeof trust &
  typeof favorites &
  typeof drafts &
  typeof searches &
  typeof follows

/** Accounts, listings, profiles, favourites, drafts, saved searches. */
export const marketCases = {
  'GET /api/site': {},

  'GET /api/auth/me': {},
  'POST /api/auth/login': {
    async request({ t }) {
      const { email, ...user } = await t.user()
      await givePassword(t, { email, ...user })
      return { body: { email, password } }
    },
  },
  'POST /api/auth/logout': {},
  'GET /api/auth/challenge': {},
  'POST /api/auth/register-email': { request: () => ({ body: registration() }) },
  'GET /api/auth/registration': {
    request: async ({ t }) => ({ cookies: (await beginRegistration(t)).cookies }),
  },
  'POST /api/auth/verify-email': { request: ({ t }) => beginRegistration(t) },
  'POST /api/auth/resend-verification': {
    async request({ t }) {
      const { cookies, body } = await beginRegistration(t)
      return { cookies, body: { email: body.email } }
    },
  },
  'POST /api/auth/forgot-password': { request: ({ owner }) => ({ body: { email: owner.email } }) },
  'POST /api/auth/verify-reset-otp': {
    request: async ({ t }) => ({ body: await waitForReset(t) }),
  },
  'POST /api/auth/reset-password': {
    async request({ t }) {
      const { id, email } = await t.user()
      const resetToken = createToken()
      const expires_at = new Date(Date.now() + 60_000)
      await t.db
        .insertInto('reset_tokens')
        .values({ user_id: id, token_hash: hashToken(resetToken), expires_at })
        .execute()
      return { body: { email, resetToken, newPassword: 'another good password' } }
    },
  },

  'GET /api/categories': {},
  'GET /api/places': {},
  'GET /api/listings': { request: () => ({ query: { search: 'tecno', state: 'Lagos' } }) },
  'GET /api/listings/featured': {},
  'GET /api/listings/latest': {},
  'GET /api/listings/cards': { request: () => ({ query: { ids: '1,2' } }) },
  'GET /api/listings/search-suggestions': { request: () => ({ query: { q: 'tec' } }) },

  'GET /api/listings/:id': {
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) } }),
  },
  'GET /api/listings/:id/similar': {
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) } }),
  },
  'GET /api/listings/:id/price-guide': {
    async request({ t, owner }) {
      await insertSimilar(t)
      return { params: { id: await insertListing(t, owner) } }
    },
  },
  'GET /api/price-guide': {
    async request({ t }) {
      await insertSimilar(t)
      return { query: { title: 'Tecno Spark 20, clean', category: 1, condition: 'USED', state: 'Lagos' } }
    },
  },
  'POST /api/listings/:id/view': {
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) } }),
  },
  'POST /api/listings': {
    request: async ({ t, caller, owner }) => ({ body: await listingDraft(t, caller ?? owner) }),
  },
  'PATCH /api/listings/:id': {
    request: async ({ t, owner }) => ({
      params: { id: await insertListing(t, owner) },
      body: { title: 'Tecno Spark 20, nearly new' },
    }),
    refused: 403,
  },
  'POST /api/listings/:id/renew': {
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) } }),
    refused: 403,
  },
  'GET /api/renewals': {
    request: async ({ t, owner }) => ({
      query: { token: await renewalTokenFor(t, await insertListing(t, owner)) },
    }),
  },
  'POST /api/renewals': {
    request: async ({ t, owner }) => ({
      query: { token: await renewalTokenFor(t, await insertListing(t, owner)) },
      body: { answer: 'RENEW' },
    }),
  },
  'DELETE /api/listings/:id': {
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) } }),
    refused: 403,
  },
  'GET /api/my-listings': { request: () => ({ query: {} }) },
  'GET /api/my-listings/counts': { request: () => ({ query: {} }) },
  'GET /api/my-listings/statistics': {
    request: async ({ t, owner }) => ({ query: { ids: `${await insertListing(t, owner)}` } }),
  },
  'GET /api/listings/:id/possible-buyers': {
    request: async ({ t, owner }) => ({ params: { id: (await insertTalk(t, owner)).id } }),
    refused: 403,
  },
  'POST /api/listings/:id/sale': {
    async request({ t, owner }) {
      const { id, buyerId } = await insertTalk(t, owner)
      return { params: { id }, body: { buyerId } }
    },
    refused: 403,
  },

  'GET /api/listings/:id/passport': {
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) } }),
    refused: 403,
  },
  'PATCH /api/listings/:id/passport': {
    request: async ({ t, owner }) => ({
      params: { id: await insertListing(t, owner) },
      body: { imei: anImei() },
    }),
    refused: 403,
  },
  'POST /api/listings/:id/phone-check': {
    request: async ({ t, owner }) => ({
      params: { id: await insertListing(t, owner) },
      body: { imei: anImei() },
    }),
  },
  'GET /api/stolen-phones': {},
  'POST /api/stolen-phones': {
    request: async ({ t, caller, owner }) => ({
      body: {
        imei: anImei(),
        proof: await insertUpload(t, caller ?? owner),
        details: 'Snatched at Ojota bus stop on Monday.',
      },
    }),
  },
  'DELETE /api/stolen-phones/:id': {
    request: async ({ t, owner }) => ({ params: { id: await insertTheft(t, owner) } }),
    refused: 404,
  },

  'POST /api/uploads': {
    request: async () => ({ form: uploadOf(await redCorner(160, 120).jpeg().toBuffer()) }),
  },

  'GET /api/users/:id': { request: ({ owner }) => ({ params: { id: owner.id } }) },
  'GET /api/users/:id/listings': { request: ({ owner }) => ({ params: { id: owner.id }, query: {} }) },
  'GET /api/users/:id/trust': {
    async request({ t, owner }) {
      await insertSimilar(t)
      return { params: { id: owner.id }, query: { listing: await insertListing(t, owner) } }
    },
  },
  'GET /api/users/:id/reviews': { request: ({ owner }) => ({ params: { id: owner.id }, query: {} }) },
  'POST /api/users/:id/reviews': {
    request: ({ owner }) => ({
      params: { id: owner.id },
      body: { stars: 4, comment: 'On time, as described.' },
    }),
    statuses: { owner: 403, 'owning admin': 403 },
  },
  'PATCH /api/reviews/:id/answer': {
    request: async ({ t, owner }) => ({
      params: { id: await insertReview(t, owner) },
      body: { answer: 'It was a pleasure.' },
    }),
    refused: 403,
  },
  'DELETE /api/reviews/:id/answer': {
    request: async ({ t, owner }) => ({ params: { id: await insertReview(t, owner) } }),
    refused: 403,
  },
  'POST /api/reviews/:id/report': {
    request: async ({ t, owner }) => ({
      params: { id: await insertReview(t, owner) },
      body: { what: 'REVIEW', reason: 'They never met.' },
    }),
  },

  'GET /api/follows': {},
  'GET /api/follows/sellers': {},
  'POST /api/follows': {
    request: ({ owner }) => ({ body: { sellerId: owner.id } }),
    statuses: { owner: 400, 'owning admin': 400 },
  },
  'DELETE /api/follows/:id': {
    request: ({ owner }) => ({ params: { id: owner.id } }),
    nothingThere: 204,
  },

  'GET /api/favorites': {},
  'GET /api/favorites/listings': {},
  'GET /api/favorites/unavailable': {},
  'POST /api/favorites': {
    request: async ({ t, owner }) => ({ body: { listingId: await insertListing(t, owner) } }),
  },
  'DELETE /api/favorites/:id': {
    async request({ t, caller, owner }) {
      const id = await insertListing(t, owner)
      if (caller) await t.db.insertInto('favorites').values({ user_id: caller.id, listing_id: id }).execute()
      return { params: { id } }
    },
    nothingThere: 204,
  },

  'GET /api/drafts': {},
  'POST /api/drafts': { request: () => ({ body: { content: { title: 'Solar panel' } } }) },
  'PATCH /api/drafts/:id': {
    request: async ({ t, owner }) => ({
      params: { id: await insertDraft(t, owner) },
      // As it is there already, so that any version may say so.
      body: { content: { title: 'A fan' }, version: '' },
    }),
    refused: 404,
  },
  'DELETE /api/drafts/:id': {
    request: async ({ t, owner }) => ({ params: { id: await insertDraft(t, owner) } }),
    nothingThere: 204,
  },

  'GET /api/saved-searches': {},
  'POST /api/saved-searches': { request: () => ({ body: { search: 'solar panel', state: 'Lagos' } }) },
  'PATCH /api/saved-searches/:id': {
    request: async ({ t, owner }) => ({
      params: { id: await insertSearch(t, owner) },
      body: { name: 'For the shop', paused: true, filters: { search: 'inverter' } },
    }),
    refused: 404,
  },
  'DELETE /api/saved-searches/:id': {
    request: async ({ t, owner }) => ({ params: { id: await insertSearch(t, owner) } }),
    nothingThere: 204,
  },
} satisfies Cases<Market, Cast>
