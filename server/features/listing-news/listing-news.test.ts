import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLoops } from '#server/core/jobs/loops.ts'
import { announceNotified } from '#server/core/realtime/announce-notified.ts'
import { openPool } from '#server/db/pool.ts'
import { runInContext, takeNotified } from '#server/lib/request-context.ts'
import { insertListing, publish } from '#tests/support/listings.ts'
import { connectSocket, record, settle } from '#tests/support/sockets.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { until } from '#tests/support/until.ts'
import { processListingNews } from './listing-news.service.ts'

let t: TestApp
let seller: TestUser
let ada: TestUser

beforeAll(async () => {
  t = await startTestApp()
  seller = await t.user()
  ada = await t.user()
})
afterAll(() => t.close())

const news = async (who: TestUser) => (await who.api('GET /api/saved-searches')).map((search) => search.news)

test.each([
  ['an error of the statement', 'P0001'],
  ['a statement that takes too long', '57014'],
  ['a lock that is waited for too long', '55P03'],
])(
  '[NEWS-RETRY] news that cannot be processed change nothing, delay no others, and are processed later, once: %s',
  async (_, code) => {
    const [ada, bola] = [await t.user(), await t.user()]
    await ada.api('POST /api/saved-searches', { body: { search: 'trumpet' } })
    await bola.api('POST /api/saved-searches', { body: { search: 'trumpet brass' } })
    const failing = await insertListing(t, seller, { title: 'Trumpet of brass' })
    await insertListing(t, seller, { title: 'Trumpet of plastic' })
    await sql`create function fail_once() returns trigger language plpgsql as
    $$ begin raise exception 'as planned' using errcode = ${sql.lit(code)}; end $$`.execute(t.db)
    await sql`create trigger fail_once before insert on notifications for each row
    when (new.user_id = ${sql.lit(bola.id)}) execute function fail_once()`.execute(t.db)
    await processListingNews(t)
    expect([await news(ada), await news(bola)]).toEqual([[1], [0]])
    const waiting = () => t.db.selectFrom('listing_news').select(['listing_id', 'attempts']).execute()
    expect(await waiting()).toEqual([{ listing_id: failing, attempts: 1 }])
    await insertListing(t, seller, { title: 'Kettledrum' })
    await processListingNews(t)
    expect(await waiting()).toEqual([{ listing_id: failing, attempts: 1 }])
    // What failed often is retried rarely, but within the hour.
    await t.db.updateTable('listing_news').set({ due_at: new Date(), attempts: 20 }).execute()
    await processListingNews(t)
    const { due } = await t.db
      .selectFrom('listing_news')
      .select(
        sql<boolean>`due_at between now() + interval '30 minutes' and now() + interval '1 hour'`.as('due'),
      )
      .executeTakeFirstOrThrow()
    expect(due).toBe(true)

    await sql`drop function fail_once cascade`.execute(t.db)
    await t.db.updateTable('listing_news').set({ due_at: new Date() }).execute()
    await processListingNews(t)
    expect([await news(ada), await news(bola)]).toEqual([[2], [1]])
    expect(await waiting()).toEqual([])
  },
)

test('[NEWS-RETRY] news are not put off by a failure that passes by itself', async () => {
  const [carla, bola] = [await t.user(), await t.user()]
  await carla.api('POST /api/saved-searches', { body: { search: 'sousaphone' } })
  await bola.api('POST /api/saved-searches', { body: { search: 'tuba' } })
  await insertListing(t, seller, { title: 'Sousaphone of brass' })
  await insertListing(t, seller, { title: 'Tuba of brass' })
  // Sequences count also what is rolled back: the batch fails, then the disk is full.
  await sql`create sequence tries`.execute(t.db)
  await sql`create function fail_twice() returns trigger language plpgsql as $$ begin
    if nextval('tries') = 1 then raise exception 'as planned'; end if;
    raise exception 'as planned' using errcode = '53100';
  end $$`.execute(t.db)
  await sql`create trigger fail_twice before insert on notifications for each row
    when (new.user_id = ${sql.lit(bola.id)}) execute function fail_twice()`.execute(t.db)
  const told: number[] = []
  const round = runInContext('a round', () =>
    processListingNews(t).finally(() => told.push(...takeNotified())),
  )
  await expect(round).rejects.toMatchObject({ code: '53100' })
  // What was processed before the failure reaches the open tabs of whom it concerns.
  expect(await news(carla)).toEqual([1])
  expect(told).toContain(carla.id)
  await sql`drop function fail_twice cascade`.execute(t.db)
  await processListingNews(t)
  expect(await news(bola)).toEqual([1])
})

test('[NEWS-WAKE] a listing that is published wakes the loop', async () => {
  const listening = openPool(t.env.DATABASE_URL ?? '')
  const rounds: number[] = []
  const run = async () => {
    rounds.push((await t.db.selectFrom('listing_news').select('id').execute()).length)
    return false
  }
  const stop = startLoops([{ name: 'test', channel: 'listing_news', everyMs: 3_600_000, run }], {
    jobs: t.jobs,
    database: listening,
    onError: () => undefined,
  })
  // The first is that of the start, the second that of the connection that listens.
  await until('two rounds', () => rounds.length === 2)
  await publish(t, seller, { title: 'Trombone' })
  await until('the round of the listing', () => (rounds[2] ?? 0) > 0)
  await stop()
  await listening.close()
})

test('[NOTIFY-LIVE] news of a listing reach the open tabs of whom they concern', async () => {
  const socket = await connectSocket(await t.listen(), ada.cookie)
  const heard = record(socket, 'notifications_changed')
  await ada.api('POST /api/saved-searches', { body: { search: 'bassoon' } })
  await insertListing(t, seller, { title: 'Bassoon of maple' })
  await runInContext('news', () => processListingNews(t).finally(() => announceNotified(t.realtime)))
  await settle(socket)
  expect(heard).toHaveLength(1)
  socket.disconnect()
})

test('[NEWS-ONCE] several processes process the news of many listings at the same time, of each once', async () => {
  await ada.api('POST /api/saved-searches', { body: { search: 'flute' } })
  for (let index = 0; index < 150; index += 1)
    await insertListing(t, seller, { title: `Flute of wood ${index}` })
  const work = async () => {
    while (await processListingNews(t));
  }
  // Each says whether there may be more.
  const first = await Promise.all([1, 2, 3].map(() => processListingNews(t)))
  expect(first).toContain(true)
  await Promise.all([work(), work(), work()])
  await work()
  expect((await news(ada))[0]).toBe(150)
})
