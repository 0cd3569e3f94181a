import { appealToken } from '#server/core/mail/signed-links.ts'
import type { admin } from '#shared/contract/admin.ts'
import type { appeals } from '#shared/contract/appeals.ts'
import type { cases } from '#shared/contract/cases.ts'
import type { moderationQueue } from '#shared/contract/moderation-queue.ts'
import type { transparency } from '#shared/contract/transparency.ts'
import { insertListing } from '../support/listings.ts'
import type { Cases } from './cases.ts'
import type { Cast } from './cast.ts'
import { ban, insertAct, insertAppeal, insertCase, insertHold, insertReport } from './fixtures.ts'

const reason = 'It is offered twice.'

/** Administration; the owner is whose listing or account an act is about. */
export const adminCases = {
  'GET /api/admin/stats': {},
  'GET /api/admin/trends': {},
  'GET /api/admin/listings': { request: () => ({ query: { q: 'tecno', page: 1 } }) },
  'PATCH /api/admin/listings/:id': {
    statuses: { 'owning admin': 403 },
    request: async ({ t, owner }) => ({
      params: { id: await insertListing(t, owner) },
      body: { status: 'HIDDEN', reason },
    }),
  },
  'PATCH /api/admin/listings/:id/feature': {
    statuses: { 'owning admin': 403 },
    request: async ({ t, owner }) => ({
      params: { id: await insertListing(t, owner) },
      body: { until: '2098-01-01T00:00:00.000Z', reason },
    }),
  },
  'DELETE /api/admin/listings/:id': {
    statuses: { 'owning admin': 403 },
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) }, body: { reason } }),
  },
  'POST /api/admin/listings/bulk-delete': {
    statuses: { 'owning admin': 403 },
    request: async ({ t, owner }) => ({ body: { ids: [await insertListing(t, owner)], reason } }),
    nothingThere: 200,
  },
  'GET /api/admin/users': { request: () => ({ query: { q: 'user', page: 1 } }) },
  'POST /api/admin/users/:id/ban': {
    request: ({ owner }) => ({ params: { id: owner.id }, body: { reason } }),
    statuses: { 'owning admin': 403 },
  },
  'POST /api/admin/users/:id/unban': {
    async request({ t }) {
      const user = await t.user()
      await ban(t, user)
      return { params: { id: user.id }, body: { reason } }
    },
  },
  'GET /api/admin/reports': { request: () => ({ query: { status: 'NEW' } }) },
  'PATCH /api/admin/reports/:id': {
    statuses: { 'owning admin': 403 },
    request: async ({ t, owner }) => ({
      params: { id: await insertReport(t, owner) },
      body: { status: 'REVIEWED', reason },
    }),
  },
  'GET /api/admin/held': { request: () => ({ query: { decision: 'OPEN', page: 1 } }) },
  'PATCH /api/admin/held/:id': {
    statuses: { 'owning admin': 403 },
    request: async ({ t, owner }) => ({
      params: { id: await insertHold(t, owner) },
      body: { decision: 'RELEASE', reason },
    }),
  },
  'GET /api/admin/stopped': {},
  'GET /api/admin/history': { request: () => ({ query: { page: 1 } }) },
  'GET /api/admin/cases': { request: () => ({ query: { targetType: 'LISTING', page: 1 } }) },
  'POST /api/admin/cases/claim': {
    request: async ({ t, owner }) => ({ body: { cases: [await insertCase(t, owner)] } }),
    nothingThere: 200,
  },
  'POST /api/admin/cases/settle': {
    request: async ({ t, owner }) => ({
      body: { cases: [await insertCase(t, owner)], action: 'HIDE', rule: 'fraud', reason },
    }),
    nothingThere: 200,
  },

  'GET /api/decisions': {},
  'GET /api/decisions/by-link': {
    request: async ({ t, owner }) => ({
      query: { token: await appealToken(t.env, await insertAct(t, owner)) },
    }),
  },
  'POST /api/appeals': {
    request: async ({ t, owner }) => ({
      query: { token: await appealToken(t.env, await insertAct(t, owner)) },
      body: { text: 'The photos are my own.' },
    }),
  },
  'GET /api/admin/appeals': { request: () => ({ query: { outcome: 'OPEN', page: 1 } }) },
  'PATCH /api/admin/appeals/:id': {
    request: async ({ t, owner }) => ({
      params: { id: await insertAppeal(t, owner) },
      body: { outcome: 'OVERTURNED', answer: reason },
    }),
    statuses: { 'owning admin': 403 },
  },
  'GET /api/transparency': {},
} satisfies Cases<
  typeof admin & typeof cases & typeof moderationQueue & typeof appeals & typeof transparency,
  Cast
>
