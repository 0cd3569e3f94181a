/**
 * `node bench/every-read.ts [--scale 1m] [--only admin]` asks for each GET endpoint of the contract, and for the pages of a person, as those
 * who have the most of everything: the largest seller, the buyer with the most favourites, and an administrator. Prints the best of three
 * times (milliseconds, after a first one), status and kilobytes, the slowest first: what no visitor asks for is slow unseen. 400: it needs more than an id.
 */
import { randomBytes } from 'node:crypto'
import { type Db, openPool } from '#server/db/pool.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { contract } from '#shared/contract/index.ts'
import { readOptions } from '#tests/support/command-line.ts'
import type { People } from './data/known-people.ts'
import { prepareMarketplace } from './data/prepare-marketplace.ts'
import { isScale } from './data/scales.ts'
import { sessionCookie, startOja } from './servers/oja-server.ts'

const values = readOptions({
  scale: { type: 'string', default: '1m' },
  only: { type: 'string', default: '' },
})
const { scale, only } = values
if (!isScale(scale)) throw new Error(`There is no scale ${scale}.`)

type Who = 'visitor' | 'seller' | 'buyer' | 'admin'

/** Filters and orders of the desk, and pages that are rendered. */
const others: [Who, string][] = [
  ...['q=toyota', 'q=zzzz', 'status=HIDDEN', 'sort=price:asc', 'sort=title:asc', 'page=100'].map(
    (query): [Who, string] => ['admin', `/api/admin/listings?${query}`],
  ),
  ['admin', '/api/admin/users?q=okafor'],
  ['admin', '/admin'],
  ['admin', '/admin?tab=users'],
  ['seller', '/my-listings'],
  ['buyer', '/favorites'],
  ['buyer', '/chat'],
  ['buyer', '/listings'],
]

await using cleanup = new AsyncDisposableStack()
const { connectionString, people, stop } = await prepareMarketplace(scale, console.error)
cleanup.defer(stop)
const { db, close } = openPool(connectionString, { max: 2, withoutTimeouts: true })
cleanup.defer(close)
// In production an administrator needs a second factor, which this one has not.
const server = await startOja(connectionString, { JOBS_IN_WEB: '0', SECOND_FACTOR: 'optional' })
cleanup.defer(server.stop)
const cookies = await signIn(db, people)
const rows = []
for (const [who, address] of [...(await endpoints(db, people)), ...others])
  if (`${who} ${address}`.includes(only)) rows.push(await measure(who, address))
for (const { who, address, status, kilobytes, ms } of rows.toSorted((one, other) => other.ms - one.ms))
  console.log(
    `${ms.toFixed(0).padStart(6)} ms  ${status}  ${kilobytes.toFixed(1).padStart(8)} KB  ${who.padEnd(7)} ${address}`,
  )

async function measure(who: Who, address: string) {
  const times: number[] = []
  let status = 0
  let kilobytes = 0
  for (let round = 0; round < 4; round += 1) {
    const started = performance.now()
    const response = await fetch(server.origin + address, { headers: { cookie: cookies[who] } })
    kilobytes = (await response.arrayBuffer()).byteLength / 1000
    times.push(performance.now() - started)
    status = response.status
  }
  return { who, address, status, kilobytes, ms: Math.min(...times.slice(1)) }
}

/** Sessions of a day: those of the marketplace have ended. */
async function signIn(db: Db, { seller, buyer, admin }: People): Promise<Record<Who, string>> {
  const cookieOf = async ({ id }: { id: number }) => {
    const token = randomBytes(32).toString('base64url')
    const session = {
      token_hash: hashToken(token),
      user_id: id,
      expires_at: new Date(Date.now() + 86_400_000),
    }
    await db.insertInto('sessions').values(session).execute()
    return `${sessionCookie}=${token}`
  }
  return {
    visitor: '',
    seller: await cookieOf(seller),
    buyer: await cookieOf(buyer),
    admin: await cookieOf(admin),
  }
}

/** Every GET endpoint, as those who may ask it, with the id of something of the seller or the buyer. */
async function endpoints(db: Db, { seller, buyer }: People): Promise<[Who, string][]> {
  const listings = db.selectFrom('listings').select('id').where('seller_id', '=', seller.id)
  const threads = db.selectFrom('threads').select('id').where('buyer_id', '=', buyer.id)
  const ids = {
    listings: (await listings.limit(1).executeTakeFirstOrThrow()).id,
    threads: (await threads.limit(1).executeTakeFirstOrThrow()).id,
    users: seller.id,
  }
  return Object.entries(contract).flatMap(([key, { access }]): [Who, string][] => {
    if (!key.startsWith('GET ')) return []
    const address = key
      .slice(4)
      .replace(/(listings|threads|users)\/:id/, (_, kind: keyof typeof ids) => `${kind}/${ids[kind]}`)
    if (address.includes(':')) return []
    const askers: Who[] =
      access === 'admin' ? ['admin'] : access === 'user' ? ['seller', 'buyer'] : ['visitor']
    return askers.map((who) => [who, address])
  })
}
