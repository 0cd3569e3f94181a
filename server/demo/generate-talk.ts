import type {
  DemoFavorite,
  DemoListing,
  DemoMessage,
  DemoQuestion,
  DemoReview,
  DemoThread,
} from './marketplace.ts'
import { ada, buyers, type Person } from './people.ts'
import { at, type Random } from './random.ts'
import { sellers } from './sellers.ts'
import { earlier, later, MINUTES_A_DAY } from './time.ts'
import { comments, conversations, questions } from './words.ts'

/** Everybody who reads and writes; the administrator only keeps order. */
export const everyone = [ada, ...sellers, ...buyers]

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
        createdAt,
      }
    })
  })
}

function commentDecks(random: Random): (stars: DemoReview['stars']) => string | null {
  const decks = {
    1: random.deck(comments[1]),
    2: random.deck(comments[2]),
    3: random.deck(comments[3]),
    4: random.deck(comments[4]),
    5: random.deck(comments[5]),
  }
  return (stars) => decks[stars]()
}

function starsAround(random: Random, standing: number): DemoReview['stars'] {
  const missed = random.chance((5 - standing) / 6) ? 2 : 0
  const stars = Math.round(standing + (random.next() - 0.4) * 1.3) - missed
  return Math.min(5, Math.max(1, stars)) as DemoReview['stars']
}

/** What people saved; Ada has some too. */
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

/** Questions on every fifth listing or so; most are answered. */
export function generateQuestions(
  random: Random,
  now: Date,
  joined: ReadonlyMap<string, Date>,
  listings: readonly DemoListing[],
): DemoQuestion[] {
  return listings.flatMap((listing, index) => {
    if (!random.chance(0.22)) return []
    const asked = random.shuffle(questions[listing.category]).slice(0, random.int(1, 2))
    return asked.map(([question, answer]): DemoQuestion => {
      const asker = random.pick(everyone.filter((person) => person.username !== listing.seller))
      const createdAt = sinceBoth(random, listing, joined.get(asker.username), now)
      const answeredAt = answer ? later(createdAt, random.int(12, 20 * 60), now) : null
      return { listing: index, asker: asker.username, question, createdAt, answer, answeredAt }
    })
  })
}

/** How many conversations are about things of Ada's, and as many about what she would like to buy. */
const conversationsEach = 4

/** Ada's conversations, the latest first, one for each of the scripts. In every other one the end is not yet read. */
export function generateConversations(
  random: Random,
  now: Date,
  listings: readonly DemoListing[],
): DemoThread[] {
  const live = [...listings.keys()].filter((index) => at(listings, index).status === 'ACTIVE')
  const isHers = (index: number) => at(listings, index).seller === ada.username
  const hers = random.shuffle(live.filter(isHers)).slice(0, conversationsEach)
  const others = random.shuffle(live.filter((index) => !isHers(index))).slice(0, conversationsEach)
  const about = hers.flatMap((index, place) => [index, ...others.slice(place, place + 1)])
  const buyer = random.deck(buyers.filter(({ months }) => months >= 0.5))
  return about.map((listing, index) => {
    const { seller, createdAt, photos } = at(listings, listing)
    const thread = { listing, buyer: seller === ada.username ? buyer().username : ada.username }
    const script = at(conversations, index % conversations.length)
    const daysAgo = earlier(now, (index + 1) * MINUTES_A_DAY)
    const since = new Date(Math.max(createdAt.getTime(), daysAgo.getTime()))
    let moment = between(random, since, earlier(now, 90 + index * MINUTES_A_DAY * 0.8))
    const lastOfOther = script.findLastIndex(([speaker]) => speaker !== script.at(-1)?.[0])
    const messages = script.map(([speaker, body, picture], line): DemoMessage => {
      moment = later(moment, random.int(1, 9), now)
      const isRead = index % 2 === 1 || line <= lastOfOther
      return {
        sender: speaker === 'B' ? thread.buyer : seller,
        body,
        picture: picture ? (photos[1] ?? photos[0] ?? null) : null,
        createdAt: moment,
        readAt: isRead ? later(moment, 1, now) : null,
      }
    })
    return { ...thread, messages }
  })
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

/** A moment at which the listing stood there and the person had joined. */
function sinceBoth(random: Random, listing: DemoListing, joined: Date | undefined, now: Date): Date {
  const since = Math.max(listing.createdAt.getTime(), joined?.getTime() ?? 0)
  return between(random, new Date(since), now)
}

function between(random: Random, from: Date, to: Date): Date {
  const span = Math.max(0, to.getTime() - from.getTime())
  return new Date(from.getTime() + Math.floor(random.next() * span))
}
