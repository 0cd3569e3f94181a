import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appealToken, unsubscribeToken } from '#server/core/mail/signed-links.ts'
import type { AppealOutcome } from '#shared/contract/appeals.ts'
import { dayMs } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'
import { insertHold } from '#tests/roles/fixtures.ts'
import { appeal, appealOf, tokenFor } from '#tests/support/appeals.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let admin: TestUser
let other: TestUser
let order: Interleaving
beforeAll(async () => {
  order = interleave()
  t = await startTestApp({ PUBLIC_URL: 'https://oja.example' })
  admin = await t.user({ role: 'ADMIN', fullName: 'Ife Admin' })
  other = await t.user({ role: 'ADMIN', fullName: 'Other Admin' })
})
afterAll(() => {
  order.stop()
  return t.close()
})

const hide = (id: number, as = admin) =>
  as.api('PATCH /api/admin/listings/:id', {
    params: { id },
    body: { status: 'HIDDEN', reason: 'The photos are from elsewhere.', rule: 'copied' },
  })
const decide = (id: number, outcome: AppealOutcome, as = other) =>
  as.api('PATCH /api/admin/appeals/:id', {
    params: { id },
    body: { outcome, answer: 'We compared the photos.' },
  })
const isPublic = (id: number) =>
  t.visitor('GET /api/listings/:id', { params: { id } }).then(
    () => true,
    () => false,
  )
const lastMail = async (to: string) => (await t.mails(to)).at(-1)

test('[NOTICE-RULE] each notice names the act, the reason and the rule, with links to the rule and the appeal', async () => {
  const owner = await t.user()
  const ids = [await insertListing(t, owner, { title: 'Blue lamp' }), await insertListing(t, owner)]
  const why = { reason: 'It is not yours.', rule: 'stolen' } as const
  const steps: [string, () => Promise<unknown>][] = [
    [
      'Your listing was hidden',
      () =>
        admin.api('PATCH /api/admin/listings/:id', {
          params: { id: ids[0] ?? 0 },
          body: { status: 'HIDDEN', ...why },
        }),
    ],
    [
      'Your listing stays hidden',
      async () =>
        admin.api('PATCH /api/admin/held/:id', {
          params: { id: await insertHold(t, owner) },
          body: { decision: 'REJECT', ...why },
        }),
    ],
    [
      'Your listing was deleted',
      () => admin.api('DELETE /api/admin/listings/:id', { params: { id: ids[0] ?? 0 }, body: why }),
    ],
    [
      'Your account was banned',
      () => admin.api('POST /api/admin/users/:id/ban', { params: { id: owner.id }, body: why }),
    ],
  ]
  for (const [heading, act] of steps) {
    await act()
    const mail = await lastMail(owner.email)
    expect(mail?.raw.replaceAll('=\r\n', '')).toContain(heading)
    expect(mail?.text).toContain('The reason: It is not yours.')
    expect(mail?.text).toContain('The rule: Stolen goods\nhttps://oja.example/rules#stolen')
    const decision = await t.visitor('GET /api/decisions/by-link', {
      query: { token: await tokenFor(t, owner) },
    })
    expect(decision).toMatchObject({ ...why, stands: true, appeal: null })
  }
  const [last] = await admin.api('GET /api/admin/history', { query: { limit: 1 } })
  expect(last).toMatchObject({ action: 'BAN', ...why })
  await expect(
    admin.api('POST /api/admin/users/:id/ban', {
      params: { id: owner.id },
      body: { rule: 'taste' as 'other' },
    }),
  ).rejects.toMatchObject({ status: 400 })
})

test('[NOTICE-RULE] listings that are deleted together have one mail, and each its own appeal', async () => {
  const owner = await t.user()
  const ids = [await insertListing(t, owner), await insertListing(t, owner)]
  await admin.api('POST /api/admin/listings/bulk-delete', { body: { ids, rule: 'duplicate' } })
  const mail = await lastMail(owner.email)
  expect(mail?.text).toContain('https://oja.example/appeal\n')
  const decisions = await owner.api('GET /api/decisions')
  expect(decisions.map(({ listingId, rule }) => [listingId, rule])).toEqual(
    ids.toReversed().map((id) => [id, 'duplicate']),
  )
})

test('[APPEAL-ONCE] a decision is appealed once, by the link in its mail, without a session', async () => {
  const owner = await t.user()
  const id = await insertListing(t, owner)
  await hide(id)
  const token = await tokenFor(t, owner)
  const text = 'I took the photos myself.'
  await expect(appeal(t, token, '  ')).rejects.toMatchObject({ status: 400 })
  await expect(appeal(t, token, 'x'.repeat(1001))).rejects.toMatchObject({ status: 400 })
  expect(await appeal(t, token)).toMatchObject({
    listingId: id,
    appeal: { text, outcome: null, answer: null },
  })
  await expect(appeal(t, token)).rejects.toMatchObject({
    status: 409,
    problem: { detail: 'You appealed this decision already. Each can be appealed once.' },
  })
  // Signed in, the owner finds it too; nobody else does.
  expect(await owner.api('GET /api/decisions')).toMatchObject([{ token, listingId: id, appeal: { text } }])
  expect(await (await t.user()).api('GET /api/decisions')).toEqual([])
})

test('[APPEAL-ONCE] two appeals at the same time: one is filed, the other is refused', async () => {
  const owner = await t.user()
  await hide(await insertListing(t, owner))
  const token = await tokenFor(t, owner)
  const sent = await Promise.allSettled([appeal(t, token, 'One'), appeal(t, token, 'Two')])
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('[APPEAL-LINK] a forged link, one of another kind, and one of what cannot be appealed show nothing', async () => {
  const owner = await t.user()
  const id = await insertListing(t, owner)
  await admin.api('PATCH /api/admin/listings/:id/feature', {
    params: { id },
    body: { until: new Date(Date.now() + 86_400_000).toISOString() },
  })
  await hide(id)
  const token = await tokenFor(t, owner)
  const [act = '', signature = ''] = token.split(/-(.*)/s)
  const [hidden, featured] = await admin.api('GET /api/admin/history', {
    query: { targetType: 'LISTING', targetId: id },
  })
  expect(String(hidden?.id)).toBe(act)
  const foreign = await unsubscribeToken(t.env, { userId: Number(act), kind: 'reviews' })
  for (const wrong of [
    act,
    `${Number(act) + 1}-${signature}`,
    `${act}-${'A'.repeat(22)}`,
    `${act}-${foreign.split('-')[2]}`,
    await appealToken(t.env, featured?.id ?? 0),
    await appealToken(t.env, 2_000_000_000),
  ]) {
    await expect(
      t.visitor('GET /api/decisions/by-link', { query: { token: wrong } }),
      wrong,
    ).rejects.toMatchObject({
      status: 404,
    })
    await expect(appeal(t, wrong), wrong).rejects.toMatchObject({ status: 404 })
  }
  expect((await t.visitor('GET /api/decisions/by-link', { query: { token } })).listingId).toBe(id)
})

test('[APPEAL-OTHER] the administrator who took a decision cannot decide about its appeal, another one can', async () => {
  const owner = await t.user({ fullName: 'Uche Owner' })
  await hide(await insertListing(t, owner, { title: 'Red lamp' }))
  const { openAppeals } = await admin.api('GET /api/admin/stats')
  const id = await appealOf(t, owner)
  expect((await admin.api('GET /api/admin/stats')).openAppeals).toBe(openAppeals + 1)
  const seen = async (by: TestUser) =>
    (await by.api('GET /api/admin/appeals', { query: { outcome: 'OPEN' } })).find((open) => open.id === id)
  expect(await seen(admin)).toMatchObject({ mayDecide: false })
  expect(await seen(other)).toMatchObject({
    mayDecide: true,
    text: 'I took the photos myself.',
    appellant: { id: owner.id, fullName: 'Uche Owner' },
    act: {
      action: 'HIDE',
      label: 'Red lamp',
      reason: 'The photos are from elsewhere.',
      rule: 'copied',
      admin: { id: admin.id },
    },
  })
  await expect(decide(id, 'OVERTURNED', admin)).rejects.toMatchObject({
    status: 403,
    problem: {
      detail: 'This decision is yours, or about you. Another administrator decides about the appeal.',
    },
  })
  await expect(
    other.api('PATCH /api/admin/appeals/:id', { params: { id }, body: { outcome: 'UPHELD', answer: ' ' } }),
  ).rejects.toMatchObject({ status: 400 })
  expect(await decide(id, 'UPHELD')).toMatchObject({ outcome: 'UPHELD', decidedBy: { id: other.id } })
  await expect(decide(id, 'OVERTURNED')).rejects.toMatchObject({ status: 409 })
  expect(await seen(other)).toBeUndefined()
  const mail = await lastMail(owner.email)
  expect(mail?.subject).toBe('The decision stays after your appeal')
  expect(mail?.text).toContain('> We compared the photos.')
  expect(mail?.text).not.toContain('Other Admin')
  expect(await owner.api('GET /api/decisions')).toMatchObject([
    { stands: true, appeal: { outcome: 'UPHELD', answer: 'We compared the photos.' } },
  ])
})

test('[APPEAL-OVERTURNED] of two decisions about an appeal at once the second learns of the first', async () => {
  const owner = await t.user()
  await hide(await insertListing(t, owner))
  const id = await appealOf(t, owner)
  const first = order.pauseBefore(/^commit/, () => decide(id, 'UPHELD'))
  await first.reached
  const second = decide(id, 'OVERTURNED').catch((error: unknown) => error)
  await endedOrBlocked(t, second)
  expect(await first.release()).toMatchObject({ outcome: 'UPHELD' })
  expect(await second).toMatchObject({ status: 409 })
})

test('[APPEAL-OVERTURNED] overturned, a hidden, rejected or deleted listing is public again, and its owner gets a mail', async () => {
  const owner = await t.user()
  const acts: Record<string, () => Promise<number>> = {
    async hidden() {
      const id = await insertListing(t, owner)
      await hide(id)
      return id
    },
    async rejected() {
      const held = await insertHold(t, owner)
      const { listing } = await admin.api('PATCH /api/admin/held/:id', {
        params: { id: held },
        body: { decision: 'REJECT' },
      })
      return listing?.id ?? 0
    },
    async deleted() {
      const id = await insertListing(t, owner)
      await admin.api('DELETE /api/admin/listings/:id', { params: { id }, body: {} })
      return id
    },
    async 'hidden, then deleted'() {
      const id = await insertListing(t, owner)
      await hide(id)
      await admin.api('DELETE /api/admin/listings/:id', { params: { id }, body: {} })
      return id
    },
  }
  for (const [name, act] of Object.entries(acts)) {
    const id = await act()
    expect(await isPublic(id), name).toBe(false)
    await decide(await appealOf(t, owner), 'OVERTURNED')
    expect(await isPublic(id), name).toBe(true)
    const mail = await lastMail(owner.email)
    expect(mail?.subject, name).toBe('Your appeal succeeded')
    expect(mail?.text).toContain(`https://oja.example/login?next=%2Flistings%2F${id}\n`)
    const [last] = await admin.api('GET /api/admin/history', {
      query: { targetType: 'LISTING', targetId: id },
    })
    expect(last).toMatchObject({
      action: 'SHOW',
      reason: 'We compared the photos.',
      admin: { id: other.id },
    })
  }
  // One whose phone was confirmed as stolen meanwhile does not, before a moderator decides about that.
  const phone = await insertListing(t, owner)
  await hide(phone)
  await sql`insert into holds (kind, rule, owner_id, listing_id) values ('PHONE', 'STOLEN_PHONE', ${owner.id}, ${phone})`.execute(
    t.db,
  )
  await expect(decide(await appealOf(t, owner), 'OVERTURNED')).rejects.toMatchObject({ status: 409 })
  expect(await isPublic(phone)).toBe(false)
  // A sold one comes back as sold.
  const sold = await insertListing(t, owner, { status: 'SOLD' })
  await hide(sold)
  await decide(await appealOf(t, owner), 'OVERTURNED')
  expect(await t.visitor('GET /api/listings/:id', { params: { id: sold } })).toMatchObject({ status: 'SOLD' })
})

test('[APPEAL-HIDDEN-BEFORE] overturned, what its owner had hidden before stays hidden, and its owner may show it', async () => {
  const owner = await t.user()
  const ofOwner = (id: number, status: 'ACTIVE' | 'HIDDEN') =>
    owner.api('PATCH /api/listings/:id', { params: { id }, body: { status } })
  for (const thenDeleted of [false, true]) {
    const id = await insertListing(t, owner)
    await ofOwner(id, 'HIDDEN')
    await hide(id)
    if (thenDeleted) await admin.api('DELETE /api/admin/listings/:id', { params: { id }, body: {} })
    await decide(await appealOf(t, owner), 'OVERTURNED')
    expect(await isPublic(id)).toBe(false)
    expect((await lastMail(owner.email))?.text).toContain('Your listing is hidden as it was')
    expect(await ofOwner(id, 'ACTIVE')).toMatchObject({ status: 'ACTIVE', hiddenByModerator: false })
    // The next decision finds it public.
    await hide(id)
    await decide(await appealOf(t, owner), 'OVERTURNED')
    expect(await isPublic(id)).toBe(true)
  }
})

test('[APPEAL-OVERTURNED] a listing that was deleted so long ago that its text is gone does not come back empty', async () => {
  const owner = await t.user()
  const id = await insertListing(t, owner)
  await admin.api('DELETE /api/admin/listings/:id', { params: { id }, body: { rule: 'copied' } })
  const appealId = await appealOf(t, owner)
  const deletedAt = new Date(Date.now() - (thresholds.retention.deletedListing + 1) * dayMs)
  await t.db.updateTable('listings').set({ deleted_at: deletedAt }).where('id', '=', id).execute()
  await expect(decide(appealId, 'OVERTURNED')).rejects.toMatchObject({
    status: 409,
    problem: { detail: expect.stringMatching(/so long ago that its words and photos are gone/) },
  })
  expect(await isPublic(id)).toBe(false)
  expect(await decide(appealId, 'UPHELD')).toMatchObject({ outcome: 'UPHELD' })
})

test('[APPEAL-OVERTURNED] a banned person appeals by mail, and comes back with their listings', async () => {
  const owner = await t.user()
  const id = await insertListing(t, owner)
  await admin.api('POST /api/admin/users/:id/ban', { params: { id: owner.id }, body: { rule: 'fraud' } })
  const appealId = await appealOf(t, owner)
  expect(await isPublic(id)).toBe(false)
  expect(await decide(appealId, 'OVERTURNED')).toMatchObject({ act: { action: 'BAN', listingId: null } })
  expect(await isPublic(id)).toBe(true)
  expect((await lastMail(owner.email))?.text).toContain('https://oja.example/login')
})

test('[APPEAL-OVERTURNED] to a banned person the listing is not hidden any more, but not back yet', async () => {
  const owner = await t.user()
  await hide(await insertListing(t, owner))
  const appealId = await appealOf(t, owner)
  await admin.api('POST /api/admin/users/:id/ban', { params: { id: owner.id }, body: {} })
  await decide(appealId, 'OVERTURNED')
  const mail = await lastMail(owner.email)
  expect(mail?.subject).toBe('Your appeal succeeded')
  expect(mail?.text).toContain('Others see it once your account is active again.')
  expect(mail?.text).not.toContain('Your listing is back')
})

test('[APPEAL-OVERTURNED] an act that was taken back cannot be appealed, and later changes are kept', async () => {
  const owner = await t.user()
  const id = await insertListing(t, owner)
  const show = () =>
    admin.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status: 'ACTIVE' } })
  await hide(id)
  const first = await tokenFor(t, owner)
  await show()
  await expect(appeal(t, first)).rejects.toMatchObject({
    status: 409,
    problem: { detail: 'This decision was taken back already.' },
  })
  await hide(id)
  const appealId = await appealOf(t, owner)
  await show()
  await hide(id)
  // The appeal succeeds, but a newer decision hides the listing.
  expect(await decide(appealId, 'OVERTURNED')).toMatchObject({ act: { stands: false } })
  expect(await isPublic(id)).toBe(false)
})

test('[APPEAL-TIME] a wrongly hidden listing gets its lost time back: its place among the newest, and being featured', async () => {
  const owner = await t.user()
  const day = 86_400_000
  const ago = (days: number) => new Date(Date.now() - days * day)
  const fields = {
    status: 'HIDDEN',
    hidden_by_moderator: true,
    created_at: ago(10),
    last_public: JSON.stringify({ title: 'Lamp', photo: null, status: 'ACTIVE' }),
  } as const
  const featured = await insertListing(t, owner, { ...fields, featured_until: ago(-1) })
  const over = await insertListing(t, owner, { ...fields, featured_until: ago(5) })
  for (const target_id of [featured, over]) {
    const { id: act_id } = await t.db
      .insertInto('moderation_acts')
      .values({ admin_id: admin.id, action: 'HIDE', target_type: 'LISTING', target_id, created_at: ago(3) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await appeal(t, await appealToken(t.env, act_id))
    const { id } = await t.db
      .selectFrom('appeals')
      .select('id')
      .where('act_id', '=', act_id)
      .executeTakeFirstOrThrow()
    await decide(id, 'OVERTURNED')
  }
  /** Days from now, rounded. */
  const times = async (id: number) => {
    const { created_at, featured_until } = await t.db
      .selectFrom('listings')
      .select(['created_at', 'featured_until'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [created_at, featured_until].map((at) => Math.round(((at?.getTime() ?? 0) - Date.now()) / day))
  }
  expect(await times(featured)).toEqual([-7, 4])
  // What had ended before it was hidden stays so.
  expect(await times(over)).toEqual([-7, -5])

  // One whose end had passed meanwhile gets the time of a new listing, and no more.
  const ended = await insertListing(t, owner, { ends_at: ago(-5) })
  await hide(ended)
  const appealId = await appealOf(t, owner)
  await sql`alter table moderation_acts disable trigger user`.execute(t.db)
  await sql`update moderation_acts set created_at = ${ago(20)} where target_id = ${ended}`.execute(t.db)
  await sql`alter table moderation_acts enable trigger user`.execute(t.db)
  await t.db
    .updateTable('listings')
    .set({ ends_at: ago(15) })
    .where('id', '=', ended)
    .execute()
  await decide(appealId, 'OVERTURNED')
  const { endsAt } = await owner.api('GET /api/listings/:id', { params: { id: ended } })
  expect((Date.parse(endsAt ?? '') - Date.now()) / day).toBeCloseTo(60, 1)

  // So does one that a rule held back and an administrator releases.
  const held = await insertHold(t, owner)
  const { listing_id: ofHold } = await t.db
    .updateTable('holds')
    .set({ created_at: ago(2) })
    .where('id', '=', held)
    .returning('listing_id')
    .executeTakeFirstOrThrow()
  const listing_id = ofHold ?? 0
  await t.db
    .updateTable('listings')
    .set({ created_at: ago(2) })
    .where('id', '=', listing_id)
    .execute()
  await admin.api('PATCH /api/admin/held/:id', { params: { id: held }, body: { decision: 'RELEASE' } })
  expect(await times(listing_id ?? 0)).toMatchObject([expect.closeTo(0), expect.anything()])
})

test('[APPEAL-OTHER] an administrator does not decide about an appeal of their own', async () => {
  const deleted = await insertListing(t, other)
  await admin.api('DELETE /api/admin/listings/:id', { params: { id: deleted }, body: {} })
  await expect(decide(await appealOf(t, other), 'OVERTURNED', other)).rejects.toMatchObject({ status: 403 })
  await hide(await insertListing(t, other))
  const id = await appealOf(t, other)
  await expect(decide(id, 'OVERTURNED', other)).rejects.toMatchObject({ status: 403 })
  // The one who took the decision, as long as there is nobody else.
  const mayDecide = async () => {
    const open = await admin.api('GET /api/admin/appeals', { query: { outcome: 'OPEN' } })
    return open.find((one) => one.id === id)?.mayDecide
  }
  expect(await mayDecide()).toBe(true)
  const third = await t.user({ role: 'ADMIN' })
  expect(await mayDecide()).toBe(false)
  expect(await decide(id, 'UPHELD', third)).toMatchObject({ outcome: 'UPHELD' })
})

test('[APPEAL-OTHER] the only administrator may decide about appeals against their own decisions', async () => {
  const owner = await t.user()
  await hide(await insertListing(t, owner))
  const id = await appealOf(t, owner)
  await sql`update users set deletion_due_at = now() where role = 'ADMIN' and id <> ${admin.id}`.execute(t.db)
  expect(await decide(id, 'UPHELD', admin)).toMatchObject({ outcome: 'UPHELD', mayDecide: true })
})
