import type { Thread } from '#shared/contract/chat.ts'
import { apiPageQuery, apiQuery } from '#web/lib/api.ts'
import type { Page } from '#web/lib/query-client.ts'

export const pageSize = 30

export type ThreadPage = Page<Thread>

/** The user's conversations, last active first: the first hundred, and older ones once loaded. */
export const threadsQuery = apiPageQuery('GET /api/threads', { query: {} })

/** One conversation, for those not in the list (yet). */
export const threadQuery = (id: number) => apiQuery('GET /api/threads/:id', { params: { id } })

/** The newest messages of a conversation, and those loaded besides (message-cache.ts). */
export const messagesQuery = (threadId: number) =>
  apiQuery('GET /api/threads/:id/messages', { params: { id: threadId }, query: { limit: pageSize } })
