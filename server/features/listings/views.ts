import { createHash } from 'node:crypto'
import { mayBeShared, networkOf } from '#server/core/http/network.ts'
import type { Db } from '#server/db/pool.ts'
import { saltOf, saveViews, type View } from './views.db.ts'

/** Views that may wait for the database at most; beyond, new ones are lost rather than the memory. */
const mostWaiting = 50_000

/**
 * Visitors of one listing that a network counts for in a day. Browsers behind a carrier's NAT are told apart by their User-Agent,
 * which anybody may make up, so each falls into one of a few slots: whoever sends others fills these and no more. An IPv6 /64 is
 * one household.
 */
export const slotsPerNetwork = { shared: 4, own: 1 }

const bots =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|curl|wget|python|scrapy|axios|go-http/i

export interface Visit {
  listingId: number
  /** The signed-in viewer's id, if any. */
  userId: number | null
  ip: string
  userAgent: string | undefined
}

/**
 * Counts views in batches: `record` only remembers, `flush` writes. A view is kept as `u:<id>`, or as a hash of network and
 * slot with a salt that is thrown away when the day ends.
 */
export function createViewCounter(db: Db, now: () => Date = () => new Date()) {
  let waiting = new Map<string, View>()
  let salt: { day: string; bytes: Promise<Buffer> } | null = null

  function saltOfDay(day: string): Promise<Buffer> {
    if (salt?.day !== day) {
      salt = { day, bytes: saltOf(db, day) }
      salt.bytes.catch(() => {
        salt = null
      })
    }
    return salt.bytes
  }

  /** Remembers a view once per visitor and day; a bot's not at all. */
  async function record({ listingId, userId, ip, userAgent = '' }: Visit): Promise<void> {
    if (userAgent === '' || bots.test(userAgent) || waiting.size >= mostWaiting) return
    const day = dayInNigeria(now())
    const viewer = userId === null ? hashVisitor(await saltOfDay(day), ip, userAgent) : `u:${userId}`
    waiting.set(`${listingId} ${viewer} ${day}`, { listingId, viewer, day })
  }

  /** Writes what waits. Where the database fails, it waits for the next time. */
  async function flush(): Promise<void> {
    if (waiting.size === 0) return
    const batch = waiting
    waiting = new Map()
    try {
      await saveViews(db, [...batch.values()])
    } catch (error) {
      waiting = new Map([...batch, ...waiting])
      throw error
    }
  }

  return { record, flush }
}

function hashVisitor(salt: Buffer, ip: string, userAgent: string): string {
  const network = networkOf(ip)
  const slots = mayBeShared(network) ? slotsPerNetwork.shared : slotsPerNetwork.own
  const digest = (text: string) => createHash('sha256').update(salt).update(text).digest()
  const slot = digest(userAgent).readUInt32BE() % slots
  return digest(`${network} ${slot}`).toString('base64url').slice(0, 22)
}

function dayInNigeria(date: Date): string {
  return date.toLocaleDateString('en-CA', { timeZone: 'Africa/Lagos' })
}
