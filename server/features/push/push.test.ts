import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Viewer } from '#server/core/session/session.ts'
import { type NewNotification, notify } from '#server/features/notifications/notifications.public.ts'
import type { PushSubscription } from '#shared/contract/push.ts'
import { limits } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'
import { insertListing } from '#tests/support/listings.ts'
import { type PushReceiver, pushSubscription, startPushReceiver } from '#tests/support/push-receiver.ts'
import { createTokenSession } from '#tests/support/sessions.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { subscribe } from './push.service.ts'
import { lookUpPublic } from './push-address.ts'

let t: TestApp
let service: PushReceiver
beforeAll(async () => {
  t = await startTestApp({ TEST_HOOKS: '1', SUPPORT_EMAIL: 'help@example.com' })
  service = await startPushReceiver()
})
beforeEach(async () => {
  service.answerWith = null
  await sql`delete from pgboss.job`.execute(t.db)
})
afterAll(async () => {
  await t.close()
  await service.close()
})

/** Somebody whose device has push on, without quiet hours, and somebody who causes news. */
async function people(settings: object = {}) {
  const [ada, bayo] = [await t.user({ fullName: 'Ada Obi' }), await t.user({ fullName: 'Bayo Ade' })]
  await t.db
    .insertInto('notification_settings')
    .values({ user_id: ada.id, quiet_from: null, quiet_to: null, ...settings })
    .execute()
  return { ada, bayo, phone: await turnOn(ada) }
}

async function turnOn(user: TestUser, phone: PushSubscription = service.subscribe()) {
  await user.api('POST /api/push', { body: phone })
  return phone
}

const followed = (ada: TestUser, bayo: TestUser): NewNotification => ({
  userId: ada.id,
  kind: 'FOLLOWED',
  subjectId: bayo.id,
  actorId: bayo.id,
  detail: null,
})

/** Tells something; resolves with the notification's id. */
async function insertNotification(notification: NewNotification, listingId?: number): Promise<number> {
  const notifications = [{ ...notification, ...(listingId === undefined ? {} : { listingId }) }]
  const [id] = await t.db.transaction().execute((tx) => notify({ tx, jobs: t.jobs }, notifications))
  return id ?? 0
}

/** A message, as the page sends it. */
async function write(from: TestUser, to: TestUser): Promise<number> {
  const listingId = await insertListing(t, to, { title: 'A wooden chair' })
  const { id } = await from.api('POST /api/threads', { body: { listingId } })
  return insertNotification({ userId: to.id, kind: 'MESSAGE', subjectId: id, listingId, actorId: from.id })
}

interface Waiting {
  start: Date
  state: string
  attempt: number | null
}

const waiting = async () =>
  (
    await sql<Waiting>`select start_after as start, state, (data ->> 'attempt')::int as attempt
      from pgboss.job where name = 'push'`.execute(t.db)
  ).rows
const beDue = () => sql`update pgboss.job set start_after = now() where name = 'push'`.execute(t.db)

test('[PUSH-DELIVER] a device gets each notification once, encrypted and signed; a newer event of one that waits is the same push', async () => {
  const { ada, bayo, phone } = await people()
  const id = await write(bayo, ada)
  await t.jobs.drain()
  await t.jobs.drain()
  expect(service.received(phone)).toEqual([
    {
      headers: expect.objectContaining({
        'content-encoding': 'aes128gcm',
        ttl: '86400',
        topic: `n${id}`,
        urgency: 'high',
      }),
      data: {
        id,
        title: 'Bayo Ade wrote to you',
        body: expect.stringContaining('A wooden chair'),
        href: expect.stringMatching(/^\/chat\?thread=\d+$/),
        unread: 1,
      },
      sender: {
        aud: service.origin,
        exp: expect.any(Number),
        sub: 'mailto:help@example.com',
        key: (await ada.api('GET /api/push')).publicKey,
      },
    },
  ])
  expect(await waiting(), 'what was sent is not kept').toEqual([])

  const listing = await insertListing(t, bayo)
  await insertNotification(followed(ada, bayo), listing)
  await insertNotification(followed(ada, bayo), listing)
  await t.jobs.drain()
  const [, news, ...more] = service.received(phone)
  expect(news?.data).toMatchObject({ title: 'Bayo Ade sells 2 new things', unread: 2 })
  expect(news?.headers.urgency).toBe('normal')
  expect(more).toEqual([])
  expect((await ada.api('GET /api/push')).isOn).toBe(true)

  // Each device of its own; what nobody waits for does not wake them.
  const tablet = service.subscribe()
  const { cookie } = await createTokenSession(t, ada)
  await t.app.inject({ method: 'POST', url: '/api/push', headers: { cookie }, payload: tablet })
  await insertNotification({
    userId: ada.id,
    kind: 'DEAL',
    subjectId: 1,
    detail: 'PROPOSED',
    actorId: bayo.id,
  })
  await insertNotification({ userId: ada.id, kind: 'REVIEW_ASK', subjectId: 1, actorId: bayo.id })
  await insertNotification({ userId: ada.id, kind: 'MODERATION', subjectId: 1, detail: 'ACCOUNT_OPEN' })
  await t.jobs.drain()
  expect(service.received(tablet).map(({ headers }) => headers.urgency)).toEqual(['high', 'low', 'normal'])
  expect(service.received(phone)).toHaveLength(5)
})

test('[PUSH-DELIVER] an event while the push about its notification is being sent gets a push of its own', async () => {
  const { ada, bayo } = await people()
  const listing = await insertListing(t, bayo)
  await insertNotification(followed(ada, bayo), listing)
  await sql`update pgboss.job set state = 'active' where name = 'push'`.execute(t.db)
  await insertNotification(followed(ada, bayo), listing)
  expect((await waiting()).map(({ state }) => state).sort()).toEqual(['active', 'created'])
})

test('[PUSH-STALE] what was read, switched off, or is of a closed session or account meanwhile is not sent', async () => {
  const ends: Record<string, (ada: TestUser) => Promise<unknown>> = {
    old: ({ id }) =>
      sql`update notifications set happened_at = now() - make_interval(hours => ${thresholds.push.oldHours}, secs => 1)
        where user_id = ${id}`.execute(t.db),
    read: ({ id }) =>
      t.db.updateTable('notifications').set({ read_at: new Date() }).where('user_id', '=', id).execute(),
    off: ({ id }) =>
      t.db
        .updateTable('notification_settings')
        .set({ push_follows: false })
        .where('user_id', '=', id)
        .execute(),
    'turned off here': ({ api }) => api('DELETE /api/push'),
    'logged out': ({ api }) => api('POST /api/auth/logout'),
    expired: ({ id }) => sql`update sessions set expires_at = now() where user_id = ${id}`.execute(t.db),
    leaving: ({ id }) =>
      sql`update users set deletion_due_at = now() + interval '1 day' where id = ${id}`.execute(t.db),
    banned: ({ id }) => sql`update users set banned_at = now() where id = ${id}`.execute(t.db),
  }
  for (const [how, end] of Object.entries(ends)) {
    const { ada, bayo, phone } = await people()
    await insertNotification(followed(ada, bayo), await insertListing(t, bayo))
    expect(await waiting(), how).toHaveLength(1)
    await end(ada)
    const { requests } = service
    await t.jobs.drain()
    expect(service.received(phone), how).toEqual([])
    expect(service.requests, how).toBe(requests)
    expect(await waiting(), how).toEqual([])
  }
})

test('[PUSH-QUIET] quiet hours are those of Lagos, may go over midnight, and end on the hour', async () => {
  const cases: [moment: string, from: number | null, to: number | null, until: string | null][] = [
    ['2026-11-22T20:59:59Z', 22, 7, null],
    ['2026-11-22T21:00:00Z', 22, 7, '2026-11-23T06:00:00.000Z'],
    ['2026-11-22T23:30:00Z', 22, 7, '2026-11-23T06:00:00.000Z'],
    ['2026-12-31T22:30:00Z', 22, 7, '2027-01-01T06:00:00.000Z'],
    // Europe's clocks change in this night.
    ['2026-03-29T01:00:00Z', 22, 7, '2026-03-29T06:00:00.000Z'],
    ['2026-11-23T05:59:59Z', 22, 7, '2026-11-23T06:00:00.000Z'],
    ['2026-11-23T06:00:00Z', 22, 7, null],
    ['2026-11-23T12:00:00Z', 12, 15, '2026-11-23T14:00:00.000Z'],
    ['2026-11-23T14:00:00Z', 12, 15, null],
    ['2026-11-23T22:30:00Z', 22, 0, '2026-11-23T23:00:00.000Z'],
    ['2026-11-23T12:00:00Z', null, null, null],
    ['2026-11-23T12:00:00Z', 7, 7, null],
  ]
  for (const zone of ['UTC', 'America/New_York', 'Europe/Berlin'])
    await t.db.transaction().execute(async (tx) => {
      await sql`select set_config('TimeZone', ${zone}, true)`.execute(tx)
      for (const [moment, from, to, until] of cases) {
        const { rows } = await sql<{ at: Date | null }>`
          select quiet_until(${moment}::timestamptz, ${from}::smallint, ${to}::smallint) as at`.execute(tx)
        expect(rows[0]?.at?.toISOString() ?? null, `${moment} ${from} to ${to}`).toBe(until)
      }
    })
})

test('[PUSH-QUIET] in quiet hours a push waits for their end, also one that a changed clock brings too early', async () => {
  const { rows } = await sql<{ hour: number }>`
    select extract(hour from now() at time zone 'Africa/Lagos')::int as hour`.execute(t.db)
  const hour = rows[0]?.hour ?? 0
  const [quiet_from, quiet_to] = [(hour + 23) % 24, (hour + 2) % 24]
  const { ada, bayo, phone } = await people({ quiet_from, quiet_to })
  await insertNotification(followed(ada, bayo), await insertListing(t, bayo))
  const [job] = await waiting()
  const hours = ((job?.start.getTime() ?? 0) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(1 - 0.1)
  expect(hours).toBeLessThanOrEqual(2)
  expect(job?.start.toISOString()).toMatch(/:00:00\.000Z$/)

  await beDue()
  await t.jobs.drain()
  expect(service.received(phone)).toEqual([])
  // Which is no failure.
  expect(await waiting()).toEqual([{ start: job?.start, state: 'created', attempt: 0 }])

  await t.db
    .updateTable('notification_settings')
    .set({ quiet_from: null, quiet_to: null })
    .where('user_id', '=', ada.id)
    .execute()
  await insertNotification(followed(ada, bayo))
  await t.jobs.drain()
  expect(service.received(phone)).toHaveLength(1)
})

test('[PUSH-RETRY] a busy push service gets it later, as late as it asks; another failure backs off; a refusal ends it', async () => {
  const { ada, bayo, phone } = await people()
  await insertNotification(followed(ada, bayo), await insertListing(t, bayo))
  service.answerWith = { status: 429, headers: { 'retry-after': '900' } }
  await t.jobs.drain()
  const [busy] = await waiting()
  expect(busy).toMatchObject({ state: 'created', attempt: 1 })
  const secondsUntil = (one: Waiting | undefined) => ((one?.start.getTime() ?? 0) - Date.now()) / 1000
  expect(secondsUntil(busy)).toBeGreaterThan(800)
  // A time, too, and not for ever.
  for (const [asked, least] of [
    [new Date(Date.now() + 1_800_000).toUTCString(), 1700],
    ['999999', 21_000],
  ] as const) {
    service.answerWith = { status: 429, headers: { 'retry-after': asked } }
    await t.db.deleteFrom('notifications').execute()
    await sql`delete from pgboss.job`.execute(t.db)
    await insertNotification(followed(ada, bayo), await insertListing(t, bayo))
    await t.jobs.drain()
    const [later] = await waiting()
    expect(secondsUntil(later)).toBeGreaterThan(least)
    expect(secondsUntil(later)).toBeLessThan(22_000)
  }

  service.answerWith = { status: 503 }
  await beDue()
  await t.jobs.drain()
  expect(await waiting()).toMatchObject([{ attempt: 2 }])
  service.answerWith = null
  await beDue()
  await t.jobs.drain()
  expect(service.received(phone)).toHaveLength(1)
  expect(await waiting()).toEqual([])

  for (const status of [400, 401, 403, 302]) {
    service.answerWith = { status, headers: { location: `${service.origin}/elsewhere` } }
    const { requests } = service
    await write(bayo, ada)
    await t.jobs.drain()
    expect(service.requests, String(status)).toBe(requests + 1)
    expect(await waiting(), String(status)).toEqual([])
  }
  expect((await ada.api('GET /api/push')).isOn).toBe(true)

  // Somebody chose the address: what answers without end is not listened to.
  service.answerWith = { status: 201, text: 'x'.repeat(20_000) }
  await write(bayo, ada)
  await t.jobs.drain()
  expect(await waiting()).toMatchObject([{ state: 'created', attempt: 1 }])
})

test('[PUSH-DEVICE] a session that ended at the same moment gets no push', async () => {
  const ada = await t.user()
  const [session] = await ada.api('GET /api/settings/sessions')
  const viewer = { id: ada.id, session: { id: session?.id } } as Viewer
  await ada.api('POST /api/auth/logout')
  await expect(subscribe(t, viewer, service.subscribe())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
})

test('[PUSH-EXPIRED] a subscription that its push service no longer knows is removed', async () => {
  for (const status of [404, 410]) {
    const { ada, bayo } = await people()
    service.answerWith = { status }
    await write(bayo, ada)
    await t.jobs.drain()
    expect((await ada.api('GET /api/push')).isOn).toBe(false)
    expect(await waiting()).toEqual([])
  }
})

test('[PUSH-HIDDEN] nothing private is on a locked screen if the person says so', async () => {
  const { ada, bayo, phone } = await people({ push_hides_content: true })
  await write(bayo, ada)
  await t.jobs.drain()
  const [{ data } = { data: null }] = service.received(phone)
  expect(data).toMatchObject({ title: 'Oja', body: 'You have news on Oja' })
  expect(JSON.stringify(data)).not.toMatch(/Bayo|chair/)
})

test('[PUSH-DEVICE] a shared phone belongs to who turned push on last; of too many devices the oldest go', async () => {
  const { ada, bayo, phone } = await people()
  // What waits for the one before is not for the next one.
  await write(bayo, ada)
  await turnOn(bayo, phone)
  expect((await ada.api('GET /api/push')).isOn).toBe(false)
  expect((await bayo.api('GET /api/push')).isOn).toBe(true)
  await write(bayo, ada)
  await t.jobs.drain()
  expect(service.received(phone)).toEqual([])
  // Another subscription of the same session takes its place.
  const other = await turnOn(bayo)
  const rows = await t.db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('user_id', '=', bayo.id)
    .execute()
  expect(rows).toEqual([{ endpoint: other.endpoint }])

  const addOlder = (count: number) =>
    sql`with made as (
        insert into sessions (token_hash, user_id, expires_at)
        select sha256(gen_random_uuid()::text::bytea), ${ada.id}, now() + interval '1 day' from generate_series(1, ${count}) returning id)
      insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at)
      select ${ada.id}, id, 'https://push.example.com/' || id, 'x', 'x', now() - interval '1 day' from made`.execute(
      t.db,
    )
  await addOlder(limits.push.devices)
  const mine = await turnOn(ada)
  const kept = async () => {
    const devices = t.db.selectFrom('push_subscriptions').select('endpoint').where('user_id', '=', ada.id)
    const endpoints = (await devices.execute()).map(({ endpoint }) => endpoint)
    return { count: endpoints.length, own: endpoints.includes(mine.endpoint) }
  }
  expect(await kept()).toEqual({ count: limits.push.devices, own: true })
  // Turned on again, the oldest is the newest.
  await sql`update push_subscriptions set created_at = 'epoch' where endpoint = ${mine.endpoint}`.execute(
    t.db,
  )
  await addOlder(1)
  await turnOn(ada, mine)
  expect(await kept()).toEqual({ count: limits.push.devices, own: true })
})

test('[PUSH-QUIET] somebody who changed no setting gets every push, outside the quiet hours that the settings show', async () => {
  const [ada, bayo] = [await t.user(), await t.user()]
  const phone = await turnOn(ada)
  const { quietHours } = (await ada.api('GET /api/settings')).notifications
  await insertNotification(followed(ada, bayo), await insertListing(t, bayo))
  const [job] = await waiting()
  const { rows } = await sql<{ until: Date | null }>`
    select quiet_until(now(), ${quietHours?.from}::smallint, ${quietHours?.to}::smallint) as until`.execute(
    t.db,
  )
  const until = rows[0]?.until
  if (until) expect(job?.start).toEqual(until)
  else {
    await t.jobs.drain()
    expect(service.received(phone)).toHaveLength(1)
  }
})

test('[PUSH-SSRF] only HTTPS at its usual port and public addresses are taken, and what a name leads to is checked when it is called', async () => {
  const strict = await startTestApp()
  try {
    const user = await strict.user()
    const refused = [
      'http://push.example.com/x',
      'https://push.example.com:8443/x',
      'https://name:word@push.example.com/x',
      'https://localhost/x',
      'https://127.0.0.1/x',
      'https://2130706433/x',
      'https://10.0.0.1/x',
      'https://169.254.169.254/latest',
      'https://100.64.0.1/x',
      'https://0.0.0.0/x',
      'https://[::1]/x',
      'https://[::ffff:127.0.0.1]/x',
      'https://[fd00::1]/x',
      'https://[64:ff9b::a00:1]/x',
      'https://intranet/x',
      'ftp://push.example.com/x',
      `https://push.example.com/${'x'.repeat(1000)}`,
      service.subscribe().endpoint,
    ]
    for (const endpoint of refused) {
      const body = pushSubscription(endpoint)
      await expect(user.api('POST /api/push', { body }), endpoint).rejects.toMatchObject({ status: 400 })
    }
    const good = pushSubscription()
    const noPoint = { ...good.keys, p256dh: 'A'.repeat(87) }
    await expect(user.api('POST /api/push', { body: { ...good, keys: noPoint } })).rejects.toMatchObject({
      status: 400,
    })

    // What a name leads to is looked up at each call.
    const found = await new Promise((resolve) => lookUpPublic('localhost', {}, resolve))
    expect(String(found)).toMatch(/localhost leads to/)
    const device = pushSubscription('https://push.invalid/x')
    await user.api('POST /api/push', { body: device })
    await strict.db
      .insertInto('notification_settings')
      .values({ user_id: user.id, quiet_from: null, quiet_to: null })
      .execute()
    const news: NewNotification = { userId: user.id, kind: 'REPORT', subjectId: 1, detail: 'ACTIONED' }
    await strict.db.transaction().execute((tx) => notify({ tx, jobs: strict.jobs }, [news]))
    await strict.jobs.drain()
    const { rows } = await sql<{ attempt: number }>`
      select (data ->> 'attempt')::int as attempt from pgboss.job where name = 'push'`.execute(strict.db)
    expect(rows).toEqual([{ attempt: 1 }])
    // One that an earlier version took is looked at again before it is called.
    await sql`delete from pgboss.job`.execute(strict.db)
    await sql`update push_subscriptions set endpoint = 'https://10.0.0.1/x'`.execute(strict.db)
    await strict.db
      .transaction()
      .execute((tx) => notify({ tx, jobs: strict.jobs }, [{ ...news, subjectId: 2 }]))
    await strict.jobs.drain()
    expect((await user.api('GET /api/push')).isOn).toBe(false)
  } finally {
    await strict.close()
  }
})
