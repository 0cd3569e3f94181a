/**
 * What was acknowledged, and what was asked without an answer: the one must be there afterwards, the other may be, whole or
 * not at all.
 */
export interface Ledger {
  listings: Map<number, ListingEntry>
  /** Messages by the name that their sender gave them. */
  messages: Map<string, { threadId: number; body: string; isAcknowledged: boolean }>
  /** Paths of pictures whose upload was answered. */
  photos: Set<string>
  /** By `<user>:<listing>`; what was acknowledged last, and what was asked since. */
  favorites: Map<string, Known<boolean>>
  /** By `<reviewer>:<reviewed>`. */
  reviews: Map<string, Known<string>>
  /** Texts, each written once. */
  questions: Map<string, { listingId: number; isAcknowledged: boolean }>
  /** Addresses whose registration was answered. */
  registrations: Set<string>
}

interface ListingEntry {
  sellerId: number
  title: Known<string>
  isDeleted: Known<boolean>
  photos: string[]
}

/** A value that changes: the last that was acknowledged, and those that were asked since, of which any may hold. */
export interface Known<T> {
  value: T
  asked: T[]
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

export const known = <T>(value: T): Known<T> => ({ value, asked: [], isChanging: false })

/** Asks for another value by `ask`, which answers whether it was acknowledged. One after the other: at most one is unsure. */
export async function change<T>(entry: Known<T>, value: T, ask: () => Promise<boolean>): Promise<void> {
  if (entry.isChanging) return
  entry.isChanging = true
  entry.asked.push(value)
  if (await ask()) {
    entry.value = value
    entry.asked = []
  }
  entry.isChanging = false
}

export const mayBe = <T>({ value, asked }: Known<T>, found: T) => value === found || asked.includes(found)
