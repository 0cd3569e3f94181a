import { setTimeout as sleep } from 'node:timers/promises'
import { clearOrphans } from './orphans.ts'
import { type Postmaster, type PostmasterPlan, startPostmaster } from './postmaster.ts'

export interface Supervisor {
  /** Stops PostgreSQL cleanly, for good. */
  stop(): Promise<void>
}

/**
 * Watches a running PostgreSQL and restarts it, with the settings of `makePlan`, whenever it ends by itself.
 */
export function supervise(
  running: Postmaster,
  makePlan: () => Promise<PostmasterPlan>,
  warn: (message: string) => void,
): Supervisor {
  const stopRequest = Promise.withResolvers<'stop'>()
  const watching = watch(running)

  async function watch(first: Postmaster): Promise<void> {
    let current = first
    for (;;) {
      const event = await Promise.race([stopRequest.promise, current.ended])
      if (event === 'stop') return current.stop()
      warn(`PostgreSQL ended unexpectedly (${event}); starting it again.`)
      const next = await startAgain()
      if (!next) return
      warn('PostgreSQL runs again.')
      current = next
    }
  }

  /** Returns undefined if a stop was requested meanwhile. */
  async function startAgain(): Promise<Postmaster | undefined> {
    for (let delay = 100; ; delay = Math.min(delay * 2, 10_000)) {
      try {
        const plan = await makePlan()
        await clearOrphans(plan.clusterDir, warn)
        return await startPostmaster(plan, warn)
      } catch (error) {
        warn(`${(error as Error).message} Trying again.`)
      }
      if ((await Promise.race([stopRequest.promise, sleep(delay)])) === 'stop') return undefined
    }
  }

  return {
    stop() {
      stopRequest.resolve('stop')
      return watching
    },
  }
}
