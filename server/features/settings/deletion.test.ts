import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/core/session/password.ts'
import { sweepOrphanedPhotos } from '#server/features/uploads/uploads.service.ts'
import { codeOf, failureOf, registration } from '#tests/support/accounts.ts'
import { insertDeal } from '#tests/support/deals.ts'
import { endedOrBlocked } from '#tests/support/interleave.ts'
import { insertListing, publish } from '#tests/support/listings.ts'
import { leftBehind, postUpload, redCorner, uploadOf } from '#tests/support/pictures.ts'
import { createTokenSession } from '#tests/support/sessions.ts'
import { logStatements, type StatementLog } from '#tests/support/statements.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { insertMessage, insertThread } from '#tests/support/threads.ts'
import { finishDeletions } from './deletion.service.ts'

const password = 'old password 1'
const day = 24 * 60 * 60 * 1000
let t: TestApp
let passwordHash: string
let log: StatementLog

beforeAll(async () => {
  log = logStatements()
  t = await startTestApp({ PUBLIC_URL: 'https://oja.example' })
  passwordHash = await hashPassword(password)
})
afterAll(() => {
  log.stop()
  return t.close()
})

async function person(fields: { role?: 'ADMIN'; fullName?: string } = {}): Promise<TestUser> {
  const user = await t.user(fields)
  await t.db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute()
  return user
}

const ask = (who: TestUser, secret = password) =>
  who.api('POST /api/settings/deletion', { body: { password: secret } })
const search = (words: string) => t.visitor('GET /api/listings', { query: { search: words } })
const row = (id: number) =>
  t.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('[SETTINGS-DELETE] public content disappears immediately, and returns when the account is kept', async () => {
  const ada = await person()
  await publish(t, ada, { title: 'Zebra striped sofa' })
  const other = await createTokenSession(t, ada)
  const wrong = await failureOf(ask(ada, 'not it'))
  expect(wrong.problem?.errors).toEqual([{ path: 'password', message: 'This is not your password' }])
  expect(await search('zebra')).toHaveLength(1)

  const { deletionDueAt } = await ask(ada)
  const days = (Date.parse(deletionDueAt ?? '') - Date.now()) / day
  expect(Math.round(days)).toBe(30)
  const { deletion_due_at, updated_at } = await row(ada.id)
  expect(deletion_due_at, 'by the clock of the database').toEqual(new Date(updated_at.getTime() + 30 * day))
  expect(await search('zebra')).toHaveLength(0)
  expect(await codeOf(t.visitor('GET /api/users/:id', { params: { id: ada.id } }))).toBe('NOT_FOUND')
  const elsewhere = await t.app.inject({ url: '/api/auth/me', headers: { cookie: other.cookie } })
  expect(elsewhere.statusCode).toBe(401)
  expect((await ask(ada)).deletionDueAt, 'asking again changes nothing').toBe(deletionDueAt)
  const login = await t.visitor('POST /api/auth/login', { body: { email: ada.email, password } })
  expect(login.id).toBe(ada.id)

  for (const _ of ['kept', 'kept already'])
    expect(await ada.api('DELETE /api/settings/deletion')).toMatchObject({ deletionDueAt: null })
  expect(await search('zebra')).toHaveLength(1)
  expect(await t.visitor('GET /api/users/:id', { params: { id: ada.id } })).toMatchObject({ id: ada.id })
  expect(await finishDeletions(t, new Date(Date.now() + 31 * day))).toBe(0)
  const mails = await t.mails(ada.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your Oja account will be deleted on \d+ \w+ \d{4}$/),
    'Your Oja account stays',
  ])
  expect(mails[0]?.text).toContain('https://oja.example/settings')
})

test('[SETTINGS-DELETE] with an account go prices and views of its listings, what reports have of it, and links to meetings with it', async () => {
  const [ada, bola] = [await person(), await person()]
  const { id } = await publish(t, ada)
  await ada.api('PATCH /api/listings/:id', { params: { id }, body: { price: 1_000_000 } })
  await t.db.insertInto('listing_day_views').values({ listing_id: id, day: new Date(), views: 3 }).execute()
  for (const [targetType, targetId] of [
    ['USER', ada.id],
    ['LISTING', id],
  ] as const)
    await bola.api('POST /api/reports', { body: { targetType, targetId, reason: 'Spam' } })
  await insertDeal(t, ada, bola)
  await insertDeal(t, bola, ada)
  await sql`insert into meeting_links (deal_id, user_id, token_hash)
    select id, ${bola.id}, sha256(id::text::bytea) from deals where ${ada.id} in (seller_id, buyer_id)`.execute(
    t.db,
  )
  const left = async () => {
    const ofListing = (table: 'listing_prices' | 'listing_day_views') =>
      t.db.selectFrom(table).select('listing_id').where('listing_id', '=', id).execute()
    const reports = t.db.selectFrom('reports').select('id').where('reporter_id', '=', bola.id)
    const links = t.db.selectFrom('meeting_links').select('deal_id').where('user_id', '=', bola.id)
    const found = [
      ofListing('listing_prices'),
      ofListing('listing_day_views'),
      reports.where('seen', 'is not', null).execute(),
      links.execute(),
    ]
    return (await Promise.all(found)).map((rows) => rows.length)
  }
  expect(await left()).toEqual([1, 1, 2, 2])
  await ask(ada)
  await finishDeletions(t, new Date(Date.now() + 31 * day))
  expect(await left()).toEqual([0, 0, 0, 0])
})

test('[SETTINGS-DELETE] a leaving account cannot write where others would see or answer it', async () => {
  const [ada, bola] = [await person(), await person()]
  const { id: listingId } = await publish(t, bola)
  const thread = await ada.api('POST /api/threads', { body: { listingId } })
  await ask(ada)
  const params = { id: listingId }
  const attempts = [
    publish(t, ada),
    ada.api('POST /api/threads', { body: { listingId } }),
    ada.api('POST /api/threads/:id/messages', { params: { id: thread.id }, body: { body: 'Hello?' } }),
    ada.api('POST /api/listings/:id/questions', { params, body: { question: 'Is it still there?' } }),
    ada.api('POST /api/users/:id/reviews', { params: { id: bola.id }, body: { stars: 1 } }),
  ]
  expect(await Promise.all(attempts.map(codeOf))).toEqual(attempts.map(() => 'FORBIDDEN'))

  await ada.api('DELETE /api/settings/deletion')
  await ada.api('POST /api/threads/:id/messages', { params: { id: thread.id }, body: { body: 'Hello.' } })
})

test('[SETTINGS-DELETE] after the grace period the account has no name, and its data is deleted', async () => {
  const ada = await person({ fullName: 'Ada Okafor' })
  const bola = await person({ fullName: 'Bola Ade' })
  const { body } = await postUpload(t, ada.cookie, uploadOf(await redCorner(400, 300).jpeg().toBuffer()))
  const photo = new URL((body as { secure_url: string }).secure_url).pathname
  const listing = await publish(t, ada, { title: 'Giraffe printed rug', photos: [photo] })
  const theirs = await publish(t, bola, { title: 'Blue bicycle' })
  const deletedBefore = { deleted_at: new Date('2026-01-01') }
  const gone = await insertListing(t, ada, deletedBefore)
  await t.db
    .insertInto('listing_day_views')
    .values({ listing_id: gone, day: '2026-01-01', views: 3 })
    .execute()
  await ada.api('PATCH /api/settings/profile', {
    body: { avatarUrl: photo, bio: 'Hello', state: 'Lagos', lga: 'Ikeja' },
  })
  await t.db.updateTable('users').set({ phone_verified_at: new Date() }).where('id', '=', ada.id).execute()
  const { phone } = await row(ada.id)
  await t.db.insertInto('favorites').values({ user_id: ada.id, listing_id: theirs.id }).execute()
  await t.db
    .insertInto('questions')
    .values({ listing_id: theirs.id, asker_id: ada.id, question: 'Is the frame steel?' })
    .execute()
  await t.db
    .insertInto('reviews')
    .values([
      { user_id: bola.id, reviewer_id: ada.id, stars: 4 },
      { user_id: ada.id, reviewer_id: bola.id, stars: 5 },
    ])
    .execute()
  const thread = await insertThread(t, bola, ada, { listing_id: theirs.id })
  await insertMessage(t, thread, ada, { body: 'Hi Bola' })
  await bola.api('POST /api/blocks', { body: { userId: ada.id } })

  const { deletionDueAt } = await ask(ada)
  const due = new Date(deletionDueAt ?? '')
  expect(await finishDeletions(t, new Date(due.getTime() - 1000))).toBe(0)
  await t.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', ada.id).execute()
  expect(await finishDeletions(t, due)).toBe(1)
  expect(await finishDeletions(t, new Date(due.getTime() + day))).toBe(0)

  expect(await row(ada.id)).toMatchObject({
    full_name: 'Former member',
    email: `deleted-${ada.id}@deleted.invalid`,
    username: `deleted_${ada.id}`,
    role: 'USER',
    phone: '',
    phone_verified_at: null,
    avatar_url: null,
    bio: null,
    state: null,
    lga: null,
    rating_avg: '0.00',
    rating_count: 0,
    deletion_due_at: null,
    deleted_at: due,
  })
  const ofGone = t.db.selectFrom('listings').select('deleted_at').where('id', '=', gone)
  expect(await ofGone.execute()).toEqual([deletedBefore])
  const views = t.db.selectFrom('listing_day_views').selectAll().where('listing_id', '=', gone)
  expect(await views.execute()).toEqual([])
  for (const table of ['sessions', 'favorites'] as const)
    expect(await t.db.selectFrom(table).selectAll().where('user_id', '=', ada.id).execute()).toEqual([])
  expect(await t.db.selectFrom('questions').selectAll().where('asker_id', '=', ada.id).execute()).toEqual([])
  expect(await bola.api('GET /api/blocks')).toEqual([])
  expect(await codeOf(t.visitor('GET /api/listings/:id', { params: { id: listing.id } }))).toBe('NOT_FOUND')
  const kept = await t.db.selectFrom('messages').select('body').where('sender_id', '=', ada.id).execute()
  expect(kept).toEqual([{ body: 'Hi Bola' }])
  const reviews = await t.visitor('GET /api/users/:id/reviews', { params: { id: bola.id }, query: {} })
  expect(reviews.map(({ stars }) => stars)).toEqual([4])

  // The pictures are orphans now, and are deleted when they are a day old.
  await t.db
    .updateTable('uploads')
    .set({ created_at: new Date(0) })
    .where('uploader_id', '=', ada.id)
    .execute()
  const before = await leftBehind(t)
  expect(await sweepOrphanedPhotos(t)).toBeGreaterThanOrEqual(1)
  expect((await leftBehind(t)).files.length).toBeLessThan(before.files.length)
  expect((await t.app.inject(photo)).statusCode).toBe(404)

  expect(await codeOf(t.visitor('POST /api/auth/login', { body: { email: ada.email, password } }))).toBe(
    'INVALID_CREDENTIALS',
  )
  expect((await t.mails(ada.email)).at(-1)?.subject).toBe('Your Oja account is deleted')
  const again = registration({ email: ada.email, username: 'user_1_again', phone })
  expect(await t.visitor('POST /api/auth/register-email', { body: again })).toMatchObject({
    email: ada.email,
  })
})

test('[SETTINGS-DELETE] an account that is kept while others are deleted stays', async () => {
  const [first, kept] = [await person(), await person()]
  await ask(first)
  await ask(kept)
  const enqueueMail: typeof t.jobs.enqueueMail = async (tx, mail) => {
    if (mail.to === first.email) await kept.api('DELETE /api/settings/deletion')
    await t.jobs.enqueueMail(tx, mail)
  }
  expect(await finishDeletions({ db: t.db, jobs: { enqueueMail } }, new Date(Date.now() + 31 * day))).toBe(1)
  expect(await row(kept.id)).toMatchObject({ email: kept.email, deleted_at: null })
})

test('[SETTINGS-DELETE] the listings of a shop are deleted 500 in a statement, those deleted before too', async () => {
  const shop = await person()
  await sql`insert into listings (seller_id, category_id, title, description, price, price_type, condition, state, lga, photos, deleted_at)
    select ${shop.id}, 1, 'Kettle', 'An old kettle', 100, 'FIXED', 'USED', 'Lagos', 'Ikeja', '[]', case when n > 1 then timestamptz 'epoch' end
    from generate_series(1, 501) n`.execute(t.db)
  await ask(shop)
  const statements = await log.during(() => finishDeletions(t, new Date(Date.now() + 31 * day)))
  expect(statements.filter((text) => text.startsWith('update listings set deleted_at'))).toHaveLength(3)
  const left = t.db.selectFrom('listings').select('id').where('seller_id', '=', shop.id)
  expect(
    await left.where((eb) => eb.or([eb('description', '<>', ''), eb('deleted_at', 'is', null)])).execute(),
  ).toEqual([])
})

test('[SETTINGS-DELETE] an account whose deletion fails does not keep the others', async () => {
  const [failing, next] = [await person(), await person()]
  await ask(failing)
  await ask(next)
  const enqueueMail: typeof t.jobs.enqueueMail = async (tx, mail) => {
    if (mail.to === failing.email) throw new Error('no mail')
    await t.jobs.enqueueMail(tx, mail)
  }
  const later = new Date(Date.now() + 31 * day)
  await expect(finishDeletions({ db: t.db, jobs: { enqueueMail } }, later)).rejects.toThrow('no mail')
  expect(await row(failing.id)).toMatchObject({ email: failing.email, deleted_at: null })
  expect((await row(next.id)).deleted_at).not.toBeNull()
  expect(await finishDeletions(t, later)).toBe(1)
})

test('[SETTINGS-DELETE] what requests in progress write for an account while it is deleted goes with the next run', async () => {
  const listingId = await insertListing(t, await t.user())
  /** By the table that has it. */
  const writes: Record<string, (who: TestUser) => Promise<unknown>> = {
    listing_drafts: (who) =>
      who.api('POST /api/drafts', { body: { content: { title: 'Zebra striped sofa' } } }),
    saved_searches: (who) => who.api('POST /api/saved-searches', { body: { search: 'zebra' } }),
    favorites: (who) => who.api('POST /api/favorites', { body: { listingId } }),
    account_events: (who) => who.api('POST /api/auth/logout'),
  }
  const later = new Date(Date.now() + 31 * day)
  const count = async (table: string, { id }: TestUser) =>
    (await sql`select from ${sql.table(table)} where user_id = ${id}`.execute(t.db)).rows.length
  for (const [table, write] of Object.entries(writes)) {
    const who = await person()
    await ask(who)
    let late: Promise<unknown> | undefined
    const enqueueMail: typeof t.jobs.enqueueMail = async (tx, mail) => {
      await t.jobs.enqueueMail(tx, mail)
      if (mail.to !== who.email) return
      late = write(who).catch((error: unknown) => error)
      await endedOrBlocked(t, late)
    }
    await finishDeletions({ db: t.db, jobs: { enqueueMail } }, later)
    await late
    await finishDeletions(t, new Date(later.getTime() + 3_600_000))
    expect(await count(table, who), table).toBe(0)
  }
})

test('[SETTINGS-DELETE] nobody can take the names of deleted accounts', async () => {
  const register = (fields: { username?: string; email?: string }) =>
    codeOf(t.visitor('POST /api/auth/register-email', { body: registration(fields) }))
  expect(await register({ username: 'Deleted_77' })).toBe('USERNAME_TAKEN')
  expect(await register({ email: 'deleted-77@Deleted.invalid' })).toBe('VALIDATION_FAILED')
})

test('[SETTINGS-DELETE] the only administrator cannot leave; of the last two only one can', async () => {
  const one = await person({ role: 'ADMIN' })
  const failure = await failureOf(ask(one))
  expect(failure.status).toBe(409)
  expect(failure.problem?.detail).toBe(
    'You are the only administrator. Make somebody else one before you delete your account.',
  )
  const two = await person({ role: 'ADMIN' })
  const outcomes = await Promise.allSettled([ask(one), ask(two)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
