import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openPool } from '#server/db/pool.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { countUnread, findMessages, markRead } from './messages.db.ts'
import { claimReminders } from './reminders.db.ts'
import { findThreads } from './threads.db.ts'

const threadCount = 2000
const messageCount = 100_000

let t: TestApp
let ada: TestUser
const statements: CompiledQuery[] = []
let db: Kysely<Database>
beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user()
  const other = await t.user()
  const listing = await insertListing(t, ada)
  // Ada is a party to one thread in ten, half of them as the buyer; the rest is among others.
  await sql`
    insert into users (email, username, full_name, phone, password_hash)
    select 'p' || n || '@example.com', 'p' || n, 'P', '+2348' || n, 'x' from generate_series(1, ${threadCount}::int) n`.execute(
    t.db,
  )
  await sql`
    insert into listings
      (seller_id, category_id, title, description, price, price_type, condition, state, lga, photos, status)
    select case when n % 10 = 0 then ${ada.id}::int else ${other.id}::int end,
      category_id, title, description, price, price_type, condition, state, lga, photos, 'SOLD'
    from listings, generate_series(1, ${threadCount}::int) n where id = ${listing}`.execute(t.db)
  await sql`
    insert into threads (listing_id, seller_id, buyer_id, last_message_at)
    select l.id, l.seller_id, case when l.id % 20 = 5 and l.seller_id <> ${ada.id}::int then ${ada.id}::int else u.id end,
      now() - l.id * interval '1 minute'
    from (select *, row_number() over () as n from listings where status = 'SOLD') l
    join (select *, row_number() over () as n from users where username like 'p%') u on u.n = l.n`.execute(
    t.db,
  )
  await sql`
    insert into messages (thread_id, sender_id, recipient_id, client_id, body, read_at, created_at)
    select t.id, case when n % 2 = 0 then seller_id else buyer_id end,
      case when n % 2 = 0 then buyer_id else seller_id end, 'm' || n, 'Hello ' || n,
      case when n < ${messageCount}::int * 0.9 then now() end, now() - (${messageCount}::int - n) * interval '1 minute'
    from generate_series(1, ${messageCount}::int) n
    join threads t on t.id = (select min(id) from threads) + n % ${threadCount}::int`.execute(t.db)
  await sql`analyze`.execute(t.db)
  const pool = openPool(t.env.DATABASE_URL ?? '', { max: 1 })
  db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: pool.pg }),
    log: ({ query }) => void statements.push(query as CompiledQuery),
  })
})
afterAll(async () => {
  await db.destroy()
  await t.close()
})

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** The plan of the only statement of this work: each step that reads messages or threads. */
async function readsOf(work: () => Promise<unknown>) {
  statements.length = 0
  await work()
  const [statement] = statements.filter(({ sql: text }) => !/^(begin|commit)/.test(text))
  expect(statements).toHaveLength(1)
  if (!statement) throw new Error('Nothing was asked.')
  const explain = `explain (analyze, format json) ${statement.sql}`
  const result = await t.db.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(
    CompiledQuery.raw(explain, [...statement.parameters]),
  )
  const steps = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(steps)]
  const plan = result.rows[0]?.['QUERY PLAN'][0]?.Plan
  if (!plan) throw new Error('There is no plan.')
  return steps(plan)
    .filter((node) => node['Relation Name'] === 'messages' || node['Relation Name'] === 'threads')
    .map((node) => ({
      table: node['Relation Name'],
      type: node['Node Type'],
      rows: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    }))
}

test('[CHAT-PLANS] among 100,000 messages the list of threads reads a page from indexes', async () => {
  const reads = await readsOf(() => findThreads(db, ada.id, null, 101))
  expect(reads.map(({ type }) => type)).not.toContain('Seq Scan')
  // The page itself, and for each of its threads the last message, the unread ones, and whether there is any.
  expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(5000)
  const later = await readsOf(() =>
    findThreads(db, ada.id, { lastMessageAt: (Date.now() - 30 * 3_600_000) * 1000, id: 1 }, 101),
  )
  expect(later.map(({ type }) => type)).not.toContain('Seq Scan')
})

test('[CHAT-PLANS] among 100,000 messages unread ones are counted and marked by their index', async () => {
  const counted = await readsOf(() => countUnread(db, ada.id))
  expect(counted.map(({ type }) => type)).not.toContain('Seq Scan')
  const { id } = await t.db
    .selectFrom('threads')
    .select('id')
    .where('buyer_id', '=', ada.id)
    .executeTakeFirstOrThrow()
  const marked = await readsOf(() => markRead(db, id, ada.id, Number.MAX_SAFE_INTEGER))
  expect(marked.map(({ type }) => type)).not.toContain('Seq Scan')
  const page = await readsOf(() => findMessages(db, { threadId: id, viewerId: ada.id }, { limit: 51 }))
  expect(page.map(({ type }) => type)).not.toContain('Seq Scan')
  expect(page.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(60)
})

test('[CHAT-PLANS] among 100,000 messages those to mail about are found without reading all', async () => {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const times = { now: new Date(), writtenBefore: ago(5), writtenAfter: ago(1440), mailedBefore: ago(60) }
  const reads = await readsOf(() => claimReminders(db as never, 'buyer', times, 100))
  expect(reads.filter(({ table }) => table === 'messages').map(({ type }) => type)).not.toContain('Seq Scan')
})
