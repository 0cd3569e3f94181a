export interface Turnstile {
  /** How many wait for their turn. */
  readonly waiting: number
  /** Runs the work when one of the places is free, first come first served. */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Lets only `places` pieces of work run at once. */
export function createTurnstile(places: number): Turnstile {
  const queue: (() => void)[] = []
  let running = 0
  return {
    get waiting() {
      return queue.length
    },
    async run(work) {
      if (running < places) running += 1
      else await new Promise<void>((resolve) => queue.push(resolve))
      try {
        return await work()
      } finally {
        const next = queue.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
