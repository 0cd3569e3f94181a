import type { Thread } from '#shared/contract/chat.ts'
import { apiPageQuery, apiQuery } from '#web/lib/api.ts'
import type { Page } from '#web/lib/reader.ts'

/** Messages of one page. */
export const pageSize = 30

export type ThreadPage = Page<Thread>

/** One's conversations, the last active first: the first hundred, and older ones once they were asked for. */
export const threadsQuery = apiPageQuery('GET /api/threads', { query: {} })

/** One conversation, where the list does not have it (yet). */
export const threadQuery = (id: number) => apiQuery('GET /api/threads/:id', { params: { id } })

/** The newest messages of a conversation, and those that were read besides (messages.ts). */
export const messagesQuery = (threadId: number) =>
  apiQuery('GET /api/threads/:id/messages', { params: { id: threadId }, query: { limit: pageSize } })
