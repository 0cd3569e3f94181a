import { createToken, hashToken } from '#server/core/session/session.ts'
import type { auth } from '#shared/contract/auth.ts'
import type { catalogue } from '#shared/contract/catalogue.ts'
import type { favorites } from '#shared/contract/favorites.ts'
import type { listings } from '#shared/contract/listings.ts'
import type { site } from '#shared/contract/site.ts'
import type { uploads } from '#shared/contract/uploads.ts'
import type { users } from '#shared/contract/users.ts'
import { registration } from '../support/accounts.ts'
import { insertListing, listingDraft } from '../support/listings.ts'
import { redCorner, uploadOf } from '../support/pictures.ts'
import type { Cases } from './cases.ts'
import type { Cast } from './cast.ts'
import { beginRegistration, givePassword, password, waitForReset } from './things.ts'

type Market = typeof site &
  typeof auth &
  typeof catalogue &
  typeof listings &
  typeof uploads &
  typeof users &
  typeof favorites

/** Accounts, listings, profiles, favourites. */
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
  'GET /api/listings': { request: () => ({ query: { search: 'tecno', state: 'Lagos' } }) },
  'GET /api/listings/featured': {},
  'GET /api/listings/latest': {},
  'GET /api/listings/search-suggestions': { request: () => ({ query: { q: 'tec' } }) },

  'GET /api/listings/:id': {
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) } }),
  },
  'GET /api/listings/:id/similar': {
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) } }),
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
  'DELETE /api/listings/:id': {
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) } }),
    refused: 403,
  },
  'GET /api/my-listings': {},

  'POST /api/uploads': {
    request: async () => ({ form: uploadOf(await redCorner(160, 120).jpeg().toBuffer()) }),
  },

  'GET /api/users/:id': { request: ({ owner }) => ({ params: { id: owner.id } }) },
  'GET /api/users/:id/listings': { request: ({ owner }) => ({ params: { id: owner.id } }) },
  'GET /api/users/:id/reviews': { request: ({ owner }) => ({ params: { id: owner.id } }) },
  'POST /api/users/:id/reviews': {
    request: ({ owner }) => ({
      params: { id: owner.id },
      body: { stars: 4, comment: 'On time, as described.' },
    }),
    statuses: { owner: 403, 'owning admin': 403 },
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
} satisfies Cases<Market, Cast>
