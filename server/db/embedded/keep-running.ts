import { setTimeout as sleep } from 'node:timers/promises'
import { clearOrphans } from './orphans.ts'
import { type Postmaster, type PostmasterPlan, startPostmaster } from './postmaster.ts'

export interface Keeper {
  /** Stops PostgreSQL cleanly, for good. */
  stop(): Promise<void>
}

/** Starts PostgreSQL, and again whenever it ends unasked. Throws StartupError when the first start fails. */
export async function keepRunning(plan: PostmasterPlan, warn: (message: string) => void): Promise<Keeper> {
  const stopRequest = Promise.withResolvers<'stop'>()
  const watching = watch(await startPostmaster(plan, warn))

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

  /** Undefined when asked to stop meanwhile. */
  async function startAgain(): Promise<Postmaster | undefined> {
    for (let delay = 100; ; delay = Math.min(delay * 2, 10_000)) {
      try {
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
