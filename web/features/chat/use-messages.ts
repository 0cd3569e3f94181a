import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Message } from '#shared/contract/chat.ts'
import { loadOlder, mergeMessages, refresh, sayRead } from './messages.ts'
import { messagesQuery, pageSize } from './queries.ts'
import { changeThreads, readThread } from './threads.ts'

/** Milliseconds for which messages that were just read are not read again. */
const fresh = 5000
/** Milliseconds until what could not be marked as read is marked again. */
const patience = 5000
const none: Message[] = []

/** The messages of a conversation: what is known at once, what came since, and older ones on demand. */
export function useMessages(threadId: number) {
  const client = useQueryClient()
  const [hasAll, setHasAll] = useState(false)
  const query = useQuery({
    ...messagesQuery(threadId),
    retryOnMount: true,
    // A read of the newest page adds to what is known.
    structuralSharing: (known, page) =>
      known ? mergeMessages(known as Message[], page as Message[]) : (page as Message[]),
  })
  const messages = query.data ?? none

  useEffect(() => {
    const state = client.getQueryState(messagesQuery(threadId).queryKey)
    if (state?.data && Date.now() - state.dataUpdatedAt > fresh) {
      refresh(client, threadId).catch(() => undefined)
    }
  }, [client, threadId])

  return {
    messages,
    isLoading: query.isFetching && !query.data,
    isMissing: query.isError && !query.data,
    retry: () => void query.refetch(),
    hasOlder: !hasAll && messages.length >= pageSize,
    async loadOlder() {
      const hasMore = await loadOlder(client, threadId)
      if (!hasMore) setHasAll(true)
    },
  }
}

interface Reading {
  threadId: number
  viewerId: number
  messages: Message[]
  /** Somebody looks at the conversation. */
  isSeen: boolean
}

/** Marks what the other party wrote as read while somebody looks; a mark that did not arrive is made again later. */
export function useMarkRead({ threadId, viewerId, messages, isSeen }: Reading): void {
  const client = useQueryClient()
  const marked = useRef(0)
  const [failures, setFailures] = useState(0)
  const upTo = messages.findLast((message) => message.senderId !== viewerId && !message.readAt)?.id ?? 0
  useEffect(() => {
    if (!isSeen || upTo <= marked.current) return
    marked.current = upTo
    sayRead(client, { threadId, readerId: viewerId, upTo }).then(
      () => {
        const event = { threadId, readerId: viewerId, upTo, readAt: new Date().toISOString() }
        changeThreads(client, (known) => readThread(known, event, viewerId))
      },
      () => setFailures((count) => count + 1),
    )
  })
  const [, setTries] = useState(0)
  useEffect(() => {
    if (failures === 0) return
    const timer = setTimeout(() => {
      marked.current = 0
      // Drawing again makes the effect above try again.
      setTries(failures)
    }, patience)
    return () => clearTimeout(timer)
  }, [failures])
}
