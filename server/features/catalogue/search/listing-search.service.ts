import type { Db } from '#server/db/pool.ts'
import type { ListingCard, Near, Radius, SortOrder } from '#shared/contract/catalogue.ts'
import { maxId } from '#shared/limits.ts'
import { toCards } from '../catalogue.db.ts'
import { correctWords } from './correct-words.ts'
import { readCountedPage } from './counted-page.ts'
import type { Filters } from './criteria.ts'
import { type Cursor, readCursor, writeCursor } from './cursor.ts'
import { displayedDistance, nearestLgas, withinRadius } from './near.ts'
import { readWords } from './normalise-text.ts'
import { type Term, termsOf } from './query-terms.ts'
import { readStatistics } from './statistics.db.ts'
import type { Statistics } from './statistics.ts'
import { unavailableOnTimeout } from './time-limit.ts'

export interface ListingSearch {
  /** As typed. */
  text?: string | undefined
  filters: Omit<Filters, 'area'>
  /** The cards tell the distance from here. The order `near` needs it, and so does a radius. */
  near?: Near | undefined
  radius?: Radius | undefined
  sort: SortOrder
  /** From the page before. */
  cursor?: string | undefined
  /** Listings a page. */
  limit: number
}

export interface ListingPage {
  cards: ListingCard[]
  total: number
  /** False: `total` match, or more. */
  exact: boolean
  /** Of the next page; null on the last. */
  cursor: string | null
}

/** A first page with fewer listings has its words checked for typos. */
const fewResults = 3

/**
 * A page of the public listings that match: the one function that a search engine would replace (docs/search.md).
 * Throws VALIDATION_FAILED for a cursor of another sort order, UNAVAILABLE where PostgreSQL takes too long.
 */
export async function searchListings(db: Db, search: ListingSearch): Promise<ListingPage> {
  const cursor = search.cursor === undefined ? null : readCursor(search.cursor, search.sort)
  if ((search.filters.category ?? 0) > maxId) return noListings
  return unavailableOnTimeout(searchFrom(db, search, cursor))
}

const noListings: ListingPage = { cards: [], total: 0, exact: true, cursor: null }

async function searchFrom(db: Db, search: ListingSearch, cursor: Cursor | null): Promise<ListingPage> {
  const statistics = await readStatistics(db)
  if (search.text === undefined) return readPage(db, statistics, search, { cursor, terms: [] })
  const words = await readWords(db, search.text)
  if (words.length === 0) return noListings
  const corrected = cursor?.corrected ? await correctWords(db, words, statistics) : null
  const page = await readPage(db, statistics, search, { cursor, terms: corrected ?? termsOf(words) })
  if (cursor || page.cards.length >= fewResults) return page
  const better = await correctWords(db, words, statistics)
  return better ? readPage(db, statistics, search, { cursor, terms: better, isCorrected: true }) : page
}

async function readPage(
  db: Db,
  statistics: Statistics,
  search: ListingSearch,
  { cursor, terms, isCorrected = false }: { cursor: Cursor | null; terms: Term[]; isCorrected?: boolean },
): Promise<ListingPage> {
  const { sort, limit } = search
  const place = search.near === undefined ? null : readPlace(search, search.near)
  const filters = place?.filters ?? search.filters
  // One listing more than the page shows tells whether there is a next page.
  const found = await readCountedPage(
    db,
    statistics,
    { ...filters, terms },
    { sort, cursor, limit: limit + 1, nearest: place?.nearest },
  )
  const rows = found.rows.slice(0, limit)
  const last = rows.at(-1)
  const isLast = found.rows.length <= limit
  const { total, exact } = cursor ?? (isLast ? { total: found.rows.length, exact: true } : found)
  const cards = (await toCards(db, rows)).map((card) => {
    const distance = place?.distances.get(`${card.state}/${card.lga}`)
    return distance === undefined ? card : { ...card, distanceKm: displayedDistance(distance) }
  })
  if (!last || isLast) return { cards, total, exact, cursor: null }
  const value =
    sort === 'latest' || sort === 'relevance' || sort === 'near' ? last.createdAt.getTime() : last.price
  const corrected = cursor?.corrected ?? isCorrected
  const next = { sort, value, id: last.id, tier: last.tier, corrected, total, exact }
  return { cards, total, exact, cursor: writeCursor(next) }
}

interface SearchPlace {
  filters: Filters
  /** The LGAs that the filters leave, as `state/lga`, the nearest first. */
  nearest: string[]
  /** Kilometres, by `state/lga`. */
  distances: Map<string, number>
}

/** What `near` and the radius mean: a radius is an area of whole LGAs. One LGA and one state are filters of their own. */
function readPlace({ filters, radius }: ListingSearch, near: Near): SearchPlace {
  const all = nearestLgas(near)
  const inside = radius === undefined ? all : withinRadius(all, radius)
  const left = inside.filter(
    ({ state, lga }) => (filters.state ?? state) === state && (filters.lga ?? lga) === lga,
  )
  const area = { name: `${near} ${radius}`, places: inside.map(({ place }) => place) }
  const [only, ...others] = left
  const inArea =
    radius === undefined
      ? filters
      : only && others.length === 0
        ? { ...filters, state: only.state, lga: only.lga }
        : only && radius === 'state'
          ? { ...filters, state: only.state }
          : { ...filters, area }
  return {
    filters: inArea,
    nearest: left.map(({ place }) => place),
    distances: new Map(all.map(({ place, distance }) => [place, distance])),
  }
}
