/**
 * Acknowledged writes, which must exist afterwards, and writes without a response, which may exist as a whole
 * or not at all.
 */
export interface Ledger {
  listings: Map<number, ListingEntry>
  /** Messages by client id. */
  messages: Map<string, { threadId: number; body: string; isAcknowledged: boolean }>
  /** Paths of acknowledged pictures. */
  photos: Set<string>
  /** By `<user>:<listing>`: the last acknowledged value, and the ones requested since. */
  favorites: Map<string, TrackedValue<boolean>>
  /** By `<reviewer>:<reviewed>`. */
  reviews: Map<string, TrackedValue<string>>
  /** Texts, each written once. */
  questions: Map<string, { listingId: number; isAcknowledged: boolean }>
  /** Addresses of acknowledged registrations. */
  registrations: Set<string>
}

interface ListingEntry {
  sellerId: number
  title: TrackedValue<string>
  isDeleted: TrackedValue<boolean>
  photos: string[]
}

/** A value that changes: the last acknowledged one, and those requested since: any of them may be stored. */
export interface TrackedValue<T> {
  value: T
  requested: T[]
  isChanging: boolean
}

export function createLedger(): Ledger {
  return {
    listings: new Map(),
    messages: new Map(),
    photos: new Set(),
    favorites: new Map(),
    reviews: new Map(),
    questions: new Map(),
    registrations: new Set(),
  }
}

export const known = <T>(value: T): TrackedValue<T> => ({ value, requested: [], isChanging: false })

/**
 * Changes the value with `ask`, which returns whether it was acknowledged. One after the other, so that at
 * most one is uncertain.
 */
export async function change<T>(
  entry: TrackedValue<T>,
  value: T,
  ask: () => Promise<boolean>,
): Promise<void> {
  if (entry.isChanging) return
  entry.isChanging = true
  entry.requested.push(value)
  if (await ask()) {
    entry.value = value
    entry.requested = []
  }
  entry.isChanging = false
}

export const mayBe = <T>({ value, requested }: TrackedValue<T>, found: T) =>
  value === found || requested.includes(found)
