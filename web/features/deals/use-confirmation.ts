import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Deal } from '#shared/contract/deals.ts'
import {
  type ConfirmationOutbox,
  type ConfirmationState,
  confirmationOutboxOf,
} from './confirmation-outbox.ts'

const none: ConfirmationState = { isPending: false, isUnreachable: false, problem: null }

/** The viewer's confirmation at the meeting, with its delivery state. */
export function useConfirmation(deal: Deal, viewerId: number) {
  const client = useQueryClient()
  const [outbox, setOutbox] = useState<ConfirmationOutbox | null>(null)
  useEffect(() => setOutbox(confirmationOutboxOf(viewerId, client)), [viewerId, client])
  const subscribe = useCallback(
    (listener: () => void) => outbox?.subscribe(deal.id, listener) ?? (() => {}),
    [outbox, deal.id],
  )
  const state = useSyncExternalStore(
    subscribe,
    () => outbox?.get(deal.id) ?? none,
    () => none,
  )
  const isDone = deal.seller.id === viewerId ? deal.paidAt !== null : deal.triedAt !== null
  return { ...state, isPending: state.isPending && !isDone, confirm: () => outbox?.confirm(deal) }
}
