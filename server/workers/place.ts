import { setTimeout as sleep } from 'node:timers/promises'
import type { Member } from './member.ts'

/** Where always one worker stands: who dies is followed by another. */
export interface Place {
  /** The port, when its first worker listens; rejects where that ends at its start. */
  serving: Promise<number>
  member(): Member
  /** Ends its worker gracefully, `renewed` where another has followed; answers its exit code or signal. */
  close(renewed: boolean): Promise<number | string>
}

interface Options {
  fork(): Member
  /** Whether the first is followed too where it ends at its start. Otherwise the place is closed then. */
  isPatient: boolean
  /** Hears of each worker that ended, asked or not. */
  onEnded(member: Member, how: number | string, unasked: boolean): Promise<void> | void
}

/** Milliseconds: the pauses before another try, doubling; and how long a worker has to serve for them to begin anew. */
const pauses = { first: 100, most: 10_000 }
const soon = 10_000

export function openPlace({ fork, isPatient, onEnded }: Options): Place {
  const closing = new AbortController()
  let member = fork()
  const serving = member.serving
  const kept = keep()

  async function keep(): Promise<number | string> {
    const isStarted =
      isPatient ||
      (await serving.then(
        () => true,
        () => false,
      ))
    let pause = 0
    for (;;) {
      const since = performance.now()
      const how = await member.ended
      const unasked = !closing.signal.aborted
      await onEnded(member, how, unasked && isStarted)
      if (!unasked || !isStarted) return how
      // At once for the first time: others answer meanwhile.
      const diedSoon = performance.now() - since < soon
      pause = diedSoon ? Math.min(pause * 2 || pauses.first, pauses.most) : 0
      await sleep(pause, undefined, { signal: closing.signal }).catch(() => {})
      if (closing.signal.aborted) return 0
      member = fork()
    }
  }

  return {
    serving,
    member: () => member,
    async close(renewed) {
      closing.abort()
      await member.end(renewed)
      return kept
    },
  }
}
