import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

/**
 * Returns the function that gives the signed-in user's outbox, created and started on first use. There is one for the life of the page,
 * since another user signs in with a new page; it continues to send on other pages of the app.
 */
export function sharedOutbox<Outbox extends { start(): void }>(
  create: (userId: number, client: QueryClient) => Outbox,
): (userId: number, client: QueryClient) => Outbox {
  let shared: { userId: number; outbox: Outbox } | undefined
  return (userId, client) => {
    if (shared?.userId !== userId) {
      shared = { userId, outbox: create(userId, client) }
      shared.outbox.start()
    }
    return shared.outbox
  }
}

/**
 * The user's outbox: null until effects have run, so that the first render is the server's, and as a function for event handlers, which
 * may run before effects do.
 */
export function useSharedOutbox<Outbox>(
  outboxOf: (userId: number, client: QueryClient) => Outbox,
  userId: number,
): { outbox: Outbox | null; getOutbox: () => Outbox } {
  const client = useQueryClient()
  const getOutbox = useCallback(() => outboxOf(userId, client), [outboxOf, userId, client])
  const [outbox, setOutbox] = useState<Outbox | null>(null)
  useEffect(() => setOutbox(getOutbox()), [getOutbox])
  return { outbox, getOutbox }
}
