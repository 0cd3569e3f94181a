import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Polls every 20 ms until the result is not false, null or undefined, and returns it. Throws naming `what`
 * after `limit` ms.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  limit = 120_000,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = performance.now() + limit
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined) return answer as never
    if (performance.now() > deadline) throw new Error(`Waited ${limit / 1000} s in vain for ${what}.`)
    await sleep(20)
  }
}
