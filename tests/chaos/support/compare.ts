import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Person, request } from '#tests/support/person.ts'
import { ask } from '#tests/support/postgres.ts'
import { compareNotifications, type Subscriptions } from './compare-notifications.ts'
import { type Ledger, mayBe } from './ledger.ts'

/** Sentences, one for each difference from the acknowledged writes; all empty if nothing was lost. */
export interface Comparison {
  /** Acknowledged writes that were checked. */
  writes: number
  lost: string[]
  doubled: string[]
  halfDone: string[]
  /** Rows of unused pictures from interrupted uploads: left for the nightly cleanup. */
  leftForSweep: number
}

interface Target {
  /** Such as http://127.0.0.1:41234 */
  url: string
  databaseUrl: string
  dataDir: string
  seller: Person
  buyer: Person
  /** Absent where nobody subscribed. */
  subscriptions?: Subscriptions
}

/** Compares the ledger with the API, the database and the media folder. */
export async function compare(ledger: Ledger, target: Target): Promise<Comparison> {
  const result: Comparison = { writes: 0, lost: [], doubled: [], halfDone: [], leftForSweep: 0 }
  await compareListings(ledger, target, result)
  await compareTalk(ledger, target, result)
  await comparePeople(ledger, target, result)
  await comparePhotos(ledger, target, result)
  const { subscriptions } = target
  if (subscriptions) await compareNotifications(ledger, { ...target, subscriptions }, result)
  return result
}

interface ListingRow {
  id: number
  title: string
  deleted: boolean
  photos: { url: string }[]
}

async function compareListings(ledger: Ledger, { url, databaseUrl, buyer }: Target, result: Comparison) {
  const rows = await ask<ListingRow>(
    databaseUrl,
    'select id, title, deleted_at is not null as deleted, photos from listings',
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const [id, { title, isDeleted, photos }] of ledger.listings) {
    result.writes += 1
    const row = byId.get(id)
    const answer = await request(`${url}/api/listings/${id}`, 'GET', undefined, undefined)
    const shown = answer.body as { title?: string }
    if (!row) result.lost.push(`listing ${id} is not in the database`)
    else if (!mayBe(title, row.title)) result.lost.push(`the title of listing ${id}`)
    else if (!mayBe(isDeleted, row.deleted)) result.lost.push(`the deletion of listing ${id}`)
    else if (answer.status !== (row.deleted ? 410 : 200)) result.lost.push(`listing ${id}: ${answer.status}`)
    else if (!row.deleted && shown.title !== row.title) result.lost.push(`listing ${id} shows another title`)
    else if (row.photos[0]?.url !== photos[0]) result.halfDone.push(`listing ${id} has not its photo`)
  }
  const listings = await ask<{ title: string }>(
    databaseUrl,
    'select title from listings group by seller_id, title having count(*) > 1',
  )
  result.doubled.push(...listings.map(({ title }) => `listing ${title}`))

  const saved = await ask<{ id: number }>(
    databaseUrl,
    'select listing_id as id from favorites where user_id = $1',
    [buyer.id],
  )
  const ids = new Set(saved.map(({ id }) => id))
  for (const [key, entry] of ledger.favorites) {
    result.writes += 1
    if (!mayBe(entry, ids.has(Number(key.split(':')[1])))) result.lost.push(`favourite ${key}`)
  }
}

async function compareTalk(ledger: Ledger, { databaseUrl, buyer }: Target, result: Comparison) {
  const messages = await ask<{ name: string; body: string }>(
    databaseUrl,
    'select client_id as name, body from messages',
  )
  const bodies = new Map(messages.map(({ name, body }) => [name, body]))
  const threads = new Set<number>()
  for (const [name, { threadId, body, isAcknowledged }] of ledger.messages) {
    if (!isAcknowledged) continue
    result.writes += 1
    threads.add(threadId)
    if (bodies.get(name) !== body) result.lost.push(`message ${name}`)
  }
  const counts = new Map<string, number>()
  for (const { body } of messages) counts.set(body, (counts.get(body) ?? 0) + 1)
  for (const [body, count] of counts) if (count > 1) result.doubled.push(`message ${body}`)
  for (const id of threads) {
    const shown = await buyer.send('GET', `/api/threads/${id}/messages?limit=100`)
    const names = new Set((shown.body as { clientId: string }[]).map(({ clientId }) => clientId))
    for (const [name, message] of ledger.messages)
      if (message.threadId === id && message.isAcknowledged && names.size < 100 && !names.has(name))
        result.lost.push(`message ${name} is not shown`)
  }
  const questions = await ask<{ question: string; count: number }>(
    databaseUrl,
    'select question, count(*)::int as count from questions group by question',
  )
  const asked = new Map(questions.map(({ question, count }) => [question, count]))
  for (const [question, { isAcknowledged }] of ledger.questions) {
    if (isAcknowledged) result.writes += 1
    if (isAcknowledged && !asked.has(question)) result.lost.push(`question ${question}`)
    if ((asked.get(question) ?? 0) > 1) result.doubled.push(`question ${question}`)
  }
}

async function comparePeople(ledger: Ledger, { databaseUrl }: Target, result: Comparison) {
  const reviews = await ask<{ key: string; comment: string }>(
    databaseUrl,
    "select reviewer_id || ':' || user_id as key, comment from reviews",
  )
  for (const [key, entry] of ledger.reviews) {
    const found = reviews.filter((review) => review.key === key)
    if (entry.value !== '') result.writes += 1
    if (found.length > 1) result.doubled.push(`review ${key}`)
    if (!mayBe(entry, found[0]?.comment ?? '')) result.lost.push(`review ${key}`)
  }
  const users = await ask<{ email: string }>(
    databaseUrl,
    'select email from users union select email from pending_registrations',
  )
  const emails = new Set(users.map(({ email }) => email))
  for (const email of ledger.registrations) {
    result.writes += 1
    if (!emails.has(email)) result.lost.push(`registration ${email}`)
  }
}

async function comparePhotos(ledger: Ledger, { url, databaseUrl, dataDir }: Target, result: Comparison) {
  const rows = await ask<{ id: string; url: string; shown: boolean }>(
    databaseUrl,
    `select id, url, exists (select from listings where photos @> jsonb_build_array(jsonb_build_object('url', uploads.url))) as shown
     from uploads`,
  )
  const paths = new Set(rows.map((row) => row.url))
  const isUsed = new Set([...ledger.listings.values()].flatMap(({ photos }) => photos))
  for (const path of ledger.photos) {
    result.writes += 1
    // Pictures unused for a day are deleted.
    if (!paths.has(path) && isUsed.has(path)) result.lost.push(`photo ${path}`)
  }
  const folder = join(dataDir, 'media', 'photos')
  for (const row of rows) {
    const promised = ledger.photos.has(row.url) || row.shown
    const missing = await missingSizes(url, row.url)
    if (promised && missing.length > 0) result.halfDone.push(`photo ${row.url} misses ${missing.join(', ')}`)
    if (!promised && missing.length > 0) result.leftForSweep += 1
  }
  const known = new Set(rows.map(({ id }) => id))
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (!known.has(name)) result.halfDone.push(`files of ${name} without a row`)
}

/** The sizes of a photo that are not served. */
async function missingSizes(url: string, path: string): Promise<string[]> {
  const missing: string[] = []
  for (const format of ['webp', 'avif'] as const) {
    const address = path.replace(/\w+$/, format)
    const answer = await request(`${url}${address}`, 'GET', undefined, undefined)
    if (answer.status !== 200) missing.push(`${format} (${answer.status})`)
  }
  return missing
}

export function isWhole({ lost, doubled, halfDone }: Comparison): boolean {
  return lost.length + doubled.length + halfDone.length === 0
}
