import { unsubscribeToken } from '#server/core/mail/signed-links.ts'
import type { chat } from '#shared/contract/chat.ts'
import type { notifications } from '#shared/contract/notifications.ts'
import type { questions } from '#shared/contract/questions.ts'
import type { reports } from '#shared/contract/reports.ts'
import type { settings } from '#shared/contract/settings.ts'
import { insertListing } from '../support/listings.ts'
import { createTokenSession } from '../support/sessions.ts'
import type { Cases } from './cases.ts'
import type { Cast } from './cast.ts'
import {
  givePassword,
  insertNotification,
  insertOffer,
  insertQuestion,
  insertThreadOf,
  password,
  phoneCode,
} from './fixtures.ts'

type Talk = typeof questions & typeof chat & typeof notifications & typeof reports & typeof settings

/** Questions, chat, reports, and one's own account. */
export const talkCases = {
  'GET /api/listings/:id/questions': {
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) }, query: {} }),
  },
  'POST /api/listings/:id/questions': {
    request: async ({ t, owner }) => ({
      params: { id: await insertListing(t, owner) },
      body: { question: 'Does the charger come with it?' },
    }),
    statuses: { owner: 403, 'owning admin': 403 },
  },
  'PATCH /api/questions/:id/answer': {
    request: async ({ t, owner }) => ({
      params: { id: await insertQuestion(t, owner) },
      body: { answer: 'Yes, and the box.' },
    }),
    refused: 403,
  },
  'PATCH /api/listings/:id/toggle-questions': {
    request: async ({ t, owner }) => ({ params: { id: await insertListing(t, owner) }, body: {} }),
    refused: 403,
  },

  'GET /api/threads': { request: () => ({ query: {} }) },
  'POST /api/threads': {
    request: async ({ t, owner }) => ({ body: { listingId: await insertListing(t, owner) } }),
    statuses: { owner: 403, 'owning admin': 403 },
  },
  'GET /api/threads/:id': {
    request: async ({ t, owner }) => ({ params: { id: (await insertThreadOf(t, owner)).id } }),
    refused: 404,
  },
  'GET /api/threads/:id/messages': {
    request: async ({ t, owner }) => ({ params: { id: (await insertThreadOf(t, owner)).id }, query: {} }),
    refused: 404,
  },
  'POST /api/threads/:id/messages': {
    request: async ({ t, owner }) => ({
      params: { id: (await insertThreadOf(t, owner)).id },
      body: { body: 'I would like to see it.', clientId: 'from-the-buyer' },
    }),
    refused: 404,
  },
  'POST /api/threads/:id/read': {
    async request({ t, owner }) {
      const { id, messageId } = await insertThreadOf(t, owner)
      return { params: { id }, body: { upTo: messageId } }
    },
    refused: 404,
  },
  'PATCH /api/messages/:id/offer': {
    request: async ({ t, owner }) => ({
      params: { id: await insertOffer(t, owner) },
      body: { status: 'ACCEPTED' },
    }),
    refused: 404,
  },
  'DELETE /api/messages/:id': {
    request: async ({ t, owner }) => ({ params: { id: (await insertThreadOf(t, owner)).messageId } }),
    refused: 404,
  },
  'POST /api/threads/:id/dismiss-warnings': {
    request: async ({ t, owner }) => ({ params: { id: (await insertThreadOf(t, owner)).id } }),
    refused: 404,
  },
  'GET /api/messages/unread-count': {},

  'GET /api/notifications': { request: () => ({ query: {} }) },
  'GET /api/notifications/unread-count': {},
  'POST /api/notifications/:id/read': {
    request: async ({ t, owner }) => ({ params: { id: await insertNotification(t, owner) } }),
    refused: 404,
  },
  'POST /api/notifications/read': { request: () => ({ body: { until: new Date().toISOString() } }) },

  'POST /api/reports': {
    request: async ({ t, owner }) => ({
      body: { targetType: 'LISTING', targetId: await insertListing(t, owner), reason: 'Wrong category' },
    }),
    statuses: { owner: 403, 'owning admin': 403 },
  },

  'GET /api/settings': {},
  'PATCH /api/settings/profile': { request: () => ({ body: { bio: 'I sell phones in Ikeja.' } }) },
  'PATCH /api/settings/notifications': { request: () => ({ body: { messages: false } }) },
  'POST /api/unsubscribe': {
    request: async ({ t, owner }) => ({
      query: { token: await unsubscribeToken(t.env, { userId: owner.id, kind: 'reviews' }) },
    }),
  },
  'PATCH /api/settings/password': {
    async request({ t, caller }) {
      await givePassword(t, caller)
      return { body: { currentPassword: password, newPassword: 'another good password' } }
    },
  },
  'PATCH /api/settings/phone': { request: () => ({ body: { phone: '+2348031234567' } }) },
  'POST /api/settings/phone/send-code': {},
  'POST /api/settings/phone/verify': {
    request: async ({ t, caller }) => ({ body: { code: await phoneCode(t, caller) } }),
  },
  'GET /api/settings/sessions': {},
  'GET /api/settings/accesses': {},
  'DELETE /api/settings/sessions': {},
  'DELETE /api/settings/sessions/:id': {
    request: async ({ t, owner }) => ({ params: { id: (await createTokenSession(t, owner)).id } }),
    refused: 404,
  },
  'GET /api/blocks': {},
  'POST /api/blocks': {
    request: ({ owner }) => ({ body: { userId: owner.id } }),
    statuses: { owner: 400, 'owning admin': 400 },
  },
  'DELETE /api/blocks/:id': {
    request: ({ owner }) => ({ params: { id: owner.id } }),
    nothingThere: 204,
  },
  'GET /api/settings/export': {},
  'POST /api/settings/deletion': {
    async request({ t, caller }) {
      await givePassword(t, caller)
      return { body: { password } }
    },
  },
  'DELETE /api/settings/deletion': {},
} satisfies Cases<Talk, Cast>
