import type { LoadRequest } from '../load/job.ts'
import type { Facts, Sample } from './facts.ts'

type Query = Record<string, string>

/** Naira. */
const naira = (kobo: number) => kobo / 100

/**
 * The filters of Browse, each with the values of an existing listing, so that combined filters match
 * something.
 */
export const filters: Record<string, (listing: Sample) => Query> = {
  category: ({ category }) => ({ category: String(category) }),
  state: ({ state }) => ({ state }),
  LGA: ({ state, lga }) => ({ state, lga }),
  condition: ({ condition }) => ({ condition }),
  'price range': ({ price }) => ({
    minPrice: String(Math.floor(naira(price) * 0.8)),
    maxPrice: String(Math.ceil(naira(price) * 1.3)),
  }),
  'price type': ({ priceType }) => ({ priceType }),
  featured: () => ({ featured: 'true' }),
}

export const sortOrders = ['latest', 'price-asc', 'price-desc'] as const

/** A browser's Accept headers. */
const browserHeaders = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en-GB,en;q=0.9',
  'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36',
}

/** A page as a browser requests it; `plain` without compression. */
export function page(path: string, { plain = false } = {}): LoadRequest {
  const { 'accept-encoding': _, ...rest } = browserHeaders
  return { path, headers: plain ? rest : browserHeaders }
}

/** An API call without compression, like the bare route. */
export function call(path: string): LoadRequest {
  return { path, headers: { accept: 'application/json' } }
}

/** An address of the list of listings below `base`, `/listings` or `/api/listings`. */
export function listAddress(base: string, query: Query): string {
  const text = new URLSearchParams(query).toString()
  return text ? `${base}?${text}` : base
}

/** Up to `count` different addresses of one kind, fewer if there are not enough. */
export function different(count: number, make: () => string | null): string[] {
  const addresses = new Set<string>()
  for (let attempts = 0; addresses.size < count && attempts < count * 5; attempts += 1) {
    const address = make()
    if (address !== null) addresses.add(address)
  }
  return [...addresses]
}

/** One of the items. */
export function pick<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from.')
  return item
}

/**
 * A typical address of Browse: mostly two or three filters, a price range, an order, sometimes a word. There
 * are many millions, so few repeat.
 */
export function anyBrowseAddress({ samples, words }: Facts, random: () => number): string {
  const listing = pick(samples, random)
  const query: Query = {}
  for (const [name, filter] of Object.entries(filters)) {
    const chance = name === 'price range' ? 0.8 : name === 'featured' ? 0.02 : 0.35
    if (random() < chance) Object.assign(query, filter(listing))
  }
  if (random() < 0.2) query.search = pick(words.middling, random)
  const sort = pick(sortOrders, random)
  if (sort !== 'latest') query.sortBy = sort
  return listAddress('/listings', query)
}
