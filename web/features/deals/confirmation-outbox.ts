import type { QueryClient } from '@tanstack/react-query'
import type { Deal } from '#shared/contract/deals.ts'
import { api, queryKeyOf } from '#web/lib/api.ts'
import { messageOf, statusOf } from '#web/lib/errors.ts'
import { createWakeableSleep, isRetryable, type WakeableSleep } from '#web/lib/outbox-sending.ts'
import { sharedOutbox } from '#web/lib/outbox-shared.ts'
import { outboxPrefix, storePrivate } from '#web/lib/private-storage.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { saveOfflineDeal } from './offline-deal.ts'

/** Milliseconds until a request without a response is sent again, and between two attempts. */
const responseTimeout = 15_000
const retryDelay = 4000
/**
 * Whether the confirmation stays on the device and is sent again: also after a session that ended and an error of the server. Any other
 * refusal deletes it.
 */
const isTransient = (status: number) => status === 401 || status === 500 || isRetryable(status)

/** A confirmation that the server has not acknowledged, or why it was refused. */
export interface ConfirmationState {
  isPending: boolean
  isUnreachable: boolean
  problem: string | null
}

interface Confirmation {
  dealId: number
  /** The version of the deal that the user saw. */
  version: number
}

export const confirmationOutboxOf = sharedOutbox(createConfirmationOutbox)

/**
 * Sends the user's confirmations at meetings, "I have it" and "I have seen and tried it", until the server acknowledges them. They are
 * stored on this device, so they survive a lost network and a closed page; the endpoint is idempotent.
 */
function createConfirmationOutbox(userId: number, client: QueryClient) {
  const states = new Map<number, ConfirmationState>()
  /** Listeners of open deal pages, by deal: these pages show the outcome themselves, without a toast. */
  const listeners = new Map<() => void, number>()
  /** What a deal's confirmation waits for; ended early when the device is online again. */
  const delays = new Map<number, WakeableSleep>()
  const storageKey = (dealId: number) => `${outboxPrefix(userId)}press:${dealId}`

  function set(dealId: number, state: ConfirmationState): void {
    states.set(dealId, state)
    for (const listener of listeners.keys()) listener()
  }

  function store(dealId: number, confirmation: Confirmation | null): void {
    storePrivate(storageKey(dealId), confirmation && JSON.stringify(confirmation))
  }

  function settle({ dealId }: Confirmation, problem: string | null): void {
    delays.delete(dealId)
    store(dealId, null)
    set(dealId, { isPending: false, isUnreachable: false, problem })
    void refreshChanged(client, 'POST /api/deals/:id/confirm')
  }

  function onResponse(confirmation: Confirmation, deal: Deal): void {
    saveOfflineDeal({ deal, viewerId: userId })
    client.setQueryData(queryKeyOf('GET /api/deals/:id', { params: { id: deal.id } }), deal)
    settle(confirmation, null)
    if (!isWatched(deal.id))
      showToast({
        title: deal.seller.id === userId ? 'Deal completed' : 'Oja knows that you have seen and tried it',
      })
  }

  function onRefusal(confirmation: Confirmation, error: unknown): void {
    settle(confirmation, messageOf(error))
    if (!isWatched(confirmation.dealId)) showFailure('Your press at the meeting did not count', error)
  }

  const isWatched = (dealId: number) => [...listeners.values()].includes(dealId)

  async function send(confirmation: Confirmation): Promise<void> {
    const { dealId, version } = confirmation
    const delay = createWakeableSleep()
    delays.set(dealId, delay)
    set(dealId, { isPending: true, isUnreachable: false, problem: null })
    for (;;) {
      try {
        const call = api('POST /api/deals/:id/confirm', { params: { id: dealId }, body: { version } })
        const deal = await Promise.race([call, delay.sleep(responseTimeout)])
        if (deal) return onResponse(confirmation, deal)
        set(dealId, { isPending: true, isUnreachable: true, problem: null })
      } catch (error) {
        const status = statusOf(error)
        if (status !== undefined && !isTransient(status)) return onRefusal(confirmation, error)
        set(dealId, { isPending: true, isUnreachable: true, problem: null })
        // The first page after the next login sends it again.
        if (status === 401) return
        await delay.sleep(retryDelay)
      }
    }
  }

  return {
    get: (dealId: number) => states.get(dealId),
    /** Listens while the page of a deal is open. */
    subscribe(dealId: number, listener: () => void) {
      listeners.set(listener, dealId)
      return () => void listeners.delete(listener)
    },
    confirm({ id: dealId, version }: Deal) {
      store(dealId, { dealId, version })
      void send({ dealId, version })
    },
    /** Sends what earlier pages stored. */
    start() {
      addEventListener('online', () => {
        for (const { wake } of delays.values()) wake()
      })
      for (const confirmation of readStored(storageKey(0).slice(0, -1))) void send(confirmation)
    },
  }
}

function readStored(prefix: string): Confirmation[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '') as Confirmation)
  } catch {
    return []
  }
}
