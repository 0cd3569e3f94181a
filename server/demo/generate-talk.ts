import { formatNaira } from '#shared/money.ts'
import type {
  DemoDeal,
  DemoFavorite,
  DemoFollow,
  DemoListing,
  DemoMessage,
  DemoQuestion,
  DemoReview,
  DemoThread,
} from './marketplace.ts'
import { ada, buyers, everyone, type Person, sellers } from './people.ts'
import { at, type Random } from './random.ts'
import { texts } from './texts.ts'
import { earlier, later, MINUTES_A_DAY } from './time.ts'

/** Reviews of the sellers by others, at most one from each, after both had joined. */
export function generateReviews(random: Random, now: Date, joined: ReadonlyMap<string, Date>): DemoReview[] {
  const drawComment = commentDecks(random)
  return [ada, ...sellers].flatMap((seller) => {
    const reviewers = random.shuffle(everyone.filter((person) => person !== seller))
    const count = Math.min(reviewers.length, random.int(1, 4) + Math.round(seller.months / 2.5))
    return reviewers.slice(0, count).map((reviewer): DemoReview => {
      const since = Math.max(
        ...[seller, reviewer].map((person) => joined.get(person.username)?.getTime() ?? 0),
      )
      const stars = starsAround(random, seller.standing)
      const createdAt = earlier(now, (random.next() * (now.getTime() - since)) / 60_000)
      return {
        user: seller.username,
        reviewer: reviewer.username,
        stars,
        comment: drawComment(stars),
        proof: null,
        createdAt,
      }
    })
  })
}

function commentDecks(random: Random): (stars: DemoReview['stars']) => string | null {
  const decks = new Map(
    Object.entries(texts.comments).map(([stars, comments]) => [Number(stars), random.deck(comments)]),
  )
  return (stars) => decks.get(stars)?.() ?? null
}

function starsAround(random: Random, standing: number): DemoReview['stars'] {
  const missed = random.chance((5 - standing) / 6) ? 2 : 0
  const stars = Math.round(standing + (random.next() - 0.4) * 1.3) - missed
  return Math.min(5, Math.max(1, stars)) as DemoReview['stars']
}

/** Saved listings; Ada has some too. */
export function generateFavorites(
  random: Random,
  now: Date,
  joined: ReadonlyMap<string, Date>,
  listings: readonly DemoListing[],
): DemoFavorite[] {
  const favorites = everyone.flatMap((person) => {
    const wanted = person === ada ? 9 : random.int(0, 8)
    return pickListings(random, listings, wanted, person).map((listing) => ({
      user: person.username,
      listing,
      createdAt: sinceBoth(random, at(listings, listing), joined.get(person.username), now),
    }))
  })
  return favorites.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
}

/** Ada follows three sellers; six buyers follow her and a seller each. */
export function generateFollows(now: Date, joined: ReadonlyMap<string, Date>): DemoFollow[] {
  const pairs = [
    ...sellers.slice(0, 3).map((seller) => [ada, seller] as const),
    ...buyers
      .slice(0, 6)
      .flatMap((buyer, index) => [[buyer, ada] as const, [buyer, at(sellers, index)] as const]),
  ]
  return pairs.map(([{ username: follower }, { username: seller }]) => {
    const both = Math.max(...[follower, seller].map((name) => joined.get(name)?.getTime() ?? 0))
    return { follower, seller, createdAt: new Date((both + now.getTime()) / 2) }
  })
}

/** Questions on about every fifth listing; most are answered. */
export function generateQuestions(
  random: Random,
  now: Date,
  joined: ReadonlyMap<string, Date>,
  listings: readonly DemoListing[],
): DemoQuestion[] {
  return listings.flatMap((listing, index) => {
    if (!random.chance(0.22)) return []
    const asked = random.shuffle(texts.questions[listing.category]).slice(0, random.int(1, 2))
    return asked.map(({ question, answer }): DemoQuestion => {
      const asker = random.pick(everyone.filter((person) => person.username !== listing.seller))
      const createdAt = sinceBoth(random, listing, joined.get(asker.username), now)
      const answeredAt = answer ? later(createdAt, random.int(12, 20 * 60), now) : null
      return { listing: index, asker: asker.username, question, createdAt, answer, answeredAt }
    })
  })
}

/** Conversations about Ada's listings, and the same number about others'. */
const conversationsEach = 4

/**
 * Ada's conversations, the newest first, one for each script. In every other one the last messages are
 * unread.
 */
export function generateConversations(
  random: Random,
  now: Date,
  listings: readonly DemoListing[],
): DemoThread[] {
  const live = [...listings.keys()].filter((index) => at(listings, index).status === 'ACTIVE')
  const isHers = (index: number) => at(listings, index).seller === ada.username
  const hers = random.shuffle(live.filter(isHers)).slice(0, conversationsEach)
  const others = random.shuffle(live.filter((index) => !isHers(index))).slice(0, conversationsEach)
  const about = hers.flatMap((own, index) => [own, ...others.slice(index, index + 1)])
  const buyer = random.deck(buyers.filter(({ months }) => months >= 0.5))
  return about.map((listing, index) => {
    const { seller, createdAt, photos, price } = at(listings, listing)
    const thread = { listing, buyer: seller === ada.username ? buyer().username : ada.username }
    const script = at(texts.conversations, index % texts.conversations.length)
    const daysAgo = earlier(now, (index + 1) * MINUTES_A_DAY)
    const since = new Date(Math.max(createdAt.getTime(), daysAgo.getTime()))
    let moment = between(random, since, earlier(now, 90 + index * MINUTES_A_DAY * 0.8))
    const lastOfOther = script.lines.findLastIndex(({ by }) => by !== script.lines.at(-1)?.by)
    const messages = script.lines.map(({ by, text, with: part }, line): DemoMessage => {
      moment = later(moment, random.int(1, 9), now)
      const offer = part === 'offer' ? roundPrice(price * 0.9) : null
      const isRead = index % 2 === 1 || line <= lastOfOther
      return {
        sender: by === 'buyer' ? thread.buyer : seller,
        body: offer ? `${text} ${formatNaira(offer)}` : text,
        offer,
        picture: part === 'picture' ? (photos[1] ?? photos[0] ?? null) : null,
        createdAt: moment,
        readAt: isRead ? later(moment, 1, now) : null,
      }
    })
    const deal = script.deal
      ? dealOf(script.deal, at(listings, listing), thread.buyer, { moment, now })
      : null
    return { ...thread, messages, deal }
  })
}

type DealScript = NonNullable<(typeof texts.conversations)[number]['deal']>

/** The deal of a script, agreed after its last message. */
function dealOf(
  { status, by, share, place, reserves, inDays }: DealScript,
  { seller, price, state, lga }: DemoListing,
  buyer: string,
  { moment, now }: { moment: Date; now: Date },
): DemoDeal {
  const meetsAt =
    inDays === null ? later(moment, 30, now) : new Date(Math.floor(now.getTime() / day + inDays) * day + nine)
  return {
    status,
    proposedBy: by === 'buyer' ? buyer : seller,
    price: roundPrice(price * share),
    place,
    state,
    lga,
    meetsAt,
    reserves,
    createdAt: later(moment, 2, now),
  }
}

const day = MINUTES_A_DAY * 60_000
/** Milliseconds of a day in UTC until ten in the morning in Lagos. */
const nine = 9 * 3_600_000

/** Kobo, rounded to three digits. */
function roundPrice(kobo: number): number {
  const unit = 10 ** Math.max(2, Math.floor(Math.log10(kobo)) - 2)
  return Math.round(kobo / unit) * unit
}

/** What the two of each completed deal wrote about each other, with the other reviews but those that they replace. */
export function withReviewsOfDeals(
  reviews: readonly DemoReview[],
  threads: readonly DemoThread[],
  listings: readonly DemoListing[],
  now: Date,
): DemoReview[] {
  const ofDeals = threads.flatMap(({ listing, buyer, deal }): DemoReview[] => {
    if (deal?.status !== 'COMPLETED') return []
    const { seller } = at(listings, listing)
    const { ofSeller, ofBuyer } = texts.reviewsOfDeal
    const five = { stars: 5, createdAt: later(deal.meetsAt, 60, now) } as const
    return [
      { ...five, user: seller, reviewer: buyer, proof: 'BOUGHT', comment: ofSeller },
      { ...five, user: buyer, reviewer: seller, proof: 'SOLD', comment: ofBuyer },
    ]
  })
  const pairOf = ({ user, reviewer }: DemoReview) => `${user} ${reviewer}`
  const replaced = new Set(ofDeals.map(pairOf))
  return [...reviews.filter((review) => !replaced.has(pairOf(review))), ...ofDeals]
}

function pickListings(
  random: Random,
  listings: readonly DemoListing[],
  count: number,
  person: Person,
): number[] {
  const shown = [...listings.keys()].filter((index) => {
    const { status, seller } = at(listings, index)
    return status === 'ACTIVE' && seller !== person.username
  })
  return random.shuffle(shown).slice(0, count)
}

/** A time when the listing existed and the person had joined. */
function sinceBoth(random: Random, listing: DemoListing, joined: Date | undefined, now: Date): Date {
  const since = Math.max(listing.createdAt.getTime(), joined?.getTime() ?? 0)
  return between(random, new Date(since), now)
}

function between(random: Random, from: Date, to: Date): Date {
  const span = Math.max(0, to.getTime() - from.getTime())
  return new Date(from.getTime() + Math.floor(random.next() * span))
}
