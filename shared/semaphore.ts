export interface Semaphore {
  /** The number of waiting tasks: all, or those of one key. */
  waiting(key?: string): number
  /** The number of keys with waiting tasks. */
  waitingKeys(): number
  /**
   * Runs the work when a permit is free. Waiting keys are served in rotation; within one key it is first
   * come, first served.
   */
  run<T>(work: () => Promise<T>, key?: string): Promise<T>
}

/** A fair semaphore with `permits` concurrent tasks. */
export function createSemaphore(permits: number): Semaphore {
  /** By key, the next one to be served first. */
  const queues = new Map<string, (() => void)[]>()
  let running = 0

  function waitFor(key: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = queues.get(key)
      if (queue) queue.push(resolve)
      else queues.set(key, [resolve])
    })
  }

  /** Gives the permit to the next key, which then goes to the end. */
  function release(): void {
    const [first] = queues
    if (!first) {
      running -= 1
      return
    }
    const [key, queue] = first
    const begin = queue.shift()
    queues.delete(key)
    if (queue.length > 0) queues.set(key, queue)
    begin?.()
  }

  return {
    waiting(key) {
      if (key !== undefined) return queues.get(key)?.length ?? 0
      let count = 0
      for (const queue of queues.values()) count += queue.length
      return count
    },
    waitingKeys: () => queues.size,
    async run(work, key = '') {
      if (running < permits) running += 1
      else await waitFor(key)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
