import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Deal } from '#shared/contract/deals.ts'
import { type Presses, type PressState, pressesOf } from './presses.ts'

const none: PressState = { isPressed: false, isUnreachable: false, problem: null }

/** The viewer's press at the meeting, and what became of it. */
export function usePress(deal: Deal, viewerId: number) {
  const client = useQueryClient()
  const [presses, setPresses] = useState<Presses | null>(null)
  useEffect(() => setPresses(pressesOf(viewerId, client)), [viewerId, client])
  const subscribe = useCallback(
    (listener: () => void) => presses?.subscribe(deal.id, listener) ?? (() => {}),
    [presses, deal.id],
  )
  const state = useSyncExternalStore(
    subscribe,
    () => presses?.get(deal.id) ?? none,
    () => none,
  )
  const isDone = deal.seller.id === viewerId ? deal.paidAt !== null : deal.triedAt !== null
  return { ...state, isPressed: state.isPressed && !isDone, press: () => presses?.press(deal) }
}
