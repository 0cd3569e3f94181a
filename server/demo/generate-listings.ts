import { limits } from '#shared/limits.ts'
import type { Goods, Slug } from './goods.ts'
import { goods, slugs } from './goods.ts'
import type { DemoListing } from './marketplace.ts'
import { ada, type Person, sellers, specialistFor } from './people.ts'
import { chooseAlbums, shapeOf, spreadOut, subjectOf } from './photo-album.ts'
import { type Place, somewhere, somewhereIn } from './population.ts'
import { at, type Random } from './random.ts'
import { texts } from './texts.ts'
import { earlier, MINUTES_A_DAY } from './time.ts'

const DAYS = 45
const lifetimeMs = limits.listingEnd.after * MINUTES_A_DAY * 60_000
const SOLD = 16
const FEATURED = 10
/** Kobo. */
const WORTH_FEATURING = 6_000_000

/** Assigns every offer to a seller; returns the listings, oldest first. */
export function generateListings(random: Random, now: Date): DemoListing[] {
  const drawSeller = sellerDecks(random)
  const drawClosing = closingDecks(random)
  const albums = chooseAlbums(random, goods)
  const moments = createdMoments(random, now, goods.length)
  const offers = goods.map((offer, index) => ({ offer, photos: at(albums, index) }))
  // Pages show the newest first.
  const listings = spreadOut(random, offers).reverse()
  const drafts = listings.map(({ offer, photos }, index): DemoListing => {
    const seller = specialistFor(offer.subject) ?? drawSeller(offer.category)
    const createdAt = at(moments, index)
    return {
      seller: seller.username,
      category: offer.category,
      title: offer.title,
      description: descriptionOf(random, offer, drawClosing),
      price: offer.price,
      priceType: offer.priceType,
      condition: offer.condition,
      ...placeOf(random, offer, seller),
      photos,
      status: 'ACTIVE',
      moderationReason: null,
      views: views(random, offer, now.getTime() - createdAt.getTime()),
      createdAt,
      endsAt: new Date(createdAt.getTime() + lifetimeMs),
      endedAt: null,
      featuredUntil: null,
    }
  })
  return setApart(random, drafts, now)
}

/** Sellers of a category take turns; a seller with fewer categories gets more of each. */
function sellerDecks(random: Random): (category: Slug) => Person {
  const decks = new Map(
    slugs.map((slug) => {
      const able = [...sellers, ada].filter((person) => person.sells.includes(slug))
      return [
        slug,
        random.deck(
          able.flatMap((person) => Array<Person>(4 - Math.min(3, person.sells.length)).fill(person)),
        ),
      ]
    }),
  )
  return (category) => drawFrom(decks, category)
}

function closingDecks(random: Random): (category: Slug) => string {
  const decks = new Map(slugs.map((slug) => [slug, random.deck(closingsOf(slug))]))
  return (category) => drawFrom(decks, category)
}

function closingsOf(slug: Slug): string[] {
  const { shared, own } = texts.closings[slug]
  return [...shared.flatMap((group) => texts.sharedClosings[group] ?? []), ...own]
}

function drawFrom<T>(decks: ReadonlyMap<Slug, () => T>, category: Slug): T {
  const draw = decks.get(category)
  if (!draw) throw new RangeError(`Nobody sells ${category}`)
  return draw()
}

function descriptionOf(random: Random, offer: Goods, drawClosing: (category: Slug) => string): string {
  const sentences = offer.text.split(/(?<=[.?!])\s/).length
  const wanted = random.int(0, sentences < 3 ? 2 : 1)
  const added = Array.from({ length: wanted }, () => drawClosing(offer.category))
  return [offer.text, ...new Set(added)].join(random.chance(0.25) ? '\n' : ' ')
}

/** Most sellers sell where they live; some have a cousin or a branch elsewhere. */
function placeOf(random: Random, offer: Goods, seller: Person): Place {
  if (offer.place) return offer.place
  if (random.chance(0.22)) return somewhere(random)
  return random.chance(0.6) ? { state: seller.state, lga: seller.lga } : somewhereIn(random, seller.state)
}

/**
 * Times in the last weeks, ascending: denser recently, and by day rather than at night (Lagos is at UTC+1).
 */
function createdMoments(random: Random, now: Date, count: number): Date[] {
  const draw = () => earlier(now, 4 + DAYS * MINUTES_A_DAY * random.next() ** 1.4)
  const moments = Array.from({ length: count }, () => {
    const moment = draw()
    return isNight(moment) ? draw() : moment
  })
  return moments.sort((one, other) => one.getTime() - other.getTime())
}

function isNight(moment: Date): boolean {
  const hour = (moment.getUTCHours() + 1) % 24
  return hour < 6 || hour > 22
}

const interest: Partial<Record<string, number>> = {
  'phones-tablets': 2.2,
  vehicles: 2.6,
  property: 1.6,
  books: 0.5,
  services: 0.7,
}

function views(random: Random, offer: Goods, age: number): number {
  const days = age / 60_000 / MINUTES_A_DAY
  const perDay = (interest[offer.category] ?? 1) * (2 + 9 * random.next() ** 2)
  return Math.round(perDay * days * 0.8 + random.int(0, 4))
}

/**
 * Marks some as sold, one as hidden, one of Ada's as ended, and some as featured for the coming days: at most two of a category, no
 * two of a shape.
 */
function setApart(random: Random, listings: DemoListing[], now: Date): DemoListing[] {
  const order = random.shuffle([...listings.keys()])
  const aged = order.filter(
    (index) => now.getTime() - at(listings, index).createdAt.getTime() > 5 * MINUTES_A_DAY * 60_000,
  )
  const sold = new Set(aged.slice(0, SOLD))
  const hidden = aged[SOLD]
  const featured = new Set<number>()
  const perCategory = new Map<Slug, number>()
  const shapes = new Set<string>()
  for (const index of order) {
    const { category, price, photos } = at(listings, index)
    const shape = shapeOf(subjectOf(at(photos, 0)))
    const already = perCategory.get(category) ?? 0
    if (featured.size === FEATURED) break
    if (sold.has(index) || index === hidden || already === 2) continue
    if (price < WORTH_FEATURING || photos.length < 2 || shapes.has(shape)) continue
    featured.add(index)
    shapes.add(shape)
    perCategory.set(category, already + 1)
  }
  // The oldest of Ada's own, so that she sees how it is renewed.
  const yesterday = earlier(now, MINUTES_A_DAY)
  const ended = listings.findIndex(
    ({ seller }, index) =>
      seller === ada.username && index !== hidden && !sold.has(index) && !featured.has(index),
  )
  return listings.map((listing, index) => ({
    ...listing,
    ...(index === ended && { endsAt: yesterday, endedAt: yesterday }),
    status: sold.has(index) ? 'SOLD' : index === hidden || index === ended ? 'HIDDEN' : 'ACTIVE',
    moderationReason:
      index === hidden
        ? 'The pictures show another item than the text. Please add pictures of your own.'
        : null,
    featuredUntil: featured.has(index) ? earlier(now, -random.int(6, 30) * MINUTES_A_DAY) : null,
  }))
}
