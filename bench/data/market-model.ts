import { createRandom } from '#server/demo/random.ts'
import { table } from './tables.ts'

/** The first day of trade, and the length of the history: milliseconds. */
const opening = Date.UTC(2023, 0, 1)
const duration = Date.UTC(2026, 0, 1) - opening

/** Facts about other rows that the row generators need, computed from row numbers and never stored. */
export interface Market {
  listings: number
  /** Sellers have odd numbers, buyers even ones. Later numbers joined later. */
  users: number
  /**
   * Milliseconds since 1970, for a share of the market's history from 0 to 1; below 0 is before the first
   * listing.
   */
  moment(share: number): number
  /** The time of a listing's publication: ascending with its number, at a growing rate. */
  publishedAt(listing: number): number
  sellerOf(listing: number): number
  joinedAt(user: number): number
  /** Banned or about to leave, so their listings are hidden. */
  isInactive(user: number): boolean
}

export const end = opening + duration

/** One seller per twenty listings, and the same number of buyers. */
export function createMarket(listings: number): Market {
  const sellers = Math.max(50, Math.round(listings / 20))
  const random = createRandom()
  const moment = (share: number) => Math.floor(opening + duration * (share < 0 ? share * 0.5 : share ** 0.6))
  return {
    listings,
    users: sellers * 2,
    moment,
    publishedAt: (listing) => moment((listing - 0.5) / listings),
    sellerOf(listing) {
      random.begin(table.sellers, listing)
      // A fifth of the sellers joined before the first listing; earlier ones sell more.
      const joined = sellers * (0.2 + (0.8 * (listing - 1)) / listings)
      return 1 + 2 * Math.floor(joined * random.next() ** 2)
    },
    joinedAt: (user) => moment((Math.floor((user - 1) / 2) / sellers - 0.2) / 0.8) - 60_000,
    isInactive(user) {
      if (user <= 20) return false
      random.begin(table.users, user)
      return random.chance(0.004)
    },
  }
}
