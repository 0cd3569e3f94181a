import { setTimeout as sleep } from 'node:timers/promises'
import { isOutOfRoom } from './db/failures.ts'
import type { Closing } from './graceful-close.ts'

/** Milliseconds between two tries: the first pause, doubled up to the longest. */
const pauses = { first: 500, longest: 10_000 }

/**
 * Does a step of the start, and again while the disk is full: a process that ended would be started again and again by its
 * supervisor, until that gives up. Says so once. Throws what else goes wrong, and Interrupted where the process is asked to end.
 */
export async function waitForRoom<T>(
  { closing, say }: { closing: Closing; say(line: string): void },
  step: () => Promise<T>,
): Promise<T> {
  for (let pause = pauses.first, isSaid = false; ; pause = Math.min(pause * 2, pauses.longest)) {
    try {
      const done = await step()
      if (isSaid) say('There is room again.')
      return done
    } catch (error) {
      closing.check()
      if (!isOutOfRoom(error)) throw error
      if (!isSaid) say(`The disk is full: ${(error as Error).message}`)
      if (!isSaid) say('Oja waits, and goes on by itself as soon as there is room.')
      isSaid = true
      await sleep(pause)
      closing.check()
    }
  }
}
