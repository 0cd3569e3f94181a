import { createHash } from 'node:crypto'
import { createRandom } from '#server/demo/random.ts'
import { line } from './copy.ts'
import type { Market } from './market-model.ts'
import { createPlaces } from './places.ts'
import { ratingOf } from './reviews.ts'
import { table } from './tables.ts'

export const userColumns =
  'users (id, email, username, full_name, phone, password_hash, role, bio, state, lga, rating_avg, rating_count, email_verified_at, phone_verified_at, banned_at, deletion_due_at, created_at, updated_at)'
export const sessionColumns =
  'sessions (token_hash, user_id, user_agent, ip, created_at, last_seen_at, expires_at)'

/** Everybody's password; the hash is the same too, since deriving one takes a while. */
export const password = 'oja-bench-2026'
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$wawpvukzzRXoV7LfhhRZUw$KM9w7G2Z/ILhpdqX2J7unJbMxWjoZBtok/dvQmP9HuQ'

/** Users with a role in the workloads: the one administrator, the busiest seller, the busiest buyer. */
export const known = { admin: 2, seller: 1, buyer: 4 } as const
/** Users up to this number have a session. */
const signedIn = 20_000

const firstNames =
  'Ada Chidi Ngozi Emeka Bola Tunde Aisha Musa Fatima Ibrahim Kemi Segun Uche Zainab Yusuf Amaka Dayo Halima Efe Ifeoma Sani Bukola Obinna Hauwa Femi Chioma Garba Yetunde Nnamdi Rukayat Tobi Ebiere'.split(
    ' ',
  )
const lastNames =
  'Okafor Balogun Mohammed Eze Adeyemi Bello Okonkwo Abubakar Adebayo Nwosu Lawal Ogunleye Danjuma Umeh Omoruyi George Sule Akande Ibe Yakubu Ojo Essien Aliyu Ogbu Salami Anyanwu Tijani Effiong'.split(
    ' ',
  )
const bios = [
  'Good things at fair prices.',
  'I answer quickly. Pick up or delivery, as you like.',
  'Shop open Monday to Saturday.',
  'Clearing out what we no longer need.',
]

/** The rows of all users in the order of their numbers. */
export function* userRows(market: Market): Generator<string> {
  const random = createRandom()
  const places = createPlaces()
  for (let id = 1; id <= market.users; id += 1) {
    random.begin(table.users, id)
    random.next() // The first draw decides whether the account is inactive: market.isInactive.
    const isBanned = random.chance(0.7)
    const place = places(random)
    const first = random.pick(firstNames)
    const joined = new Date(market.joinedAt(id)).toISOString()
    const inactivity = market.isInactive(id) ? (isBanned ? 'banned' : 'leaving') : ''
    const { average, count } = ratingOf(market, id)
    yield line(
      id,
      emailOf(id),
      `${first.toLowerCase()}_${id}`,
      `${first} ${random.pick(lastNames)}`,
      `+234000${String(id).padStart(7, '0')}`,
      passwordHash,
      id === known.admin ? 'ADMIN' : 'USER',
      random.chance(0.3) ? random.pick(bios) : null,
      place.state,
      place.lga,
      average,
      count,
      joined,
      random.chance(0.4) ? joined : null,
      inactivity === 'banned' ? joined : null,
      inactivity === 'leaving' ? new Date(Date.UTC(2099, 0, 1)).toISOString() : null,
      joined,
      joined,
    )
  }
}

export const emailOf = (id: number) => `person${id}@example.com`

/** The content of a user's session cookie; undefined if they have none. */
export function sessionToken(userId: number, market: Market): string | undefined {
  if (userId > Math.min(signedIn, market.users) || market.isInactive(userId)) return undefined
  return createHash('sha256').update(`a session of the benchmark: ${userId}`).digest('base64url')
}

export function* sessionRows(market: Market): Generator<string> {
  for (let id = 1; id <= Math.min(signedIn, market.users); id += 1) {
    const token = sessionToken(id, market)
    if (!token) continue
    const joined = new Date(market.joinedAt(id)).toISOString()
    const hash = createHash('sha256').update(token).digest('hex')
    const [lastSeen, expires] = [Date.UTC(2026, 0, 1), Date.UTC(2099, 0, 1)].map((time) =>
      new Date(time).toISOString(),
    )
    yield line(`\\\\x${hash}`, id, 'Oja benchmark', '127.0.0.1', joined, lastSeen ?? '', expires ?? '')
  }
}
