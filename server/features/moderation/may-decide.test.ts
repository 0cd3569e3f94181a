import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseTarget } from '#shared/contract/cases.ts'
import { insertHold, insertReview } from '#tests/roles/fixtures.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let admin: TestUser
let colleague: TestUser
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN' })
  colleague = await t.user({ role: 'ADMIN' })
})
afterAll(() => t.close())

const detail = 'This is yours, or about you. Another administrator decides about it.'
const refused = { status: 403, problem: { detail } }

const report = async (target: CaseTarget) =>
  (await (await t.user()).api('POST /api/reports', { body: { ...target, reason: 'Spam' } })).id
const close = (by: TestUser, id: number) =>
  by.api('PATCH /api/admin/reports/:id', { params: { id }, body: { status: 'REVIEWED' } })
const settle = (by: TestUser, target: CaseTarget) =>
  by.api('POST /api/admin/cases/settle', { body: { cases: [target], action: 'DISMISS' } })
const decide = (by: TestUser, id: number) =>
  by.api('PATCH /api/admin/held/:id', { params: { id }, body: { decision: 'RELEASE' } })

test('[ADMIN-OTHER] an administrator does not moderate their own listings; another one does', async () => {
  const [shown, hidden] = [
    await insertListing(t, admin),
    await insertListing(t, admin, { status: 'HIDDEN', hidden_by_moderator: true }),
  ]
  const foreign = await insertListing(t, await t.user())
  const until = new Date(Date.now() + 86_400_000).toISOString()
  const set = (by: TestUser, id: number, status: 'ACTIVE' | 'HIDDEN') =>
    by.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status } })
  const acts = [
    (by: TestUser) => set(by, hidden, 'ACTIVE'),
    (by: TestUser) =>
      by.api('PATCH /api/admin/listings/:id/feature', { params: { id: shown }, body: { until } }),
    (by: TestUser) => set(by, shown, 'HIDDEN'),
    (by: TestUser) => by.api('DELETE /api/admin/listings/:id', { params: { id: hidden }, body: {} }),
    (by: TestUser) => by.api('POST /api/admin/listings/bulk-delete', { body: { ids: [shown, foreign] } }),
  ]
  for (const act of acts) await expect(act(admin)).rejects.toMatchObject(refused)
  const own = async (by: TestUser) =>
    (await by.api('GET /api/admin/listings', { query: { sellerId: admin.id } })).items.map(
      ({ mayDecide }) => mayDecide,
    )
  expect([await own(admin), await own(colleague)]).toEqual([
    [false, false],
    [true, true],
  ])
  for (const act of acts) await act(colleague)
})

test('[ADMIN-OTHER] an administrator neither sees nor closes a report about themself or their listing; another one does', async () => {
  const targets: CaseTarget[] = [
    { targetType: 'LISTING', targetId: await insertListing(t, admin) },
    { targetType: 'USER', targetId: admin.id },
  ]
  for (const target of targets) {
    const ids = [await report(target), await report(target)]
    await expect(close(admin, ids[0] ?? 0)).rejects.toMatchObject(refused)
    expect(await settle(admin, target)).toEqual({ closed: 0, failed: [{ ...target, message: detail }] })
    const claim = (by: TestUser) =>
      by.api('POST /api/admin/cases/claim', { body: { cases: [target], takeOver: true } })
    expect([await claim(admin), (await claim(colleague)).length]).toEqual([[], 1])
    const query = { q: `#${ids[0]}` }
    const seen = async (by: TestUser) => [
      (await by.api('GET /api/admin/reports', { query })).length,
      (await by.api('GET /api/admin/cases', { query })).length,
      (await by.api('GET /api/admin/history', { query: { targetType: 'REPORT', targetId: ids[0] } })).length,
    ]
    expect([await seen(admin), await seen(colleague)]).toEqual([
      [0, 0, 0],
      [1, 1, 0],
    ])
    await close(colleague, ids[0] ?? 0)
    // Nor once they are closed.
    expect([await seen(admin), await seen(colleague)]).toEqual([
      [0, 0, 0],
      [1, 0, 1],
    ])
    expect(await settle(colleague, target)).toEqual({ closed: 1, failed: [] })
  }
})

test('[ADMIN-OTHER] counts have no report about the administrator, unless nobody else sees it', async () => {
  const id = await insertListing(t, admin)
  const counts = async (by: TestUser) => {
    const { pendingReports, openHolds } = await by.api('GET /api/admin/stats')
    const [user] = await by.api('GET /api/admin/users', { query: { q: `#${admin.id}` } })
    const mostReported = await by.api('GET /api/admin/users', { query: { sort: 'reports:desc' } })
    const { items } = await by.api('GET /api/admin/listings', { query: { q: `#${id}` } })
    return {
      stats: [pendingReports, openHolds],
      user: [user?.openReports, user?.openListingReports],
      mostReported: mostReported.map((one) => one.id),
      listing: items[0]?.openReports,
    }
  }
  await report({ targetType: 'USER', targetId: admin.id })
  await report({ targetType: 'LISTING', targetId: id })
  await insertHold(t, admin)
  expect(await counts(admin)).toEqual({ stats: [0, 0], user: [0, 0], mostReported: [], listing: 0 })
  const all = { stats: [2, 1], user: [1, 1], mostReported: [admin.id], listing: 1 }
  expect(await counts(colleague)).toEqual(all)
  const isAway = (banned_at: Date | null) =>
    t.db.updateTable('users').set({ banned_at }).where('id', '=', colleague.id).execute()
  await isAway(new Date())
  expect(await counts(admin)).toEqual(all)
  await isAway(null)
  for (const table of ['reports', 'holds'] as const) await t.db.deleteFrom(table).execute()
})

test('[ADMIN-OTHER] an administrator neither sees nor decides what is held of theirs, and reviews that they got or wrote; another one does', async () => {
  const items = [await insertHold(t, admin)]
  const person = await t.user()
  const got = await insertReview(t, admin)
  await person.api('POST /api/reviews/:id/report', {
    params: { id: got },
    body: { what: 'REVIEW', reason: 'It was not so.' },
  })
  const { id: wrote } = await admin.api('POST /api/users/:id/reviews', {
    params: { id: person.id },
    body: { stars: 1 },
  })
  await person.api('POST /api/reviews/:id/report', {
    params: { id: wrote },
    body: { what: 'REVIEW', reason: 'It was not so.' },
  })
  const open = async (by: TestUser) => by.api('GET /api/admin/held', { query: { decision: 'OPEN' } })
  items.push(...(await open(colleague)).filter(({ kind }) => kind === 'REVIEW').map(({ id }) => id))
  expect(items).toHaveLength(3)
  for (const id of items) await expect(decide(admin, id)).rejects.toMatchObject(refused)
  expect(await open(admin)).toEqual([])
  for (const id of items) expect(await decide(colleague, id)).toMatchObject({ decision: 'RELEASE' })
  expect(await admin.api('GET /api/admin/held', { query: {} })).toEqual([])
})

test('[ADMIN-OTHER] an administrator without a colleague decides about everything', async () => {
  await t.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(Date.now() + 1e9) })
    .where('id', '=', colleague.id)
    .execute()
  // Nor can somebody who was made an administrator before they confirmed their address, and cannot sign in.
  const unconfirmed = await t.user({ role: 'ADMIN' })
  await t.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', unconfirmed.id).execute()
  const target = { targetType: 'LISTING', targetId: await insertListing(t, admin) } as const
  await report(target)
  expect(await admin.api('GET /api/admin/cases', { query: {} })).toMatchObject([target])
  expect(await settle(admin, target)).toEqual({ closed: 1, failed: [] })
  expect(await decide(admin, await insertHold(t, admin))).toMatchObject({ decision: 'RELEASE' })
  const hidden = await insertListing(t, admin, { status: 'HIDDEN', hidden_by_moderator: true })
  const show = { params: { id: hidden }, body: { status: 'ACTIVE' } } as const
  expect(await admin.api('PATCH /api/admin/listings/:id', show)).toMatchObject({ status: 'ACTIVE' })
})
