import type { QueryClient } from '@tanstack/react-query'
import type { Deal } from '#shared/contract/deals.ts'
import { api, keyOf } from '#web/lib/api.ts'
import { messageOf, statusOf } from '#web/lib/errors.ts'
import { keepPrivate, outboxPrefix } from '#web/lib/private-storage.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { keepDeal } from './kept-deal.ts'

/** Milliseconds before a press without an answer is sent again, and between two attempts. */
const answerTimeout = 15_000
const retryAfter = 4000
/** The server cannot be reached now, or the user has to log in again: the press is not refused. */
const passing = [401, 408, 425, 429, 500, 502, 503, 504]

/** A press that the server has not answered, or why it was refused. */
export interface PressState {
  isPressed: boolean
  /** The last attempt did not reach the server. */
  isUnreachable: boolean
  /** Why it was refused, as a sentence. */
  problem: string | null
}

/** What is written to the device: the version of the deal that was seen. */
interface Press {
  dealId: number
  version: number
}

export type Presses = ReturnType<typeof createPresses>

/** One for the life of the page, since another user signs in with a new page. It continues to send on other pages of the app. */
let shared: { userId: number; presses: Presses } | undefined

/** The presses of the signed-in user; it starts sending those that were kept on first use. */
export function pressesOf(userId: number, client: QueryClient): Presses {
  if (shared?.userId === userId) return shared.presses
  const presses = createPresses(userId, client)
  shared = { userId, presses }
  presses.start()
  return presses
}

/**
 * The user's presses at meetings, "I have it" or "I have seen and tried it". They are kept on this device and sent until the server
 * answers, on any page, also after the page was closed and opened again; sending one twice is harmless.
 */
function createPresses(userId: number, client: QueryClient) {
  const states = new Map<number, PressState>()
  /** The deals whose page is open: it says itself what became of the press. */
  const listeners = new Map<() => void, number>()
  /** Starts the next attempt of a deal's press at once. */
  const again = new Map<number, () => void>()
  const keyOfPress = (dealId: number) => `${outboxPrefix(userId)}press:${dealId}`

  function set(dealId: number, state: PressState): void {
    states.set(dealId, state)
    for (const listener of listeners.keys()) listener()
  }

  function keep(dealId: number, press: Press | null): void {
    try {
      keepPrivate(keyOfPress(dealId), press && JSON.stringify(press))
    } catch {
      // A browser that refuses storage: the press is sent while the page is open.
    }
  }

  function settle({ dealId }: Press, problem: string | null): void {
    again.delete(dealId)
    keep(dealId, null)
    set(dealId, { isPressed: false, isUnreachable: false, problem })
    void refreshChanged(client, 'POST /api/deals/:id/confirm')
  }

  function onAnswer(press: Press, deal: Deal): void {
    keepDeal({ deal, viewerId: userId })
    client.setQueryData(keyOf('GET /api/deals/:id', { params: { id: deal.id } }), deal)
    settle(press, null)
    if (!isWatched(deal.id))
      showToast({
        title: deal.seller.id === userId ? 'Deal completed' : 'Oja knows that you have seen and tried it',
      })
  }

  function onRefusal(press: Press, error: unknown): void {
    settle(press, messageOf(error))
    if (!isWatched(press.dealId)) showFailure('Your press at the meeting did not count', error)
  }

  const isWatched = (dealId: number) => [...listeners.values()].includes(dealId)

  function send(press: Press): void {
    let isOver = false
    let timer = setTimeout(attempt, answerTimeout)
    function attempt(): void {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      send(press)
    }
    again.set(press.dealId, attempt)
    api('POST /api/deals/:id/confirm', {
      params: { id: press.dealId },
      body: { version: press.version },
    }).then(
      (deal) => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        onAnswer(press, deal)
      },
      (error: unknown) => {
        if (isOver) return
        clearTimeout(timer)
        const status = statusOf(error)
        if (status !== undefined && !passing.includes(status)) {
          isOver = true
          return onRefusal(press, error)
        }
        set(press.dealId, { isPressed: true, isUnreachable: true, problem: null })
        // After a new login a page starts it again.
        if (status !== 401) timer = setTimeout(attempt, retryAfter)
      },
    )
  }

  function begin(press: Press): void {
    set(press.dealId, { isPressed: true, isUnreachable: false, problem: null })
    send(press)
  }

  return {
    get: (dealId: number) => states.get(dealId),
    /** Listens while the page of a deal is open. */
    subscribe(dealId: number, listener: () => void) {
      listeners.set(listener, dealId)
      return () => void listeners.delete(listener)
    },
    press({ id: dealId, version }: Deal) {
      keep(dealId, { dealId, version })
      begin({ dealId, version })
    },
    /** Sends presses that earlier pages kept. */
    start() {
      addEventListener('online', () => {
        for (const attempt of [...again.values()]) attempt()
      })
      for (const press of readKept(keyOfPress(0).slice(0, -1))) begin(press)
    },
  }
}

function readKept(prefix: string): Press[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix))
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '') as Press)
  } catch {
    return []
  }
}
