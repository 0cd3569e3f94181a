import { setTimeout as delay } from 'node:timers/promises'
import type { Redis, StreamEntry } from '../redis/redis.ts'

export interface Inbox {
  /** What was told next, in the stream's order; reads on for as long as it takes. */
  read(): Promise<StreamEntry[]>
  /** Whether the stream answers. */
  isReading(): boolean
}

/** Milliseconds: what Redis waits for something new, how long its answer may take, and until it is asked again. */
const block = 300
const patience = 1000
const again = 100
const mostAtOnce = 200

/** Reads a stream from its present end, and goes on from where it was left when Redis was away meanwhile. */
export function createInbox(redis: Redis, stream: string): Inbox {
  let position: string | undefined
  let isReading = false

  async function readOnce(): Promise<StreamEntry[]> {
    if (position === undefined || !isReading) position = await whereToRead(position)
    const from = { key: stream, id: position }
    const streams = await redis.wait(
      (client) => client.xRead(from, { COUNT: mostAtOnce, BLOCK: block }),
      patience,
    )
    isReading = true
    const entries = streams?.[0]?.messages ?? []
    position = entries.at(-1)?.id ?? position
    return entries
  }

  /** From where it was left, so that nothing is missed; a Redis that knows less (another, or emptied) is read from its end. */
  async function whereToRead(left: string | undefined): Promise<string> {
    const [newest] = await redis.run((client) => client.xRevRange(stream, '+', '-', { COUNT: 1 }))
    const end = newest?.id ?? '0-0'
    return left === undefined || isBefore(end, left) ? end : left
  }

  return {
    async read() {
      try {
        return await readOnce()
      } catch {
        isReading = false
        await delay(again, undefined, { ref: false })
        return []
      }
    },
    isReading: () => isReading,
  }
}

/** Whether an entry's name (milliseconds, a dash, a number) comes before another's. */
function isBefore(one: string, other: string): boolean {
  const [time = 0, number = 0] = one.split('-').map(Number)
  const [otherTime = 0, otherNumber = 0] = other.split('-').map(Number)
  return time < otherTime || (time === otherTime && number < otherNumber)
}
