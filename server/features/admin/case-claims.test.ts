import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseTarget } from '#shared/contract/cases.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { insertReport } from '#tests/support/reports.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let admin: TestUser
let colleague: TestUser
let seller: TestUser
let order: Interleaving
beforeAll(async () => {
  order = interleave()
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN', fullName: 'Ife Admin' })
  colleague = await t.user({ role: 'ADMIN', fullName: 'Ada Admin' })
  seller = await t.user({ fullName: 'Sani Seller' })
})
afterAll(() => {
  order.stop()
  return t.close()
})

const listing = (id: number): CaseTarget => ({ targetType: 'LISTING', targetId: id })
const cases = (query: object = {}) => admin.api('GET /api/admin/cases', { query })
const settle = (body: object, by = admin) =>
  by.api('POST /api/admin/cases/settle', { body: body as { cases: CaseTarget[]; action: 'DISMISS' } })

test('[DESK-CLAIM] of two moderators one has a case, until they go on, it expires, or the other takes it over', async () => {
  const owner = await t.user()
  const [one, other] = [
    listing(await insertListing(t, owner, { title: 'Claimed lamp' })),
    listing(await insertListing(t, owner, { title: 'Claimed chair' })),
  ]
  for (const target of [one, other]) await insertReport(t, target, 'Spam')
  const claim = (by: TestUser, targets: CaseTarget[], takeOver?: true) =>
    by.api('POST /api/admin/cases/claim', { body: { cases: targets, ...(takeOver && { takeOver }) } })
  const owners = async () => (await cases({ q: 'claimed' })).map((found) => found.claim?.admin.fullName)

  expect(await claim(colleague, [one])).toMatchObject([
    { ...one, claim: { admin: { fullName: 'Ada Admin' } } },
  ])
  expect(await claim(admin, [one])).toMatchObject([{ claim: { admin: { fullName: 'Ada Admin' } } }])
  expect(await settle({ cases: [one], action: 'DISMISS' })).toMatchObject({
    failed: [{ message: 'Ada Admin is working on this case. Take it over first.' }],
  })
  expect(await owners()).toEqual(['Ada Admin', undefined])
  await claim(colleague, [other])
  expect(await owners()).toEqual([undefined, 'Ada Admin'])
  const expire = ({ targetId }: CaseTarget) =>
    t.db
      .updateTable('report_claims')
      .set({ claimed_at: new Date(Date.now() - 16 * 60_000) })
      .where('target_id', '=', targetId)
      .execute()
  await expire(other)
  await claim(admin, [other])
  expect(await owners()).toEqual([undefined, 'Ife Admin'])
  await claim(colleague, [one, other], true)
  await claim(admin, [one, other], true)
  expect(await owners()).toEqual(['Ife Admin', 'Ife Admin'])
  await expire(one)
  expect(await owners()).toEqual([undefined, 'Ife Admin'])
  expect(await settle({ cases: [one, other], action: 'ACTION' }, colleague)).toMatchObject({
    closed: 1,
    failed: [other],
  })
  expect(await settle({ cases: [other], action: 'ACTION' })).toMatchObject({ closed: 1 })
  expect(await t.db.selectFrom('report_claims').selectAll().execute()).toEqual([])
})

test('[DESK-CLAIM] a report of a case that another moderator has is not closed by itself either', async () => {
  const target = listing(await insertListing(t, await t.user(), { title: 'Claimed bench' }))
  await insertReport(t, target, 'Spam')
  const [found] = await admin.api('GET /api/admin/reports', { query: { q: 'claimed bench' } })
  const close = () =>
    admin.api('PATCH /api/admin/reports/:id', {
      params: { id: found?.id ?? 0 },
      body: { status: 'REVIEWED' },
    })
  await colleague.api('POST /api/admin/cases/claim', { body: { cases: [target] } })
  await expect(close()).rejects.toMatchObject({
    status: 409,
    problem: { detail: 'Ada Admin is working on this case. Take it over first.' },
  })
  await admin.api('POST /api/admin/cases/claim', { body: { cases: [target], takeOver: true } })
  const seen = t.db
    .selectFrom('reports')
    .select('seen')
    .where('id', '=', found?.id ?? 0)
  await t.db
    .updateTable('reports')
    .set({ seen: JSON.stringify({ title: 'Claimed bench' }) })
    .where('id', '=', found?.id ?? 0)
    .execute()
  expect(await close()).toMatchObject({ status: 'REVIEWED' })
  expect(await seen.execute(), 'only as long as it is open').toEqual([{ seen: null }])
})

test('[DESK-CLAIM] closing the last report of a case by itself ends the claim too', async () => {
  const target = listing(await insertListing(t, await t.user(), { title: 'Claimed table' }))
  for (const reason of ['Spam', 'Wrong price']) await insertReport(t, target, reason)
  await colleague.api('POST /api/admin/cases/claim', { body: { cases: [target] } })
  const claimant = async () => (await cases({ q: 'claimed table' }))[0]?.claim?.admin.fullName
  for (const { id } of await admin.api('GET /api/admin/reports', { query: { q: 'claimed table' } })) {
    expect(await claimant()).toBe('Ada Admin')
    await colleague.api('PATCH /api/admin/reports/:id', { params: { id }, body: { status: 'REVIEWED' } })
  }
  await insertReport(t, target, 'Spam')
  expect(await claimant()).toBeUndefined()
})

test('[DESK-CLAIM] a case that is settled while somebody claims it has no claim when it is reported again', async () => {
  const target = listing(await insertListing(t, seller, { title: 'A chair that is claimed late' }))
  await insertReport(t, target, 'Fake')
  const settling = order.pauseBefore(/^commit/, () => settle({ cases: [target], action: 'DISMISS' }))
  await settling.reached
  const claimed = colleague.api('POST /api/admin/cases/claim', { body: { cases: [target] } })
  await endedOrBlocked(t, claimed)
  await settling.release()
  expect(await claimed).toEqual([])
  await insertReport(t, target, 'Spam')
  expect((await cases({ q: 'claimed late' })).map((found) => found.claim)).toEqual([null])
})

test('[DESK-CLAIM] two who close the last two reports of a case at the same moment end its claim', async () => {
  const target = listing(await insertListing(t, seller, { title: 'A stool that is closed twice' }))
  await insertReport(t, target, 'Fake')
  await insertReport(t, target, 'Spam')
  await colleague.api('POST /api/admin/cases/claim', { body: { cases: [target] } })
  const [one, other] = await admin.api('GET /api/admin/reports', { query: { q: 'closed twice' } })
  const close = (id = 0) =>
    colleague.api('PATCH /api/admin/reports/:id', { params: { id }, body: { status: 'REVIEWED' } })
  const closing = order.pauseBefore(/^commit/, () => close(one?.id))
  await closing.reached
  const closed = close(other?.id)
  await endedOrBlocked(t, closed)
  await closing.release()
  await closed
  await insertReport(t, target, 'Spam')
  expect((await cases({ q: 'closed twice' })).map((found) => found.claim)).toEqual([null])
})
