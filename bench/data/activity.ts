import { createRandom, type Random } from '#server/demo/random.ts'
import { line } from './copy.ts'
import type { Market } from './market-model.ts'
import { table } from './tables.ts'

export const favoriteColumns = 'favorites (user_id, listing_id, created_at)'
export const questionColumns = 'questions (listing_id, asker_id, question, answer, answered_at, created_at)'
export const reportColumns =
  'reports (reporter_id, target_type, target_id, reason, details, status, created_at, closed_at)'
export const blockColumns = 'blocks (blocker_id, blocked_id, created_at)'

const asked = [
  'Is it still available, and where can I see it?',
  'What is the last price if I come today?',
  'Can I swap it with mine and add some money?',
  'Do you deliver to my state, and for how much?',
  'Has it ever been repaired or opened?',
  'Is everything in the pictures included?',
  'Can I come with somebody to inspect it on Saturday?',
  'How long have you used it?',
]
const answered = [
  'Yes. Chat me and I will send the address.',
  'The price is a little negotiable, come and see it first.',
  'Yes, by waybill, you pay the driver.',
  'No, never. You can test it well before you pay.',
  'Everything that you see is included.',
]
const reasons = [
  'Scam or fraud',
  'Prohibited item',
  'Wrong category',
  'Duplicate listing',
  'Offensive content',
]

/** A count that is zero for most and in the hundreds for a few (Pareto). */
export function drawCount(random: Random, scale: number, max: number): number {
  return Math.min(max, Math.floor(scale * ((1 - random.next()) ** -0.6 - 1)))
}

/** An active user who is not the seller. A few do far more than the others, user 4 the most. */
export function drawBuyer(random: Random, market: Market, sellerId: number): number {
  for (;;) {
    const rank = Math.floor(market.users * random.next() ** 2)
    const id = 1 + ((rank * 7919 + 3) % market.users)
    if (id !== sellerId && !market.isInactive(id)) return id
  }
}

/** A time after a listing was published, mostly within the first two weeks. Milliseconds. */
export function drawMoment(random: Random, market: Market, listing: number): number {
  const published = market.publishedAt(listing)
  const days = -10 * Math.log(1 - random.next())
  return Math.min(market.moment(1), published + Math.floor(days * 86_400_000))
}

const iso = (moment: number) => new Date(moment).toISOString()

/** About three for every two listings. */
export function* favoriteRows(market: Market): Generator<string> {
  const random = createRandom()
  for (let listing = 1; listing <= market.listings; listing += 1) {
    random.begin(table.favorites, listing)
    const sellerId = market.sellerOf(listing)
    const users = new Set<number>()
    for (let left = drawCount(random, 1.3, 0.2 * market.users); left > 0; left -= 1)
      users.add(drawBuyer(random, market, sellerId))
    for (const user of users) yield line(user, listing, iso(drawMoment(random, market, listing)))
  }
}

/** About one for every six listings. */
export function* questionRows(market: Market): Generator<string> {
  const random = createRandom()
  for (let listing = 1; listing <= market.listings; listing += 1) {
    random.begin(table.questions, listing)
    const sellerId = market.sellerOf(listing)
    for (let left = drawCount(random, 0.25, 60); left > 0; left -= 1) {
      const moment = drawMoment(random, market, listing)
      const answer = random.chance(0.7) ? random.pick(answered) : null
      const answeredAt =
        answer === null ? null : iso(Math.min(market.moment(1), moment + random.below(172_800_000)))
      const asker = drawBuyer(random, market, sellerId)
      yield line(listing, asker, random.pick(asked), answer, answeredAt, iso(moment))
    }
  }
}

/** One for every thousand listings, a quarter of them still open. */
export function* reportRows(market: Market): Generator<string> {
  const random = createRandom()
  for (let listing = 500; listing <= market.listings; listing += 1000) {
    random.begin(table.reports, listing)
    const sellerId = market.sellerOf(listing)
    const reporter = drawBuyer(random, market, sellerId)
    const status = random.pick(['NEW', 'REVIEWED', 'REVIEWED', 'ACTIONED'])
    const created = drawMoment(random, market, listing)
    const closed = status === 'NEW' ? null : iso(created + random.below(86_400_000))
    const [type, target] = random.chance(0.7) ? ['LISTING', listing] : ['USER', sellerId]
    yield line(reporter, type, target, random.pick(reasons), null, status, iso(created), closed)
  }
}

/** One for every two hundred users. */
export function* blockRows(market: Market): Generator<string> {
  const random = createRandom()
  for (let blocker = 100; blocker <= market.users; blocker += 200) {
    random.begin(table.blocks, blocker)
    const blocked = drawBuyer(random, market, blocker)
    yield line(blocker, blocked, iso(Math.max(market.joinedAt(blocker), market.joinedAt(blocked))))
  }
}
