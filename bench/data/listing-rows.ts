import { createRandom, type Random } from '#server/demo/random.ts'
import { lgasOf, states } from '#shared/nigeria.ts'
import { line } from './copy.ts'
import { categories } from './goods.ts'
import { createDocumentWriter, createLexicon, type Phrase } from './lexicon.ts'
import { createListingTexts } from './listing-text.ts'
import { end, type Market } from './market-model.ts'
import { createPhotos } from './photo-placeholders.ts'
import { createPlaces } from './places.ts'
import { table } from './tables.ts'

export const listingColumns =
  'listings (id, seller_id, category_id, title, description, price, price_type, condition, state, lga, photos, status, hidden_by_moderator, moderation_reason, views, featured_until, created_at, updated_at, deleted_at)'
export const searchColumns =
  'listing_search (id, category_id, state, lga, condition, price_type, price, created_at, featured_until)'
export const documentColumns = 'listing_documents (listing_id, document)'

const featuredUntil = new Date(Date.UTC(2099, 0, 1)).toISOString()
const day = 86_400_000

export interface ListingMaker {
  /** The row of a listing, and its rows in the two search tables if it is public. */
  make(id: number): { row: string; search: { row: string; document: string } | null }
  /** The words of the titles of all public listings so far: the vocabulary. */
  learned(): string[]
  /** All words of all public listings so far, except numbers. */
  words(): string[]
}

export function createListingMaker(market: Market): ListingMaker {
  const random = createRandom()
  const lexicon = createLexicon()
  const texts = createListingTexts(lexicon, random)
  const places = createPlaces()
  const placePhrases = new Map<string, Phrase>(
    states.flatMap((state) => [state, ...lgasOf(state)]).map((name) => [name, lexicon.phrase(name)]),
  )
  const phraseOf = (name: string) => placePhrases.get(name) as Phrase
  const categoryPhrases = new Map(categories.map((goods) => [goods, lexicon.phrase(goods.name)]))
  const reference = lexicon.phrase('ref')
  const document = createDocumentWriter(lexicon)
  const photos = createPhotos(random)

  /** Draws a listing's text; its words go into the document. */
  function drawText(id: number) {
    random.begin(table.texts, id)
    document.begin()
    const thing = texts.drawThing(random)
    while (thing.title.length > 2 && lengthOf(thing.title) > 80) thing.title.pop()
    for (const phrase of thing.title) document.addTitle(phrase)
    const place = places(random)
    let description = texts.describe(random, thing, phraseOf(place.lga), document.add)
    if (random.chance(0.1)) {
      const number = String(10_000_000 + random.below(90_000_000))
      description += ` Ref ${number}.`
      document.add(reference)
      document.addOther(number)
    }
    for (const name of [place.state, place.lga]) document.add(phraseOf(name))
    document.add(categoryPhrases.get(thing.category) as Phrase)
    const title = thing.title.map(({ text, capital }, index) => (index === 0 ? capital : text)).join(' ')
    return { category: thing.category.id, median: thing.median, place, title, description }
  }

  return {
    learned: document.learned,
    words: document.words,
    make(id) {
      const { category, median, place, title, description } = drawText(id)
      random.begin(table.listings, id)
      const sale = drawSale(random, median, market.publishedAt(id))
      const { condition, priceType, kobo, status, created, updated, featured } = sale
      const sellerId = market.sellerOf(id)
      const shownTitle = random.chance(0.05) ? title.toUpperCase() : title
      random.begin(table.photos, id)
      const row = line(
        id,
        sellerId,
        category,
        shownTitle,
        description,
        kobo,
        priceType,
        condition,
        place.state,
        place.lga,
        photos(),
        status,
        sale.moderation !== null,
        sale.moderation,
        sale.views,
        featured,
        created,
        updated,
        sale.isDeleted ? updated : null,
      )
      const isPublic = status === 'ACTIVE' && !sale.isDeleted && !market.isInactive(sellerId)
      if (!isPublic) return { row, search: null }
      document.addOther(`#c${category}`)
      document.addOther(`#s${place.state}`)
      document.addOther(`#l${place.lga}`)
      document.addOther(`#n${condition}`)
      document.addOther(`#p${priceType}`)
      const searchRow = line(
        id,
        category,
        place.state,
        place.lga,
        condition,
        priceType,
        kobo,
        created,
        featured,
      )
      return { row, search: { row: searchRow, document: line(id, document.end()) } }
    },
  }
}

/** Draws the price of a thing with the median price `median` Naira, and the state of the offer. */
function drawSale(random: Random, median: number, published: number) {
  const condition = random.chance(0.3) ? 'NEW' : 'USED'
  const priceType = random.chance(0.45) ? 'NEGOTIABLE' : 'FIXED'
  const naira = roundPrice(median * (condition === 'NEW' ? 1.3 : 0.9) * Math.exp(0.45 * random.normal()))
  const fate = random.next()
  const status = fate < 0.91 ? 'ACTIVE' : fate < 0.97 ? 'SOLD' : 'HIDDEN'
  const isDeleted = random.chance(0.012)
  const isModerated = status === 'HIDDEN' && random.chance(0.2)
  const updated = Math.min(end, published + Math.floor(random.next() ** 4 * 90 * day))
  return {
    condition,
    priceType,
    kobo: naira * 100,
    status,
    isDeleted,
    moderation: isModerated ? 'It looks like a copy of another listing.' : null,
    created: new Date(published).toISOString(),
    updated: new Date(updated).toISOString(),
    featured: random.chance(0.0005) ? featuredUntil : null,
    /** Most are viewed a few times, a few 100,000 times. */
    views: Math.min(200_000, Math.floor(6 * ((1 - random.next()) ** -0.8 - 1))),
  }
}

function lengthOf(phrases: Phrase[]): number {
  return phrases.reduce((sum, { text }) => sum + text.length + 1, -1)
}

/** Whole Naira as people ask them: the larger, the rounder. */
function roundPrice(naira: number): number {
  const step = naira < 20_000 ? 100 : naira < 200_000 ? 1000 : naira < 2_000_000 ? 5000 : 50_000
  return Math.max(500, Math.round(naira / step) * step)
}
