import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportDraft } from '#shared/contract/reports.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser
let bola: TestUser

beforeAll(async () => {
  t = await startTestApp()
  ada = await t.user({ fullName: 'Ada Okafor' })
  bola = await t.user({ fullName: 'Bola Ade' })
})
afterAll(() => t.close())

const report = (by: TestUser, body: ReportDraft) => by.api('POST /api/reports', { body })
const aboutListing = (targetId: number, more: Partial<ReportDraft> = {}): ReportDraft => ({
  targetType: 'LISTING',
  targetId,
  reason: 'Looks like a scam',
  ...more,
})
const aboutUser = (targetId: number, more: Partial<ReportDraft> = {}) => ({
  ...aboutListing(targetId, more),
  targetType: 'USER' as const,
})

test('[CALL-REPORTS-POST] [ENTITY-REPORT] a listing or a user is reported, with details or without', async () => {
  const id = await insertListing(t, ada)
  expect(
    await report(bola, aboutListing(id, { reason: '  Sold   twice ', details: ' I paid.\n\n ' })),
  ).toEqual({
    id: expect.any(Number),
    targetType: 'LISTING',
    targetId: id,
    reason: 'Sold twice',
    details: 'I paid.',
    status: 'NEW',
    createdAt: expect.any(String),
  })
  expect(await report(bola, aboutUser(ada.id, { details: ' \n ' }))).toMatchObject({
    targetType: 'USER',
    targetId: ada.id,
    details: null,
  })
  const admin = await t.user({ role: 'ADMIN' })
  const seen = await admin.api('GET /api/admin/reports', { query: {} })
  expect(seen.map(({ reason, reporter }) => [reason, reporter.fullName])).toEqual([
    ['Looks like a scam', 'Bola Ade'],
    ['Sold twice', 'Bola Ade'],
  ])
})

test('[SPEC-R1] [LIMIT-REPORT] the reason is required and has at most 100 characters, the details 1000', async () => {
  const id = await insertListing(t, ada)
  const refused = (body: Partial<ReportDraft>, path: string, detail: string) =>
    expect(report(bola, { ...aboutListing(id), ...body })).rejects.toMatchObject({
      status: 400,
      problem: { detail, errors: [{ path }] },
    })
  for (const reason of ['', '   ', '\n\t', '\u200b'])
    await refused({ reason }, 'reason', 'Please say what is wrong')
  await refused({ reason: 'x'.repeat(101) }, 'reason', 'The reason has at most 100 characters')
  await refused({ details: 'x'.repeat(1001) }, 'details', 'The details have at most 1000 characters')
  await refused({ targetType: 'REVIEW' as never }, 'targetType', 'Reports are about a USER or a LISTING')
  const longest = { reason: 'x'.repeat(100), details: 'y'.repeat(1000) }
  expect(await report(bola, aboutListing(id, longest))).toMatchObject(longest)
})

test('[MAY-REPORT] not by visitors, not oneself, not one’s own', async () => {
  const id = await insertListing(t, ada)
  await expect(t.visitor('POST /api/reports', { body: aboutListing(id) })).rejects.toMatchObject({
    status: 401,
  })
  await expect(report(ada, aboutListing(id))).rejects.toMatchObject({
    status: 403,
    problem: { detail: 'You cannot report your own listing.' },
  })
  await expect(report(ada, aboutUser(ada.id))).rejects.toMatchObject({
    status: 403,
    problem: { detail: 'You cannot report yourself.' },
  })
})

test('[MAY-REPORT] only visible targets can be reported: otherwise 404, and 410 for a deleted listing', async () => {
  const chidi = await t.user()
  const hidden = await insertListing(t, ada, { status: 'HIDDEN' })
  const sold = await insertListing(t, ada, { status: 'SOLD' })
  const deleted = await insertListing(t, ada, { deleted_at: new Date() })
  for (const body of [aboutListing(hidden), aboutListing(2_000_000_000), aboutUser(2_000_000_000)])
    await expect(report(chidi, body)).rejects.toMatchObject({ status: 404 })
  await expect(report(chidi, aboutListing(deleted))).rejects.toMatchObject({
    status: 410,
    problem: { detail: 'This listing was deleted.' },
  })
  expect(await report(chidi, aboutListing(sold))).toMatchObject({ targetId: sold })
  const banned = await t.user()
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  await expect(report(chidi, aboutUser(banned.id))).rejects.toMatchObject({ status: 404 })
})

test('[MAY-REPORT] who has a conversation with somebody reports them also while the account is leaving or banned', async () => {
  const buyer = await t.user()
  for (const [column, status] of [
    ['deletion_due_at', 'NEW'],
    ['banned_at', 'NEW'],
    ['deleted_at', 404],
  ] as const) {
    const seller = await t.user()
    const listingId = await insertListing(t, seller)
    await buyer.api('POST /api/threads', { body: { listingId } })
    await t.db
      .updateTable('users')
      .set({ [column]: new Date() })
      .where('id', '=', seller.id)
      .execute()
    const sent = report(buyer, aboutUser(seller.id))
    expect(await sent.catch((error) => error), column).toMatchObject({ status })
    await expect(report(ada, aboutUser(seller.id))).rejects.toMatchObject({ status: 404 })
  }
})

test('[REPORT-ONCE] one open report for each reporter and target, also when two come at once; a closed one may be followed', async () => {
  const chidi = await t.user()
  const id = await insertListing(t, ada)
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => report(chidi, aboutListing(id))))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({
        status: 409,
        problem: { detail: 'You have reported this listing already. Our moderators will look at it.' },
      })
  // Reports by others, and about another target with the same number, are separate.
  expect(await report(bola, aboutListing(id))).toMatchObject({ status: 'NEW' })
  await report(chidi, aboutUser(bola.id))
  await expect(report(chidi, aboutUser(bola.id))).rejects.toMatchObject({
    problem: { detail: 'You have reported this user already. Our moderators will look at it.' },
  })

  await t.db
    .updateTable('reports')
    .set({ status: 'REVIEWED', closed_at: new Date() })
    .where('reporter_id', '=', chidi.id)
    .execute()
  expect(await report(chidi, aboutListing(id))).toMatchObject({ status: 'NEW' })
})

test('[REPORT-LIMIT] too many reports by one user are refused with a time to wait', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.1' })
  try {
    const [one, two] = [await strict.user(), await strict.user()]
    const post = () => one.api('POST /api/reports', { body: aboutUser(two.id) })
    await post()
    await expect(post()).rejects.toMatchObject({ status: 409 })
    await expect(post()).rejects.toMatchObject({ status: 429, problem: { retryAfter: expect.any(Number) } })
  } finally {
    await strict.close()
  }
})
