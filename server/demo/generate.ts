import { generateListings } from './generate-listings.ts'
import { generateModeration } from './generate-moderation.ts'
import {
  generateConversations,
  generateFavorites,
  generateFollows,
  generateQuestions,
  generateReviews,
  withReviewsOfDeals,
} from './generate-talk.ts'
import type { DemoMarketplace, DemoReview, DemoUser } from './marketplace.ts'
import { ada, admin, buyers, emailOf, type Person, sellers } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { earlier, MINUTES_A_DAY } from './time.ts'

/** Generates the demo marketplace at time `now`: the same seed and time give the same marketplace. */
export function generateDemo({ seed, now }: { seed: number; now: Date }): DemoMarketplace {
  const random = createRandom(seed)
  const people = [ada, admin, ...sellers, ...buyers]
  const joined = new Map(people.map((person) => [person.username, joinedAt(random, person, now)]))
  const listings = generateListings(random, now)
  const drawn = generateReviews(random, now, joined)
  const talk = {
    favorites: generateFavorites(random, now, joined, listings),
    follows: generateFollows(now, joined),
    questions: generateQuestions(random, now, joined, listings),
    threads: generateConversations(random, now, listings),
  }
  const reviews = withReviewsOfDeals(drawn, talk.threads, listings, now)
  return {
    users: people.map((person, index) =>
      demoUser(person, index, joined.get(person.username) ?? now, reviews),
    ),
    listings,
    reviews,
    ...talk,
    ...generateModeration(random, now, joined, listings),
  }
}

function joinedAt(random: Random, person: Person, now: Date): Date {
  return earlier(
    now,
    (person.months * 30.4 + random.int(0, Math.min(25, Math.ceil(person.months * 30)))) * MINUTES_A_DAY +
      random.int(0, 600),
  )
}

function demoUser(person: Person, index: number, createdAt: Date, reviews: readonly DemoReview[]): DemoUser {
  const { fullName, username, state, lga, face } = person
  const stars = reviews.filter((review) => review.user === username).map((review) => review.stars)
  const average = stars.length === 0 ? 0 : stars.reduce((sum, one) => sum + one, 0) / stars.length
  return {
    ...{ fullName, username, state, lga, face },
    email: emailOf(person),
    phone: `+2340000000${String(index + 1).padStart(3, '0')}`,
    role: person === admin ? 'ADMIN' : 'USER',
    bio: person.bio || null,
    phoneVerified: index % 4 !== 3,
    createdAt,
    ratingAvg: average.toFixed(2),
    ratingCount: stars.length,
  }
}
