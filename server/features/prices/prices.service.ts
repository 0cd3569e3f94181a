import type { Db } from '#server/db/pool.ts'
import {
  estimateByTitle,
  readTitleWords,
  type TitleFilters,
  type TitleWord,
  titleQuery,
} from '#server/features/catalogue/catalogue.public.ts'
import type { Condition } from '#shared/contract/listing-values.ts'
import type { PriceGuide } from '#shared/contract/prices.ts'
import { limits } from '#shared/limits.ts'
import { countTitles, findActive, findSold, type PricedListing } from './prices.db.ts'
import { summarise, usablePrices } from './summarise.ts'

/** The listing or draft whose price is compared. */
export interface PricedItem {
  title: string
  categoryId: number
  condition?: Condition | undefined
  state?: string | undefined
  /** Kobo. */
  price?: number | undefined
  /** The seller's own listings are left out. */
  sellerId: number
}

/** The newest listings to read for a set of words: `widerLimits` if too few of those within `usualLimits` have usable prices. */
const usualLimits = { near: 40, all: 120, sold: 60 }
const widerLimits = { near: 500, all: 1000, sold: 500 }
/** A set of words with more public listings than this is searched among the newest of the category only. */
const frequentTitles = 3000
/** Limits of the rows to scan in this case; the estimated density decides how many yield `all` listings. */
const scan = { min: 500, max: 3000 }
/** Maximum number of title words to read, and of sets of them to try. */
const maxWords = 10
const maxWordSets = 3
/** Titles with a word that is too rare for the statistics are counted up to this number, to rank such words. */
const countCap = 500

const { similar: minSimilar } = limits.priceGuide

interface Similar extends PricedListing {
  isSold: boolean
}

/**
 * The prices of similar listings: those of the category with all words of the title, its condition and state. With fewer than
 * `minSimilar` usable prices it widens: any state, then any condition, then without the rarest words, at most half of them. Null if
 * that does not suffice.
 */
export async function readPriceGuide(db: Db, item: PricedItem): Promise<PriceGuide | null> {
  const { named, known } = await readWords(db, item)
  const least = Math.ceil(named.length / 2)
  for (const words of await wordSets(db, known, least, item.categoryId)) {
    const found = await widen(db, words, item)
    if (!found) continue
    const { filters, similar } = found
    const { condition, state } = filters
    return {
      count: similar.length,
      sold: similar.filter(({ isSold }) => isSold).length,
      ...summarise(
        similar.map(({ price }) => price),
        item.price,
        words.length === named.length,
      ),
      basis: {
        words: words.map(({ text }) => text),
        categoryId: item.categoryId,
        condition: condition ?? null,
        state: state ?? null,
      },
    }
  }
  return null
}

/** Filler words of titles: praise and sales terms, which do not name the thing. */
const fillerWords = new Set(
  `affordable authentic available bargain best brand buy cheap clean clear condition deal delivery discount excellent fairly
  faultless foreign fresh genuine good grade great legit lightly like london lovely manageable neat negotiable never new newly
  nice nigeria nigerian now original perfect price promo quality quick real reduced sale sales sealed sell selling sharp size
  slightly still strong super superb sweet tested tokunbo uk unused urgent urgently use used very working`.split(
    /\s+/,
  ),
)

interface KnownWord extends TitleWord {
  /** Number of titles in the category with this word. */
  titles: number
}

/**
 * `named`: the words of the title that name the thing, in their order. `known`: those of them in at least `minSimilar` titles of the
 * category. Words after "for" are dropped, since they name what the thing fits: "alloy rims for Toyota".
 */
async function readWords(
  db: Db,
  { title, categoryId }: PricedItem,
): Promise<{ named: TitleWord[]; known: KnownWord[] }> {
  const filters = { category: categoryId }
  const [thing = ''] = title.split(/\sfor\s/i)
  const named = (await readTitleWords(db, thing))
    .filter(({ text }) => !fillerWords.has(text))
    .slice(0, maxWords)
  const estimates = await Promise.all(named.map((word) => estimateByTitle(db, [word], filters)))
  const unsure = named.filter((_, index) => estimates[index] === null)
  const counted =
    unsure.length > 0
      ? await countTitles(
          db,
          unsure.map((word) => titleQuery([word], filters)),
          countCap,
        )
      : []
  const known = named
    .map((word, index) => ({ ...word, titles: estimates[index] ?? counted.shift() ?? 0 }))
    .filter(({ titles }) => titles >= minSimilar)
  return { named, known }
}

/** The sets of words to try: all, then without the rarest, and so on down to `least` words. Keeps the first sets that enough listings may match. */
async function wordSets(db: Db, known: KnownWord[], least: number, category: number): Promise<TitleWord[][]> {
  const byTitles = known.toSorted((a, b) => b.titles - a.titles)
  const sets: TitleWord[][] = []
  for (let size = known.length; size >= least && size > 0; size -= 1) {
    const kept = new Set(byTitles.slice(0, size))
    const words = known.filter((word) => kept.has(word))
    // Numbers alone do not name a thing.
    if (words.some(({ text }) => /\p{L}{2}/u.test(text))) sets.push(words)
  }
  const estimates = await Promise.all(sets.map((words) => estimateByTitle(db, words, { category })))
  const firstSure = estimates.findIndex((estimate) => estimate !== null)
  return firstSure < 0 ? sets.slice(0, maxWordSets) : sets.slice(Math.max(0, firstSure - 1), firstSure + 1)
}

/** At least `minSimilar` listings with all these words, by the strictest filters possible; null if there are too few. */
async function widen(
  db: Db,
  words: TitleWord[],
  item: PricedItem,
): Promise<{ filters: TitleFilters; similar: Similar[] } | null> {
  const { categoryId: category, condition, state } = item
  const steps: TitleFilters[] = [
    ...(state ? [{ category, condition, state }] : []),
    ...(condition ? [{ category, condition }] : []),
    { category },
  ]
  for (const readLimits of [usualLimits, widerLimits]) {
    const { listings, isTruncated } = await find(db, words, item, readLimits)
    for (const filters of steps) {
      const similar = usablePrices(listings.filter((listing) => matchesFilters(listing, filters)))
      if (similar.length >= minSimilar) return { filters, similar }
    }
    if (!isTruncated) return null
  }
  return null
}

function matchesFilters(listing: Similar, { condition, state }: TitleFilters): boolean {
  return (
    (condition === undefined || listing.condition === condition) &&
    (state === undefined || listing.state === state)
  )
}

/** Listings of others in the category with all words; `isTruncated` if there may be more. */
async function find(
  db: Db,
  words: TitleWord[],
  { categoryId: category, condition, state, sellerId }: PricedItem,
  limit: typeof usualLimits,
): Promise<{ listings: Similar[]; isTruncated: boolean }> {
  const estimate = await estimateByTitle(db, words, { category })
  const all = await estimateByTitle(db, [], { category })
  const isFrequent = estimate !== null && all !== null && estimate > frequentTitles
  const rows = isFrequent
    ? Math.round(Math.min(scan.max, Math.max(scan.min, (limit.all * all) / estimate)))
    : null
  const share = isFrequent ? frequentTitles / estimate : 1
  const sought = { tsquery: titleQuery(words, {}), category, condition, state }
  const [active, sold] = await Promise.all([
    findActive(db, sought, limit, rows),
    findSold(db, titleQuery(words, { category }), share, limit.sold),
  ])
  const listings = [
    ...active.map((listing) => ({ ...listing, isSold: false })),
    ...sold.map((listing) => ({ ...listing, isSold: true })),
  ]
  return {
    listings: listings.filter((listing) => listing.sellerId !== sellerId),
    isTruncated: active.length >= limit.all || sold.length === limit.sold,
  }
}
