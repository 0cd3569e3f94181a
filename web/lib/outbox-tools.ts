import type { QueryClient } from '@tanstack/react-query'

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

/** Runs while no other tab, and no service worker, holds this lock; at once in browsers without the Web Locks API. */
export async function runExclusively<T>(lock: string, run: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request(lock, run) : run()
}

/** A delay in milliseconds that `wake` ends early. */
export function createBackoffDelay(): { sleep(time: number): Promise<void>; wake(): void } {
  let wake = () => {}
  return {
    sleep: (time) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, time)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    wake: () => wake(),
  }
}
