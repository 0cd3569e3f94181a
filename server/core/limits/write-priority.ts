import type { FastifyRequest } from 'fastify'
import { isUpload } from './overload.ts'

declare module 'fastify' {
  interface FastifyInstance {
    writePriority: WritePriority
  }
}

/**
 * Lets writes go before pages. A write asks the database many times, one statement after the other, and each answer waits until the event loop
 * has finished the page that it renders; a page that begins a moment later is late once.
 */
export interface WritePriority {
  /** Runs a write, during which pages wait. Uploads have no priority, since they take seconds. */
  run<T>(request: FastifyRequest, write: () => Promise<T>): Promise<T>
  /** Resolves when no write is in progress, and after `maxDelay` at the latest. */
  idle(): Promise<void>
}

/** `maxDelay` in milliseconds. */
export function createWritePriority(maxDelay: number): WritePriority {
  let writes = 0
  const waiting = new Set<() => void>()
  return {
    async run(request, write) {
      if (isUpload(request)) return write()
      writes += 1
      try {
        return await write()
      } finally {
        writes -= 1
        if (writes === 0) for (const resume of waiting) resume()
      }
    },
    async idle() {
      if (writes === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, maxDelay)
      waiting.add(resolve)
      await promise
      clearTimeout(timer)
      waiting.delete(resolve)
    },
  }
}
