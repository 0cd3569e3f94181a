import { timeouts } from '#server/db/timeouts.ts'
import { AppError } from '#shared/errors.ts'
import { shedRequests } from '../observe/metrics.ts'

/**
 * Tasks that may wait for one key. Two people in a conversation, or one person on several devices, never
 * reach it.
 */
const defaultQueueLength = 20
/** Seconds. */
const retryAfter = 3

/**
 * Runs tasks with the same key one after the other, in order of arrival, and tasks with different keys
 * concurrently. Covers one process; rules across processes belong in the database. Throws OVERLOADED, without
 * starting the task, if the queue is full or the wait was too long.
 */
export function createKeyedMutex<K>(
  maxQueueLength = defaultQueueLength,
): <T>(key: K, work: () => Promise<T>) => Promise<T> {
  /** Waiting tasks, by key. */
  const queues = new Map<K, (() => void)[]>()

  function enqueue(queue: (() => void)[]): Promise<void> {
    if (queue.length >= maxQueueLength) throw tooMany()
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(begin), 1)
        reject(tooMany())
        // The same time that a statement waits for a lock.
      }, timeouts.lock)
      queue.push(begin)
    })
  }

  return async (key, work) => {
    const queue = queues.get(key)
    if (queue) await enqueue(queue)
    else queues.set(key, [])
    try {
      return await work()
    } finally {
      const next = queues.get(key)?.shift()
      if (next) next()
      else queues.delete(key)
    }
  }
}

function tooMany(): AppError {
  shedRequests.inc({ reason: 'mutex' })
  return new AppError('OVERLOADED', 'Too many people are doing this at once. Please try again in a moment.', {
    retryAfter,
  })
}
