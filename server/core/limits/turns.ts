import { AppError } from '#shared/errors.ts'
import { shedRequests } from '../observe/counters.ts'

/** Who may wait for one key: two people in a conversation, or one at several devices, never come to this. */
const usualQueue = 20
/** Milliseconds. As long as a statement waits for a lock (patience.lock): those who wait behind it wait no longer. */
const longestWait = 3000
/** Seconds. */
const retryAfter = 3

/**
 * Runs pieces of work of one key one after the other, in the order in which they came; those of different keys at once.
 * In one process: what must hold for several is for the database to keep. Where many wait, the next is refused at once, and who
 * waited for too long as well (OVERLOADED): their work was not begun.
 */
export function createTurns<K>(longestQueue = usualQueue): <T>(key: K, work: () => Promise<T>) => Promise<T> {
  /** Who waits, by the key that is being worked on. */
  const queues = new Map<K, (() => void)[]>()

  function waitIn(queue: (() => void)[]): Promise<void> {
    if (queue.length >= longestQueue) throw tooMany()
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(begin), 1)
        reject(tooMany())
      }, longestWait)
      queue.push(begin)
    })
  }

  return async (key, work) => {
    const queue = queues.get(key)
    if (queue) await waitIn(queue)
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
  shedRequests.inc({ reason: 'turns' })
  return new AppError(
    'OVERLOADED',
    'Very much is being written here right now. Please try again in a moment.',
    {
      retryAfter,
    },
  )
}
