/** Runs jobs in the order in which they come, at most `width` at the same time. */
export function createQueue(width: number): <T>(job: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []

  return async (job) => {
    if (running >= width) await new Promise<void>((start) => waiting.push(start))
    else running += 1
    try {
      return await job()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
