import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyPassword } from '#server/core/session/password.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { cloneDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createListingMaker } from './listing-rows.ts'
import { loadMarketplace } from './load-marketplace.ts'
import { createMarket } from './market-model.ts'
import { password, sessionToken } from './user-rows.ts'

const listings = 2000
let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await cloneDatabase()
  await loadMarketplace(database.url, listings, () => {})
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await client.query<Record<string, unknown>>(sql, values)).rows
}

test('the search rows equal those that the triggers write', async () => {
  const columns = 'id, category_id, state, lga, condition, price_type, price, created_at, featured_until'
  const made = `select ${columns}, search_document(id) as document from listing_search`
  const wanted = `select ${columns}, document from listing_search_source`
  expect(await rows(`(${made} except ${wanted}) union all (${wanted} except ${made})`)).toEqual([])
  const learned = `select distinct w from listing_search join listings using (id), unnest(search_lexemes(title)) as w
    where w ~ '^[a-z]{3,30}$'`
  const words = 'select word from search_vocabulary'
  expect(await rows(`(${words} except ${learned}) union all (${learned} except ${words})`)).toEqual([])
  const said = `select lexeme from listing_documents, unnest(document) where lexeme !~ '^([#=]|[0-9]+$)'`
  const all = 'select word from search_words'
  expect(await rows(`(${all} except ${said}) union all (${said} except ${all})`)).toEqual([])
})

test('every foreign key points to a row that exists', async () => {
  const references = await rows(`
    select format('select %L as name, count(*)::integer as broken from %s a where a.%I is not null and not exists (select from %s b where b.%I = a.%I)',
      conname, conrelid::regclass, a.attname, confrelid::regclass, b.attname, a.attname) as statement
    from pg_constraint
    join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
    join pg_attribute b on b.attrelid = confrelid and b.attnum = confkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace`)
  expect(references.length).toBeGreaterThan(15)
  for (const { statement } of references)
    expect(await rows(String(statement))).toEqual([expect.objectContaining({ broken: 0 })])
})

test('ratings, threads and times equal what the application would compute', async () => {
  const wrong = `
    select 'rating' from users u where (rating_avg, rating_count) <> (
      select coalesce(round(avg(stars), 2), 0), count(*)::integer from reviews r
      join users w on w.id = r.reviewer_id where r.user_id = u.id and w.banned_at is null)
    union all select 'last message' from threads t where last_message_at <>
      coalesce((select max(created_at) from messages where thread_id = t.id), t.created_at)
    union all select 'speaker' from messages m join threads t on t.id = thread_id
      where array[sender_id, recipient_id] not in (array[seller_id, buyer_id], array[buyer_id, seller_id])
    union all select 'seller' from threads t join listings l on l.id = listing_id where t.seller_id <> l.seller_id
    union all select 'joined' from listings l join users u on u.id = seller_id where l.created_at < u.created_at
    union all select 'own' from favorites f join listings l on l.id = listing_id where l.seller_id = user_id`
  expect(await rows(wrong)).toEqual([])
})

test('indexes are complete, sequences continue, users can sign in', async () => {
  const { rows: pristine } = await withClone((other) =>
    other.query('select indexname from pg_indexes order by 1'),
  )
  expect(await rows('select indexname from pg_indexes order by 1')).toEqual(pristine)
  const [added] =
    await rows(`insert into questions (listing_id, asker_id, question) values (1, 2, 'How old is it?')
    returning id = (select max(id) + 1 from questions) as next`)
  expect(added).toEqual({ next: true })
  const [user] = await rows('select password_hash from users where id = 7')
  expect(await verifyPassword(password, String(user?.password_hash))).toBe(true)
  const token = sessionToken(7, createMarket(listings)) ?? ''
  expect(await rows('select user_id from sessions where token_hash = $1', [hashToken(token)])).toEqual([
    { user_id: 7 },
  ])
})

test('a listing does not depend on how many were generated before it', () => {
  const market = createMarket(listings)
  const [one, other] = [createListingMaker(market), createListingMaker(market)]
  for (let id = 1; id < 50; id += 1) one.make(id)
  expect(one.make(50)).toEqual(other.make(50))
})

async function withClone<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const clone = await cloneDatabase()
  const other = new pg.Client({ connectionString: clone.url })
  await other.connect()
  try {
    return await work(other)
  } finally {
    await other.end()
    await clone.drop()
  }
}
