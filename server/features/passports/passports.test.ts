import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { finishDeletions } from '#server/features/settings/deletion.service.ts'
import { removeOldRecords } from '#server/features/settings/retention.db.ts'
import { sweepOrphanedPhotos } from '#server/features/uploads/uploads.service.ts'
import { contract } from '#shared/contract/index.ts'
import { thresholds } from '#shared/thresholds.ts'
import { codeOf, failureOf } from '#tests/support/accounts.ts'
import { anImei } from '#tests/support/imeis.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing, insertUpload, publish } from '#tests/support/listings.ts'
import { closeSockets, connectSocket, emitWithAck, record, settle } from '#tests/support/sockets.ts'
import { readTables } from '#tests/support/table-contents.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { readZip } from '#tests/support/zip.ts'

let t: TestApp
let admin: TestUser
let buyer: TestUser
let order: Interleaving
beforeAll(async () => {
  order = interleave()
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN' })
  buyer = await t.user()
})
afterEach(closeSockets)
afterAll(() => {
  order.stop()
  return t.close()
})

const params = (id: number) => ({ params: { id } })
const enter = (seller: TestUser, id: number, imei: string | null) =>
  seller.api('PATCH /api/listings/:id/passport', { ...params(id), body: { imei } })
const check = (id: number, imei: string, by = buyer) =>
  by.api('POST /api/listings/:id/phone-check', { ...params(id), body: { imei } })
const setStatus = (seller: TestUser, id: number, status: 'ACTIVE' | 'SOLD' | 'HIDDEN') =>
  seller.api('PATCH /api/listings/:id', { ...params(id), body: { status } })
const queue = async (kind: 'LISTING' | 'PHONE' | 'THEFT') =>
  admin.api('GET /api/admin/held', { query: { kind, decision: 'OPEN', limit: 100 } })
const decide = (id: number | undefined, decision: 'RELEASE' | 'REJECT', reason?: string) =>
  admin.api('PATCH /api/admin/held/:id', { ...params(id ?? 0), body: { decision, reason } })
const details = 'Snatched at Ojota bus stop on Monday.'
const report = async (owner: TestUser, imei: string) =>
  owner.api('POST /api/stolen-phones', {
    body: { imei, details, proof: await insertUpload(t, owner) },
  })

/** A phone on sale, its seller and its IMEI. */
async function onSale(fields: { imei?: string } = {}) {
  const seller = await t.user()
  const { id } = await publish(t, seller)
  const imei = fields.imei ?? anImei()
  return { seller, id, imei, passport: await enter(seller, id, imei) }
}

/** Another IMEI with one digit changed, so that its check digit is wrong. */
const mistyped = (imei: string) => imei.replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))

test('[PASSPORT-ENTER] the seller enters, corrects and removes the number, and sees its last four digits; a wrong one has an error with advice', async () => {
  const { seller, id, imei, passport } = await onSale()
  const shown = { lastFour: imei.slice(-4), notice: null }
  expect(passport).toEqual(shown)
  const typed = `${imei.slice(0, 2)}-${imei.slice(2, 8)} ${imei.slice(8, 14)} ${imei.slice(14)} / 07`
  expect(await enter(seller, id, typed)).toEqual(shown)
  expect(await seller.api('GET /api/listings/:id/passport', params(id))).toEqual(shown)
  for (const [wrong, message] of [
    [imei.slice(1), 'An IMEI has 15 digits, and here are 14. Dial *#06# to see it.'],
    [mistyped(imei), 'One of the digits is wrong. Compare them with what *#06# shows.'],
    ['Nokia 3310', 'An IMEI has only digits. Dial *#06# to see it.'],
    ['0'.repeat(15), 'This is not the number of a phone. Dial *#06# to see it.'],
  ] as const) {
    const { problem } = await failureOf(enter(seller, id, wrong))
    expect(problem).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: 'imei', message }] })
  }
  expect(await codeOf(enter(buyer, id, imei))).toBe('FORBIDDEN')
  const chair = await insertListing(t, seller, { category_id: 2 })
  expect((await failureOf(enter(seller, chair, imei))).problem?.detail).toBe(
    'Only listings in Phones & Tablets have an IMEI.',
  )
  expect(await enter(seller, id, null)).toEqual({ lastFour: null, notice: null })
  expect(await check(id, imei)).toMatchObject({ match: 'NOT_ENTERED' })
  await seller.api('DELETE /api/listings/:id', params(id))
  expect(await codeOf(enter(seller, id, imei))).toBe('GONE')
})

test('[PASSPORT-CHECK] a check shows whether it is the same phone, and whether it was sold here before, for a year after its listing is gone', async () => {
  const { seller, id, imei } = await onSale()
  expect(await check(id, imei)).toEqual({ match: 'SAME', isStolen: false, wasSold: false })
  expect(await check(id, anImei())).toEqual({ match: 'OTHER', isStolen: false, wasSold: false })
  expect(
    await codeOf(t.visitor('POST /api/listings/:id/phone-check', { ...params(id), body: { imei } })),
  ).toBe('UNAUTHENTICATED')
  await setStatus(seller, id, 'SOLD')
  expect(await check(id, imei), 'the same listing').toMatchObject({ wasSold: false })
  const later = await onSale({ imei })
  expect(later.passport.notice, 'a phone that was sold is sold on').toBeNull()
  expect(await check(later.id, imei)).toEqual({ match: 'SAME', isStolen: false, wasSold: true })
  // Deleted unsold, an IMEI leaves nothing; deleted sold, its hash.
  const never = await onSale()
  await never.seller.api('DELETE /api/listings/:id', params(never.id))
  await seller.api('DELETE /api/listings/:id', params(id))
  expect(await check(later.id, never.imei)).toMatchObject({ wasSold: false })
  expect(await check(later.id, imei)).toMatchObject({ wasSold: true })
  const age = (days: number) =>
    t.db
      .updateTable('sold_phones')
      .set({ deleted_on: new Date(Date.now() - days * 86_400_000) })
      .execute()
  await age(thresholds.soldPhoneDays - 1)
  await removeOldRecords(t.db)
  expect(await check(later.id, imei)).toMatchObject({ wasSold: true })
  await age(thresholds.soldPhoneDays + 2)
  await removeOldRecords(t.db)
  expect(await check(later.id, imei)).toMatchObject({ wasSold: false })
})

test('[PASSPORT-CHECK] [PASSPORT-TWO] a phone that was sold stays sold when its listing is hidden, and can be sold on', async () => {
  const { seller, id, imei } = await onSale()
  await setStatus(seller, id, 'SOLD')
  await setStatus(seller, id, 'HIDDEN')
  const later = await onSale({ imei })
  expect(later.passport.notice).toBeNull()
  expect(await check(later.id, imei)).toEqual({ match: 'SAME', isStolen: false, wasSold: true })
})

test('[PASSPORT-STOLEN] a report counts once a moderator confirmed it: checks show it, listings wait, and the owner may withdraw it', async () => {
  const owner = await t.user()
  const listed = await onSale()
  const { imei } = listed
  const away = await onSale({ imei })
  const { id: ownId } = await publish(t, owner)
  await enter(owner, ownId, imei)
  const waiting = await report(owner, imei)
  expect(waiting).toMatchObject({ lastFour: imei.slice(-4), status: 'WAITING', details, reason: null })
  expect(await report(owner, imei), 'sent again').toEqual(waiting)
  expect(await check(listed.id, imei)).toMatchObject({ isStolen: false })
  const [item] = (await queue('THEFT')).filter(({ owner: { id } }) => id === owner.id)
  expect(item).toMatchObject({
    id: waiting.id,
    rule: 'THEFT_REPORT',
    listing: null,
    theft: { reportId: waiting.id, lastFour: imei.slice(-4), details, proof: waiting.proof },
  })
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', away.seller.id).execute()
  const visitor = await connectSocket(await t.listen())
  await emitWithAck(visitor, 'join_listing', listed.id)
  const seen = record(visitor, 'listing_changed')
  await decide(item?.id, 'RELEASE')
  await settle(visitor)
  expect(seen, 'open pages read again').toEqual([{ listingId: listed.id }])
  expect(await owner.api('GET /api/stolen-phones')).toMatchObject([{ id: waiting.id, status: 'CONFIRMED' }])
  expect((await t.mails(owner.email)).at(-1)?.subject).toBe('Your stolen phone is on our list')

  expect((await t.mails(listed.seller.email)).at(-1)?.subject).toContain('waits for review')
  expect(await t.mails(away.seller.email), 'banned').toEqual([])
  const [newest] = await listed.seller.api('GET /api/notifications', { query: {} })
  expect(newest).toMatchObject({ title: expect.stringContaining('waits for review'), href: '/my-listings' })

  expect(await t.visitor('GET /api/listings/:id', params(ownId)), 'its owner’s').toMatchObject({
    status: 'ACTIVE',
  })
  // What was on sale waits, and so does what is entered from now on.
  const another = await onSale({ imei })
  expect(another.passport.notice).toContain('reported it stolen')
  for (const { seller, id } of [listed, another]) {
    const own = await seller.api('GET /api/listings/:id', params(id))
    expect(own).toMatchObject({ status: 'HIDDEN', moderationState: 'PENDING_REVIEW' })
    expect(own.moderationReason).toContain('reported a phone with this IMEI as stolen')
    expect(await codeOf(t.visitor('GET /api/listings/:id', params(id)))).toBe('NOT_FOUND')
    expect(await codeOf(enter(seller, id, anImei())), 'evidence stays').toBe('CONFLICT')
  }
  const held = (await queue('LISTING')).filter(({ rule }) => rule === 'STOLEN_PHONE')
  expect(held.map(({ listing, theft }) => [listing?.id, theft?.reportId])).toEqual([
    [listed.id, waiting.id],
    [away.id, waiting.id],
    [another.id, waiting.id],
  ])
  await decide(held[0]?.id, 'RELEASE')
  const { status } = await t.visitor('GET /api/listings/:id', params(listed.id))
  expect(status).toBe('ACTIVE')
  expect(await check(listed.id, imei)).toMatchObject({ match: 'SAME', isStolen: true })

  expect(await codeOf(buyer.api('DELETE /api/stolen-phones/:id', params(waiting.id)))).toBe('NOT_FOUND')
  await owner.api('DELETE /api/stolen-phones/:id', params(waiting.id))
  expect(await owner.api('GET /api/stolen-phones')).toEqual([])
  expect(await check(listed.id, imei)).toMatchObject({ isStolen: false })
  // What the moderator decided stays decided.
  const confirmed = await admin.api('GET /api/admin/held', { query: { kind: 'THEFT', decision: 'RELEASE' } })
  expect(confirmed.map(({ id }) => id)).toContain(waiting.id)
})

test('[PASSPORT-STOLEN] while a report is confirmed, the number is entered after it, and a listing that is deleted does not wait', async () => {
  const { seller, id, imei } = await onSale()
  const other = await onSale()
  const reported = await report(await t.user(), imei)
  const deleting = order.pauseBefore(/^commit/, () => seller.api('DELETE /api/listings/:id', params(id)))
  await deleting.reached
  const confirming = order.pauseBefore(/^commit/, () => decide(reported.id, 'RELEASE'))
  await Promise.race([confirming.reached, endedOrBlocked(t, confirming.reached)])
  await deleting.release()
  await confirming.reached
  const entering = enter(other.seller, other.id, imei)
  await endedOrBlocked(t, entering)
  await confirming.release()
  expect((await entering).notice).toContain('reported it stolen')
  const held = (await queue('LISTING')).map(({ listing }) => listing?.id)
  expect(held).toContain(other.id)
  expect(held).not.toContain(id)
})

test('[PASSPORT-STOLEN] a listing whose number is removed or corrected while a report is confirmed does not wait', async () => {
  for (const other of [null, anImei()]) {
    const { seller, id, imei } = await onSale()
    const reported = await report(await t.user(), imei)
    const correcting = order.pauseBefore(/^commit/, () => enter(seller, id, other))
    await correcting.reached
    const confirming = decide(reported.id, 'RELEASE')
    await endedOrBlocked(t, confirming)
    await correcting.release()
    await confirming
    expect((await queue('LISTING')).map(({ listing }) => listing?.id)).not.toContain(id)
  }
})

test('[PASSPORT-STOLEN] a release is about the item that its moderator read, not about one that was added meanwhile', async () => {
  const { seller, id, imei } = await onSale()
  await decide((await report(await t.user(), imei)).id, 'RELEASE')
  const item = async () => (await queue('LISTING')).find(({ listing }) => listing?.id === id)
  const read = (await item())?.id
  const second = order.pauseBefore(/from "listings".*for update$/s, () => codeOf(decide(read, 'RELEASE')))
  await second.reached
  await decide(read, 'RELEASE')
  await enter(seller, id, null)
  await enter(seller, id, imei)
  const added = await item()
  expect(await second.release()).toBe('CONFLICT')
  expect(await item()).toEqual(added)
})

test('[PASSPORT-STOLEN] the number of a sold listing stays, too, while moderators look at it', async () => {
  const { seller, id, imei } = await onSale()
  await setStatus(seller, id, 'SOLD')
  await decide((await report(await t.user(), imei)).id, 'RELEASE')
  const flag = async () => (await queue('PHONE')).find(({ listing }) => listing?.id === id)
  expect(await flag()).toMatchObject({ rule: 'STOLEN_PHONE' })
  for (const other of [null, anImei()]) expect(await codeOf(enter(seller, id, other))).toBe('CONFLICT')
  await decide((await flag())?.id, 'RELEASE')
  expect(await enter(seller, id, null)).toEqual({ lastFour: null, notice: null })
})

test('[PASSPORT-STOLEN] a listing that moderators hide is not shown before they decide about its stolen phone', async () => {
  const { id, imei } = await onSale()
  const set = (status: 'ACTIVE' | 'HIDDEN') =>
    admin.api('PATCH /api/admin/listings/:id', { ...params(id), body: { status } })
  await set('HIDDEN')
  await decide((await report(await t.user(), imei)).id, 'RELEASE')
  expect((await failureOf(set('ACTIVE'))).problem).toMatchObject({
    code: 'CONFLICT',
    detail: 'Its phone is reported stolen. Decide about that in the review queue first.',
  })
  await decide((await queue('PHONE')).find(({ listing }) => listing?.id === id)?.id, 'RELEASE')
  expect(await set('ACTIVE')).toMatchObject({ status: 'ACTIVE' })
})

test('[PASSPORT-ENTER] what moderators hide keeps its number until it is back', async () => {
  const { seller, id, imei: own } = await onSale()
  const setAs = (status: 'HIDDEN' | 'ACTIVE') =>
    admin.api('PATCH /api/admin/listings/:id', { ...params(id), body: { status } })
  await setAs('HIDDEN')
  for (const imei of [anImei(), null]) expect(await codeOf(enter(seller, id, imei))).toBe('CONFLICT')
  // The form sends the number also where only other fields changed.
  expect(await enter(seller, id, own)).toMatchObject({ lastFour: own.slice(-4) })
  await setAs('ACTIVE')
  expect(await enter(seller, id, null)).toMatchObject({ lastFour: null })
  await seller.api('DELETE /api/listings/:id', params(id))
  await expect(seller.api('GET /api/listings/:id/passport', params(id))).rejects.toMatchObject({
    status: 410,
  })
})

test('[PASSPORT-STOLEN] a report that is sent twice at once is one', async () => {
  const [owner, imei] = [await t.user(), anImei()]
  const first = order.pauseBefore(/^commit/, () => report(owner, imei))
  await first.reached
  const second = report(owner, imei)
  await endedOrBlocked(t, second)
  const { id } = await first.release()
  expect((await second).id).toBe(id)
  expect(await owner.api('GET /api/stolen-phones')).toMatchObject([{ id }])
})

test('[PASSPORT-STOLEN] a sold listing that moderators look at waits for them when it is for sale again', async () => {
  const { seller, id, imei } = await onSale()
  await setStatus(seller, id, 'SOLD')
  await decide((await report(await t.user(), imei)).id, 'RELEASE')
  expect(await setStatus(seller, id, 'ACTIVE')).toMatchObject({
    status: 'HIDDEN',
    moderationState: 'PENDING_REVIEW',
    moderationReason: expect.stringContaining('reported a phone with this IMEI as stolen'),
  })
  const items = async (kind: 'LISTING' | 'PHONE') =>
    (await queue(kind)).filter(({ listing }) => listing?.id === id)
  expect(await items('PHONE')).toEqual([])
  await decide((await items('LISTING'))[0]?.id, 'RELEASE')
  for (const status of ['SOLD', 'ACTIVE'] as const)
    expect(await setStatus(seller, id, status), 'looked at already').toMatchObject({ status })
  // Ended and hidden by a moderator when the report was confirmed; shown again since, and renewed.
  const renewed = await onSale()
  const setHidden = (byModerator: boolean) =>
    t.db
      .updateTable('listings')
      .set({ status: 'HIDDEN', ended_at: new Date(), hidden_by_moderator: byModerator })
      .where('id', '=', renewed.id)
      .execute()
  await setHidden(true)
  await decide((await report(await t.user(), renewed.imei)).id, 'RELEASE')
  await setHidden(false)
  expect(await renewed.seller.api('POST /api/listings/:id/renew', params(renewed.id))).toMatchObject({
    moderationReason: expect.stringContaining('reported a phone with this IMEI as stolen'),
  })
  expect(await codeOf(t.visitor('GET /api/listings/:id', params(renewed.id)))).toBe('NOT_FOUND')
})

test('[PASSPORT-STOLEN] a declined report has a reason and may be repeated; a withdrawn one leaves the queue; the proof is the owner’s upload', async () => {
  const owner = await t.user()
  const imei = anImei()
  const first = await report(owner, imei)
  await decide(first.id, 'REJECT', 'The picture shows another number.')
  expect(await owner.api('GET /api/stolen-phones')).toMatchObject([
    { status: 'DECLINED', reason: 'The picture shows another number.' },
  ])
  expect((await t.mails(owner.email)).at(-1)?.text).toContain('The picture shows another number.')
  const again = await report(owner, imei)
  expect(await owner.api('GET /api/stolen-phones')).toMatchObject([{ id: again.id, status: 'WAITING' }])
  await owner.api('DELETE /api/stolen-phones/:id', params(again.id))
  expect(await codeOf(decide(again.id, 'RELEASE'))).toBe('CONFLICT')
  const foreign = { imei, details, proof: await insertUpload(t, buyer) }
  expect((await failureOf(owner.api('POST /api/stolen-phones', { body: foreign }))).problem?.errors).toEqual([
    { path: 'proof', message: 'This photo was not uploaded here. Please upload it again' },
  ])
})

test('[PASSPORT-STOLEN] released, a listing that its owner had hidden before stays hidden, and its owner may show it', async () => {
  const owner = await t.user()
  const { seller, id, imei } = await onSale()
  await seller.api('PATCH /api/listings/:id', { ...params(id), body: { status: 'HIDDEN' } })
  await decide((await report(owner, imei)).id, 'RELEASE')
  const held = async () => (await queue('LISTING')).find(({ listing }) => listing?.id === id)
  await decide((await held())?.id, 'RELEASE')
  expect(await codeOf(t.visitor('GET /api/listings/:id', params(id)))).toBe('NOT_FOUND')
  const mail = (await t.mails(seller.email)).at(-1)
  expect(mail?.subject).toContain('waits no longer')
  expect(mail?.text).toContain('It is hidden as it was before.')
  expect(await seller.api('GET /api/notifications', { query: {} })).toMatchObject([
    { title: expect.stringContaining('waits no longer'), href: '/my-listings' },
    { title: expect.stringContaining('waits for review'), href: '/my-listings' },
  ])
  expect(await setStatus(seller, id, 'ACTIVE')).toMatchObject({ status: 'ACTIVE', hiddenByModerator: false })
  expect(await t.visitor('GET /api/listings/:id', params(id))).toMatchObject({ status: 'ACTIVE' })
})

test('[PASSPORT-TWO] one number in two sellers’ listings goes to the moderators, with a note to the seller; a correction withdraws it', async () => {
  const first = await onSale()
  const between = await onSale({ imei: first.imei })
  const second = await onSale({ imei: first.imei })
  expect(second.passport.notice).toContain('Another seller’s listing has the same IMEI')
  const flags = async () => (await queue('PHONE')).filter(({ listing }) => listing?.id === second.id)
  expect(await flags()).toMatchObject([{ rule: 'SAME_PHONE', like: { id: first.id }, theft: null }])
  expect(await t.visitor('GET /api/listings/:id', params(second.id))).toMatchObject({ status: 'ACTIVE' })
  await between.seller.api('DELETE /api/listings/:id', params(between.id))
  // It waits for nobody when it is hidden and shown.
  await setStatus(second.seller, second.id, 'HIDDEN')
  expect(await setStatus(second.seller, second.id, 'ACTIVE')).toMatchObject({ status: 'ACTIVE' })
  const { id: photo } = await t.db
    .insertInto('holds')
    .values({
      kind: 'PHOTO',
      rule: 'PHOTO_OF_ANOTHER',
      owner_id: second.seller.id,
      listing_id: second.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enter(second.seller, second.id, anImei())
  expect(await flags()).toEqual([])
  // Other items of the listing stay, and so does what was decided.
  await enter(second.seller, second.id, first.imei)
  const released = (await flags())[0]?.id ?? 0
  await decide(released, 'RELEASE')
  await enter(second.seller, second.id, anImei())
  const decisions = await t.db
    .selectFrom('holds')
    .select('decision')
    .where('id', 'in', [photo, released])
    .orderBy('id')
    .execute()
  expect(decisions.map(({ decision }) => decision)).toEqual([null, 'RELEASE'])

  // A seller's own listings may show the same phone.
  const again = await publish(t, first.seller)
  expect((await enter(first.seller, again.id, first.imei)).notice).toBeNull()

  const back = await enter(second.seller, second.id, first.imei)
  expect(back.notice).not.toBeNull()
  const [flag] = await flags()
  await decide(flag?.id, 'REJECT', 'The other seller showed the box.')
  const own = await second.seller.api('GET /api/listings/:id', params(second.id))
  expect(own).toMatchObject({ status: 'HIDDEN', moderationReason: 'The other seller showed the box.' })

  // At once: the second one waits for the first.
  const [one, two] = [await onSale(), await onSale()]
  const imei = anImei()
  const entered = await Promise.all([enter(one.seller, one.id, imei), enter(two.seller, two.id, imei)])
  expect(entered.filter(({ notice }) => notice !== null)).toHaveLength(1)
})

test('[PASSPORT-TWO] a listing whose phone is rejected while it waits for review is not shown by its other item', async () => {
  const first = await onSale()
  const second = await onSale({ imei: first.imei })
  await decide((await report(await t.user(), first.imei)).id, 'RELEASE')
  const itemOf = async (kind: 'LISTING' | 'PHONE') =>
    (await queue(kind)).find(({ listing }) => listing?.id === second.id)
  const waiting = await itemOf('LISTING')
  expect(waiting).toMatchObject({ rule: 'STOLEN_PHONE' })
  await decide((await itemOf('PHONE'))?.id, 'REJECT', 'The other seller showed the box.')
  expect(await itemOf('LISTING')).toBeUndefined()
  expect(await codeOf(decide(waiting?.id, 'RELEASE'))).toBe('CONFLICT')
  const own = await second.seller.api('GET /api/listings/:id', params(second.id))
  expect(own).toMatchObject({ status: 'HIDDEN', moderationReason: 'The other seller showed the box.' })
})

test('[PASSPORT-LIMIT] checks and entries of an account together are few in a day, whatever is tried', async () => {
  const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.15' })
  try {
    const seller = await strict.user()
    const { id } = await publish(strict, seller)
    expect(await codeOf(enter(seller, id, '123'))).toBe('VALIDATION_FAILED')
    await enter(seller, id, anImei())
    await check(id, anImei(), seller)
    for (const call of [() => check(id, anImei(), seller), () => enter(seller, id, anImei())]) {
      const { problem } = await failureOf(call())
      expect(problem?.detail).toBe('You entered many IMEIs today. Please try again tomorrow.')
    }
  } finally {
    await strict.close()
  }
})

test('[PASSPORT-SECRET] a number stands in no table, answer, mail or document; its owner’s export has it, and their deletion removes it', async () => {
  const { seller, id, imei } = await onSale()
  const lost = anImei()
  const stolen = await report(seller, lost)
  await decide(stolen.id, 'RELEASE')
  const twin = await onSale({ imei })
  await buyer.api('POST /api/threads', { body: { listingId: id } })
  await check(id, imei)

  const answers: string[] = []
  const reads = Object.keys(contract).filter((key) => key.startsWith('GET ') && !key.includes('export'))
  for (const who of [null, buyer, twin.seller, seller, admin])
    for (const key of reads) {
      const url = key.slice(4).replace(':id', String(key.includes('listings') ? id : seller.id))
      const headers = who ? { cookie: who.cookie } : {}
      answers.push((await t.app.inject({ url: `${url}?search=tecno`, headers })).body)
    }
  for (const query of [imei, lost, imei.slice(-4)])
    expect(await t.visitor('GET /api/listings', { query: { search: query } })).toEqual([])
  for (const user of [seller, buyer, admin, twin.seller])
    answers.push(...(await t.mails(user.email)).map(({ raw }) => raw))
  answers.push((await t.app.inject('/api/openapi.json')).body)
  const said = answers.join('\n')
  expect(said).toContain(stolen.details)

  const kept = JSON.stringify([...(await readTables(t))])
  expect(kept).toContain(`"last_four":"${imei.slice(-4)}"`)
  for (const digits of [imei, lost]) {
    expect(said).not.toContain(digits.slice(0, 14))
    expect(kept).not.toContain(digits)
    expect(kept).not.toContain(Buffer.from(digits).toString('hex'))
  }

  const { rawPayload } = await t.app.inject({
    url: '/api/settings/export',
    headers: { cookie: seller.cookie },
  })
  const files = await readZip(rawPayload)
  expect(JSON.parse(String(files.get('phone-passports.json')))).toMatchObject([{ imei, listingId: id }])
  expect(JSON.parse(String(files.get('stolen-phones.json')))).toMatchObject([{ imei: lost, details }])
  const theirs = await t.app.inject({ url: '/api/settings/export', headers: { cookie: admin.cookie } })
  for (const [, content] of await readZip(theirs.rawPayload)) expect(String(content)).not.toContain(lost)

  // The proof of a report is no orphan; after the deletion nothing of the two IMEIs is left but the other seller's own.
  const proofId = stolen.proof.split('/')[3] ?? ''
  const proofs = () => t.db.selectFrom('uploads').select('id').where('id', '=', proofId).execute()
  const yesterday = new Date(Date.now() - 2 * 86_400_000)
  const old = { id: proofId, created_at: yesterday }
  await t.db.updateTable('uploads').set(old).where('url', '=', stolen.proof).execute()
  await sweepOrphanedPhotos(t)
  expect(await proofs()).toHaveLength(1)
  await setStatus(seller, id, 'SOLD')
  await t.db.updateTable('users').set({ deletion_due_at: yesterday }).where('id', '=', seller.id).execute()
  expect(await finishDeletions(t)).toBe(1)
  const passports = await t.db.selectFrom('phone_passports').select('listing_id').execute()
  expect(passports.map(({ listing_id }) => listing_id)).not.toContain(id)
  expect(await check(twin.id, lost)).toMatchObject({ isStolen: false })
  expect(await check(twin.id, imei), 'the hash of a sold phone stays').toMatchObject({ wasSold: true })
  await sweepOrphanedPhotos(t)
  expect(await proofs()).toHaveLength(0)
})

test('[PASSPORT-SECRET] without the server’s key a stored number cannot be looked up or read', async () => {
  const { id, imei } = await onSale()
  const key = await readFile(`${t.env.DATA_DIR}/secret.key`, 'utf8')
  expect(key.trim().length).toBeGreaterThan(32)
  const { hashImei, readImei } = await import('./imei-secrets.ts')
  const other = { SECRET_KEY: 'another-key-of-thirty-two-characters-too', DATA_DIR: '/nowhere' }
  const row = await t.db
    .selectFrom('phone_passports')
    .innerJoin('listings', 'listings.id', 'listing_id')
    .select(['number_hash', 'number_sealed', 'seller_id'])
    .where('listing_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(await readImei(t.env, row.number_sealed, row.seller_id)).toBe(imei)
  expect(await readImei(other, row.number_sealed, row.seller_id)).toBeNull()
  expect((await hashImei(other, imei)).equals(row.number_hash)).toBe(false)
})
