import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { categoryExists, readExactQuery } from '#server/features/catalogue/catalogue.public.ts'
import type { SavedSearch, SearchFilters } from '#shared/contract/searches.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { koboToNaira, nairaToKobo } from '#shared/money.ts'
import { findLga } from '#shared/nigeria.ts'
import { savedSearchName, savedSearchPath } from '#shared/saved-search.ts'
import {
  findSame,
  findSearch,
  findSearches,
  indexSearch,
  insertSearch,
  lockSearches,
  type SearchColumns,
  type SearchRow,
  updateSearch,
} from './searches.db.ts'

const { max } = limits.savedSearches

export async function listSearches(db: Db, viewer: Viewer): Promise<SavedSearch[]> {
  return (await findSearches(db, viewer.id)).map(toSavedSearch)
}

/**
 * Saves a search, or returns the existing one with the same filters. Throws VALIDATION_FAILED for one without words and filters, CONFLICT
 * at the limit of saved searches.
 */
export async function saveSearch(db: Db, viewer: Viewer, filters: SearchFilters): Promise<SavedSearch> {
  const columns = await columnsOf(db, filters)
  return inTransaction(db, async (tx) => {
    const count = await lockSearches(tx, viewer.id)
    const same = await findSame(tx, viewer.id, columns)
    if (same === undefined && count >= max)
      throw new AppError(
        'CONFLICT',
        `You have ${max} saved searches, which is the most. Please delete one that you no longer need.`,
      )
    const id = same ?? (await insertSearch(tx, viewer.id, columns))
    if (same === undefined) await indexSearch(tx, id)
    return readSearch(tx, viewer, id)
  })
}

/** Throws NOT_FOUND for somebody else's search, CONFLICT if another one has the same filters. */
export async function changeSearch(
  db: Db,
  viewer: Viewer,
  id: number,
  { name, paused, filters }: { name?: string | null; paused?: boolean; filters?: SearchFilters },
): Promise<SavedSearch> {
  const columns = filters && (await columnsOf(db, filters))
  return inTransaction(db, async (tx) => {
    await lockSearches(tx, viewer.id)
    await readSearch(tx, viewer, id)
    const same = columns && (await findSame(tx, viewer.id, columns))
    if (same !== undefined && same !== id) throw new AppError('CONFLICT', 'You saved this search already.')
    await updateSearch(tx, id, {
      ...columns,
      ...(name === undefined ? {} : { name }),
      ...(paused === undefined ? {} : { paused }),
    })
    await indexSearch(tx, id)
    return readSearch(tx, viewer, id)
  })
}

async function readSearch(db: Db, viewer: Viewer, id: number): Promise<SavedSearch> {
  const row = await findSearch(db, viewer.id, id)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such saved search.')
  return toSavedSearch(row)
}

/** The filters as Browse applies them: an unknown place or category is dropped, reversed prices are swapped. */
async function columnsOf(db: Db, filters: SearchFilters): Promise<SearchColumns> {
  const { search, category, condition, state, lga, priceType } = filters
  const [low, high] = [filters.minPrice, filters.maxPrice].map((price) =>
    price === undefined ? null : nairaToKobo(price),
  ) as [number | null, number | null]
  const isReversed = low !== null && high !== null && low > high
  const exact = search === undefined ? null : await readExactQuery(db, search)
  if (search !== undefined && !exact)
    throw invalidField('search', 'A search needs a letter or a digit. Please type what you are looking for.')
  const columns = {
    search: search ?? null,
    words: exact?.words ?? null,
    query: exact?.tsquery ?? null,
    anchors: exact?.anchors ?? ['*'],
    category_id: category !== undefined && (await categoryExists(db, category)) ? category : null,
    condition: condition ?? null,
    state: state ?? null,
    lga: (state && lga && findLga(state, lga)) || null,
    price_type: priceType ?? null,
    min_price: isReversed ? high : low,
    max_price: isReversed ? low : high,
  }
  const { anchors: _, ...asked } = columns
  if (Object.values(asked).every((value) => value === null))
    throw invalidField('search', 'Please type what you are looking for, or choose a filter.')
  return columns
}

function toSavedSearch(row: SearchRow): SavedSearch {
  const naira = (kobo: number | null) => (kobo === null ? undefined : koboToNaira(kobo))
  const filters = {
    search: row.search ?? undefined,
    category: row.category_id ?? undefined,
    condition: row.condition ?? undefined,
    state: row.state ?? undefined,
    lga: row.lga ?? undefined,
    minPrice: naira(row.min_price),
    maxPrice: naira(row.max_price),
    priceType: row.price_type ?? undefined,
  } satisfies Record<keyof SearchFilters, unknown> as SearchFilters
  return {
    id: row.id,
    name: row.name ?? savedSearchName(filters, row.category),
    isNamed: row.name !== null,
    filters,
    href: savedSearchPath(filters),
    news: row.news ?? 0,
    unreadId: row.unreadId,
    pausedAt: row.paused_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
}
