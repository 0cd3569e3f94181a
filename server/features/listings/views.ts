import { createHash } from 'node:crypto'
import { dayInNigeria } from '#server/db/clock.ts'
import type { Db } from '#server/db/pool.ts'
import { mayBeShared, networkOf } from '#server/lib/ip-addresses.ts'
import { rotateSalt, saveViews, type View } from './views.db.ts'

/** Maximum views waiting for the database; further ones are dropped to bound the memory. */
const maxPending = 50_000

/**
 * Maximum visitors counted per listing, network and day. Browsers behind a carrier's NAT are distinguished by their
 * User-Agent, which anybody may forge, so each falls into one of a few slots: forged ones fill these slots and no more. An IPv6
 * /64 is one household.
 */
export const slotsPerNetwork = { shared: 4, own: 1 }

const bots =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|telegram|curl|wget|python|scrapy|axios|go-http/i

export interface Visit {
  listing: { id: number; sellerId: number; deletedAt: Date | null }
  /** The signed-in viewer's id, if any. */
  userId: number | null
  ip: string
  userAgent: string | undefined
}

/**
 * Counts views in batches: `record` collects, `flush` writes. A view is stored as a hash of the user's id, or of network
 * and slot, with a salt that is deleted within the hour after the day ends.
 */
export function createViewCounter(db: Db, now: () => Date = () => new Date()) {
  let pending = new Map<string, View>()
  let salt: { day: string; bytes: Promise<Buffer> } | null = null

  function saltOfDay(day: string): Promise<Buffer> {
    if (salt?.day !== day) {
      salt = { day, bytes: rotateSalt(db, day) }
      salt.bytes.catch(() => {
        salt = null
      })
    }
    return salt.bytes
  }

  /** Collects a view once per visitor and day; ignores the seller, bots, and views of a deleted listing. */
  async function record({ listing, userId, ip, userAgent = '' }: Visit): Promise<void> {
    if (listing.sellerId === userId || listing.deletedAt) return
    if (userAgent === '' || bots.test(userAgent) || pending.size >= maxPending) return
    const day = dayInNigeria(now())
    const bytes = await saltOfDay(day)
    const viewer = userId === null ? hashVisitor(bytes, ip, userAgent) : hash(bytes, `user ${userId}`)
    pending.set(`${listing.id} ${viewer} ${day}`, { listingId: listing.id, viewer, day })
  }

  /** Writes the collected views. After a database error they wait for the next flush. */
  async function flush(): Promise<void> {
    if (pending.size === 0) return
    const batch = pending
    pending = new Map()
    try {
      await saveViews(db, [...batch.values()])
    } catch (error) {
      pending = new Map([...batch, ...pending])
      throw error
    }
  }

  return { record, flush }
}

function hashVisitor(salt: Buffer, ip: string, userAgent: string): string {
  const network = networkOf(ip)
  const slots = mayBeShared(network) ? slotsPerNetwork.shared : slotsPerNetwork.own
  const slot = digest(salt, userAgent).readUInt32BE() % slots
  return hash(salt, `${network} ${slot}`)
}

const digest = (salt: Buffer, text: string) => createHash('sha256').update(salt).update(text).digest()
const hash = (salt: Buffer, text: string) => digest(salt, text).toString('base64url').slice(0, 22)
