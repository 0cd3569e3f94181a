import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ModerationAction } from '#shared/contract/admin.ts'
import { insertListing } from '#tests/support/listings.ts'
import { insertReport } from '#tests/support/reports.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { tellReporters } from './reporters.service.ts'

let t: TestApp
let admin: TestUser
let other: TestUser

beforeAll(async () => {
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN', fullName: 'Ife Admin' })
  other = await t.user({ role: 'ADMIN', fullName: 'Other Admin' })
})
afterAll(() => t.close())

const setStatus = (id: number, status: 'ACTIVE' | 'HIDDEN', reason?: string, as = admin) =>
  as.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status, reason } })
const remove = (id: number, reason?: string) =>
  admin.api('DELETE /api/admin/listings/:id', { params: { id }, body: { reason } })
const feature = (id: number, until: string | null) =>
  admin.api('PATCH /api/admin/listings/:id/feature', { params: { id }, body: { until } })
const ban = (id: number, reason?: string) =>
  admin.api('POST /api/admin/users/:id/ban', { params: { id }, body: { reason } })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const read = (id: number, as = t.visitor) => as('GET /api/listings/:id', { params: { id } })

const acts = async (targetType: 'USER' | 'LISTING' | 'REPORT', targetId: number) =>
  (await admin.api('GET /api/admin/history', { query: { targetType, targetId } })).map(
    ({ action, reason }): [ModerationAction, string | null] => [action, reason],
  )

test('[STATE-ADMIN] [CALL-ADMIN-LISTING] an administrator hides listings, and shows hidden ones again', async () => {
  const owner = await t.user()
  for (const status of ['ACTIVE', 'SOLD'] as const) {
    const id = await insertListing(t, owner, { status })
    expect(await setStatus(id, 'HIDDEN')).toMatchObject({ status: 'HIDDEN', hiddenByModerator: true })
    await expect(read(id)).rejects.toMatchObject({ status: 404 })
    await expect(setStatus(id, 'HIDDEN')).rejects.toMatchObject({
      status: 409,
      problem: { detail: 'This listing is hidden already.' },
    })
    await expect(
      owner.api('PATCH /api/listings/:id', { params: { id }, body: { status: 'ACTIVE' } }),
    ).rejects.toMatchObject({ status: 403 })
    expect(await setStatus(id, 'ACTIVE')).toMatchObject({ status: 'ACTIVE', hiddenByModerator: false })
    expect(await read(id)).toMatchObject({ status: 'ACTIVE' })
    await expect(setStatus(id, 'ACTIVE')).rejects.toMatchObject({ status: 409 })
    await owner.api('PATCH /api/listings/:id', { params: { id }, body: { status: 'HIDDEN' } })
    expect(await setStatus(id, 'ACTIVE')).toMatchObject({ status: 'ACTIVE' })
  }
  const id = await insertListing(t, owner)
  const sold = admin.api('PATCH /api/admin/listings/:id', {
    params: { id },
    body: { status: 'SOLD' as 'ACTIVE' },
  })
  await expect(sold).rejects.toMatchObject({ status: 400 })
})

test('[STATE-OWNER-HIDDEN] what its owner hid, a moderator hides too: its owner cannot show it from then on', async () => {
  const owner = await t.user()
  const ofOwner = (id: number, status: 'ACTIVE' | 'HIDDEN') =>
    owner.api('PATCH /api/listings/:id', { params: { id }, body: { status } })
  for (const status of ['ACTIVE', 'SOLD'] as const) {
    const id = await insertListing(t, owner, { status, title: `Was ${status}` })
    await ofOwner(id, 'HIDDEN')
    const hidden = { status: 'HIDDEN', hiddenByModerator: true, wasSold: status === 'SOLD' }
    expect(await setStatus(id, 'HIDDEN', 'Forbidden goods')).toMatchObject(hidden)
    expect((await t.mails(owner.email)).at(-1)?.subject).toBe(`Your listing was hidden: “Was ${status}”`)
    await expect(ofOwner(id, 'ACTIVE')).rejects.toMatchObject({ status: 403 })
    await ofOwner(id, 'HIDDEN')
    await expect(ofOwner(id, 'ACTIVE')).rejects.toMatchObject({ status: 403 })
    await expect(setStatus(id, 'HIDDEN')).rejects.toMatchObject({ status: 409 })
    expect(await acts('LISTING', id)).toEqual([['HIDE', 'Forbidden goods']])
  }
})

test('[STATE-OWNER-HIDDEN] what ended, a moderator hides too: its owner cannot renew it, and others are not told that it ended', async () => {
  const owner = await t.user()
  const ended = { status: 'HIDDEN', ends_at: new Date(), ended_at: new Date() } as const
  const id = await insertListing(t, owner, ended)
  const read = () => t.visitor('GET /api/listings/:id', { params: { id } })
  await expect(read()).rejects.toMatchObject({ problem: { code: 'LISTING_ENDED' } })
  expect(await setStatus(id, 'HIDDEN')).toMatchObject({ status: 'HIDDEN', hiddenByModerator: true })
  await expect(owner.api('POST /api/listings/:id/renew', { params: { id } })).rejects.toMatchObject({
    status: 403,
  })
  await expect(read()).rejects.toMatchObject({ problem: { code: 'NOT_FOUND' } })
})

test('[ADMIN-SHOW-SOLD] a listing that was sold when it was hidden, by whomever, is shown again as sold', async () => {
  const owner = await t.user()
  const show = (id: number) =>
    admin.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status: 'SOLD' } })
  const ofOwner = (id: number, status: 'ACTIVE' | 'SOLD' | 'HIDDEN') =>
    owner.api('PATCH /api/listings/:id', { params: { id }, body: { status } })
  const sold = await insertListing(t, owner, { status: 'SOLD', title: 'Sold and hidden' })
  await expect(show(sold)).rejects.toMatchObject({ status: 400 })
  expect(await setStatus(sold, 'HIDDEN')).toMatchObject({ status: 'HIDDEN', wasSold: true })
  // An edit by its owner meanwhile changes nothing about it.
  await owner.api('PATCH /api/listings/:id', { params: { id: sold }, body: { price: 100_000 } })
  expect(await show(sold)).toMatchObject({ status: 'SOLD', wasSold: false, hiddenByModerator: false })
  expect(await read(sold)).toMatchObject({ status: 'SOLD' })
  expect((await t.mails(owner.email)).at(-1)).toMatchObject({
    subject: 'Your listing is shown again: “Sold and hidden”',
    text: expect.stringContaining('as sold'),
  })

  await ofOwner(sold, 'HIDDEN')
  expect(await show(sold)).toMatchObject({ status: 'SOLD' })
  // Put on sale before it was hidden, so it was not sold.
  await ofOwner(sold, 'HIDDEN')
  await ofOwner(sold, 'ACTIVE')
  expect(await setStatus(sold, 'HIDDEN')).toMatchObject({ wasSold: false })
  await expect(show(sold)).rejects.toMatchObject({
    status: 400,
    problem: { errors: [{ path: 'status' }] },
  })
})

test('[STATE-ADMIN] [CALL-ADMIN-LISTING] nothing more is done with a deleted listing', async () => {
  const owner = await t.user()
  const id = await insertListing(t, owner)
  await remove(id)
  await expect(read(id)).rejects.toMatchObject({ status: 410 })
  for (const again of [
    () => remove(id),
    () => setStatus(id, 'HIDDEN'),
    () => setStatus(id, 'ACTIVE'),
    () => feature(id, inDays(7)),
  ])
    await expect(again()).rejects.toMatchObject({
      status: 410,
      problem: { detail: 'This listing was deleted.' },
    })
  expect(await acts('LISTING', id)).toEqual([['DELETE', null]])
  await expect(remove(1_999_999_999)).rejects.toMatchObject({ status: 404 })
})

test('[ADMIN-LISTINGS] [CALL-ADMIN-BULK-DELETE] many are deleted at once; those deleted already do not count', async () => {
  const [ada, bola] = [await t.user(), await t.user()]
  const first = await insertListing(t, ada, { title: 'First thing' })
  const second = await insertListing(t, ada, { title: 'Second thing' })
  const third = await insertListing(t, bola, { title: 'Third thing' })
  const gone = await insertListing(t, bola, { deleted_at: new Date() })
  const removeAll = () =>
    admin.api('POST /api/admin/listings/bulk-delete', {
      body: { ids: [third, first, gone, second, 1_999_999_999], reason: 'Copies' },
    })
  expect(await removeAll()).toEqual({ deleted: 3 })
  expect(await removeAll()).toEqual({ deleted: 0 })
  for (const id of [first, second, third]) expect(await acts('LISTING', id)).toEqual([['DELETE', 'Copies']])
  expect(await acts('LISTING', gone)).toEqual([])
  const [mail, ...more] = await t.mails(ada.email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('2 of your listings were deleted')
  expect(mail?.text).toContain('First thing')
  expect(mail?.text).toContain('The reason: Copies')
  expect((await t.mails(bola.email)).map(({ subject }) => subject)).toEqual([
    'Your listing was deleted: “Third thing”',
  ])
})

test('[ADMIN-FEATURE] a listing is featured until a moment, or no longer; only an active one', async () => {
  const owner = await t.user()
  const id = await insertListing(t, owner)
  const until = inDays(7)
  expect(await feature(id, until)).toMatchObject({ featured: true, featuredUntil: until })
  expect((await t.visitor('GET /api/listings/featured')).map((listing) => listing.id)).toContain(id)
  expect(await feature(id, inDays(30))).toMatchObject({ featured: true })
  expect(await feature(id, null)).toMatchObject({ featured: false, featuredUntil: null })
  await expect(feature(id, null)).rejects.toMatchObject({ status: 409 })
  await expect(feature(id, inDays(-1))).rejects.toMatchObject({ status: 400 })
  const sold = await insertListing(t, owner, { status: 'SOLD' })
  await expect(feature(sold, until)).rejects.toMatchObject({ status: 409 })
  expect(await acts('LISTING', id)).toEqual([
    ['UNFEATURE', null],
    ['FEATURE', null],
    ['FEATURE', null],
  ])
})

test('[ADMIN-REASON] the owner reads the reason on the listing, in My Listings and by mail', async () => {
  const owner = await t.user()
  const stranger = await t.user()
  const id = await insertListing(t, owner, { title: 'Doubtful phone' })
  await setStatus(id, 'HIDDEN', ' The photos are from elsewhere. ')
  const told = { hiddenByModerator: true, moderationReason: 'The photos are from elsewhere.' }
  expect(await read(id, owner.api)).toMatchObject(told)
  expect(await read(id, admin.api)).toMatchObject(told)
  expect(await owner.api('GET /api/my-listings', { query: {} })).toMatchObject([{ id, ...told }])
  await expect(read(id, stranger.api)).rejects.toMatchObject({ status: 404 })
  await setStatus(id, 'ACTIVE')
  const untold = { hiddenByModerator: false, moderationReason: null }
  expect(await read(id, owner.api)).toMatchObject(untold)
  expect(await owner.api('GET /api/my-listings', { query: {} })).toMatchObject([{ id, ...untold }])
  await remove(id)
  const mails = await t.mails(owner.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your listing was hidden: “Doubtful phone”',
    'Your listing is shown again: “Doubtful phone”',
    'Your listing was deleted: “Doubtful phone”',
  ])
  expect(mails[0]?.text).toContain('The reason: The photos are from elsewhere.')
  expect(mails[2]?.text).not.toContain('The reason')
  await expect(setStatus(id, 'HIDDEN', 'x'.repeat(501))).rejects.toMatchObject({ status: 400 })
})

test('[STATE-REPORT] [CALL-ADMIN-REPORT] NEW becomes REVIEWED or ACTIONED, then nothing more', async () => {
  const target = await t.user()
  const settle = (id: number, status: 'REVIEWED' | 'ACTIONED', reason?: string) =>
    admin.api('PATCH /api/admin/reports/:id', { params: { id }, body: { status, reason } })
  for (const status of ['REVIEWED', 'ACTIONED'] as const) {
    const id = await insertReport(t, { targetType: 'USER', targetId: target.id }, 'Rude')
    expect(await settle(id, status, 'Warned')).toMatchObject({ id, status, openOnTarget: 0 })
    for (const again of ['REVIEWED', 'ACTIONED'] as const)
      await expect(settle(id, again)).rejects.toMatchObject({
        status: 409,
        problem: { detail: 'This report was closed already.' },
      })
    await expect(settle(id, 'NEW' as 'REVIEWED')).rejects.toMatchObject({ status: 400 })
    expect(await acts('REPORT', id)).toEqual([
      [status === 'REVIEWED' ? 'REVIEW_REPORT' : 'ACTION_REPORT', 'Warned'],
    ])
  }
  await expect(settle(1_999_999_999, 'REVIEWED')).rejects.toMatchObject({ status: 404 })
})

test('[NOTICE-REPORTER] a reporter gets one mail with the outcome, without names, unless these mails are off', async () => {
  const [deaf, target] = [await t.user(), await t.user({ fullName: 'Rude Member' })]
  const listing = await insertListing(t, target, { title: 'Doubtful lamp' })
  const report = (reporter: TestUser, targetType: 'LISTING' | 'USER', targetId: number) =>
    reporter.api('POST /api/reports', { body: { targetType, targetId, reason: 'Not as described' } })
  const settle = (id: number, status: 'REVIEWED' | 'ACTIONED') =>
    admin.api('PATCH /api/admin/reports/:id', { params: { id }, body: { status, reason: 'Warned twice' } })
  await deaf.api('PATCH /api/settings/notifications', { body: { reports: false } })
  const reporter = await t.user()
  await settle((await report(deaf, 'LISTING', listing)).id, 'ACTIONED')
  await settle((await report(reporter, 'LISTING', listing)).id, 'ACTIONED')
  const { id } = await report(reporter, 'USER', target.id)
  await settle(id, 'REVIEWED')
  await expect(settle(id, 'ACTIONED')).rejects.toMatchObject({ status: 409 })
  await Promise.all([tellReporters(t), tellReporters(t)])
  const mails = await t.mails(reporter.email)
  expect(mails.map(({ subject }) => subject)).toEqual(['We acted on your report', 'We looked at your report'])
  expect(mails[0]?.text).toContain('“Doubtful lamp”')
  expect(mails[1]?.text).toContain('“Rude Member”')
  for (const { text } of mails) {
    expect(text).toContain('> Not as described')
    expect(text).not.toMatch(/Warned|Ife/)
  }
  expect(await t.mails(deaf.email)).toEqual([])
})

test('[STATE-ADMIN] two administrators do the same at once: one succeeds, the other gets a conflict', async () => {
  const owner = await t.user()
  for (let round = 0; round < 5; round += 1) {
    const id = await insertListing(t, owner)
    const outcomes = await Promise.allSettled([
      setStatus(id, 'HIDDEN', 'one', admin),
      setStatus(id, 'HIDDEN', 'two', other),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await acts('LISTING', id)).toHaveLength(1)
  }
})

test('[ADMIN-HISTORY] the history has every act with administrator, target, reason and time, newest first', async () => {
  const owner = await t.user({ fullName: 'Uche Owner' })
  const id = await insertListing(t, owner, { title: 'Talked about' })
  await setStatus(id, 'HIDDEN', 'Look again', other)
  await ban(owner.id)
  const [banned, hidden] = await admin.api('GET /api/admin/history', { query: { limit: 2 } })
  expect(banned).toMatchObject({ action: 'BAN', targetType: 'USER', targetId: owner.id, label: 'Uche Owner' })
  expect(hidden).toEqual({
    id: expect.any(Number),
    action: 'HIDE',
    targetType: 'LISTING',
    targetId: id,
    label: 'Talked about',
    reason: 'Look again',
    rule: null,
    createdAt: expect.any(String),
    admin: { id: other.id, fullName: 'Other Admin' },
  })
  const answer = await t.app.inject({
    url: '/api/admin/history?targetType=LISTING&limit=1',
    headers: { cookie: admin.cookie },
  })
  expect(Number(answer.headers['x-total-count'])).toBeGreaterThan(5)
})

test('[ADMIN-HISTORY] nobody changes or deletes a line of it, the owner of the tables included', async () => {
  const [last] = await admin.api('GET /api/admin/history', { query: { limit: 1 } })
  const refused = 'moderation_acts is a history'
  await expect(
    t.db
      .updateTable('moderation_acts')
      .set({ reason: 'else' })
      .where('id', '=', last?.id ?? 0)
      .execute(),
  ).rejects.toThrow(refused)
  await expect(t.db.deleteFrom('moderation_acts').execute()).rejects.toThrow(refused)
  await expect(sql`truncate moderation_acts cascade`.execute(t.db)).rejects.toThrow(refused)
  expect(await admin.api('GET /api/admin/history', { query: { limit: 1 } })).toEqual([last])
})
