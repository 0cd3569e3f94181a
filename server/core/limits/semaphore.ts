export interface Semaphore {
  /** How many wait: all, or those of one key. */
  waiting(key?: string): number
  /** How many keys have somebody waiting. */
  waitingKeys(): number
  /** Runs the work when a permit is free. The keys that wait take turns; within one it is first come, first served. */
  run<T>(work: () => Promise<T>, key?: string): Promise<T>
}

/** A fair semaphore: lets `permits` pieces of work run at once. */
export function createSemaphore(permits: number): Semaphore {
  /** By key, the one whose turn is next first. */
  const queues = new Map<string, (() => void)[]>()
  let running = 0

  function waitFor(key: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = queues.get(key)
      if (queue) queue.push(resolve)
      else queues.set(key, [resolve])
    })
  }

  /** Hands a permit on to the next key, which then goes to the end. */
  function handOn(): void {
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
        handOn()
      }
    },
  }
}
