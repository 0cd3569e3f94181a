import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useReducer, useRef, useState } from 'react'
import type { Message } from '#shared/contract/chat.ts'
import { statusOf } from '#web/lib/errors.ts'
import { isRetryable } from '#web/lib/outbox-sending.ts'
import {
  countHidden,
  loadOlder,
  loadUntil,
  mergeMessages,
  refreshMessages,
  sendReadReceipt,
} from './message-cache.ts'
import { messagesQuery, pageSize } from './queries.ts'
import { changeThreads, markThreadRead } from './threads.ts'

/** Milliseconds for which loaded messages count as fresh. */
const staleTimeMs = 5000
/** Milliseconds before a failed read receipt is retried. */
const readReceiptRetryMs = 5000
const none: Message[] = []

/** The messages of a conversation: cached ones at once, then newer ones, and older ones on demand. */
export function useMessages(threadId: number) {
  const client = useQueryClient()
  const [hasAll, setHasAll] = useState(false)
  const query = useQuery({
    ...messagesQuery(threadId),
    retryOnMount: true,
    // Reading the newest page merges with the cached messages.
    structuralSharing: (known, page) =>
      known ? mergeMessages(known as Message[], page as Message[]) : (page as Message[]),
  })
  const messages = query.data ?? none

  useEffect(() => {
    const state = client.getQueryState(messagesQuery(threadId).queryKey)
    if (state?.data && Date.now() - state.dataUpdatedAt > staleTimeMs) {
      refreshMessages(client, threadId).catch(() => undefined)
    }
  }, [client, threadId])

  return {
    messages,
    isLoading: query.isFetching && !query.data,
    isMissing: query.isError && !query.data,
    retry: () => void query.refetch(),
    hasOlder: !hasAll && messages.length + countHidden(threadId) >= pageSize,
    async loadOlder() {
      const hasMore = await loadOlder(client, threadId)
      if (!hasMore) setHasAll(true)
    },
    loadUntil: (id: number) => loadUntil(client, threadId, id),
  }
}

interface Reading {
  threadId: number
  viewerId: number
  messages: Message[]
  /** The user is looking at the conversation. */
  isSeen: boolean
}

/** Marks the other party's messages as read while the user looks at them; retries later what did not reach the server. */
export function useMarkRead({ threadId, viewerId, messages, isSeen }: Reading): void {
  const client = useQueryClient()
  const marked = useRef(0)
  const [, retry] = useReducer((tries: number) => tries + 1, 0)
  const upTo = messages.findLast((message) => message.senderId !== viewerId && !message.readAt)?.id ?? 0
  useEffect(() => {
    if (!isSeen || upTo <= marked.current) return
    marked.current = upTo
    sendReadReceipt(client, { threadId, readerId: viewerId, upTo }).then(
      (receipt) => changeThreads(client, (known) => markThreadRead(known, receipt, viewerId)),
      (error) => {
        const status = statusOf(error)
        // Others, such as a leaving account's, are refused again.
        if (status !== undefined && !isRetryable(status)) return
        setTimeout(() => {
          marked.current = 0
          retry()
        }, readReceiptRetryMs)
      },
    )
  })
}
