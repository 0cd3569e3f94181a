import { afterAll, beforeAll, expect, test } from 'vitest'
import { renewalToken } from '#server/core/mail/signed-links.ts'
import { limits } from '#shared/limits.ts'
import { insertListing, publish, renewalTokenFor } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { endListings } from './endings.service.ts'

let t: TestApp
let seller: TestUser
let buyer: TestUser

beforeAll(async () => {
  t = await startTestApp({ PUBLIC_URL: 'https://oja.example' })
  seller = await t.user()
  buyer = await t.user()
})
afterAll(() => t.close())

const day = 86_400_000
/** A moment so many days from now. */
const inDays = (days: number) => new Date(Date.now() + days * day)
const endsIn = (days: number, title: string, who = seller) =>
  insertListing(t, who, { title, ends_at: inDays(days) })
const clock = (now = new Date()) => endListings(t, now)
const params = (id: number) => ({ params: { id } })
const renew = (id: number, who = seller) => who.api('POST /api/listings/:id/renew', params(id))
const read = (id: number, who: Pick<TestUser, 'api'>) => who.api('GET /api/listings/:id', params(id))
const subjects = async (who: TestUser) => (await t.mails(who.email)).map(({ subject }) => subject)
const told = async (who: TestUser) =>
  (await who.api('GET /api/notifications', { query: {} })).map(({ title }) => title)
const find = async (search: string) =>
  (await t.visitor('GET /api/listings', { query: { search } })).map(({ id }) => id)
const latest = async () => (await t.visitor('GET /api/listings/latest')).map(({ id }) => id)
const change = (id: number, fields: object) =>
  t.db.updateTable('listings').set(fields).where('id', '=', id).execute()

test('[END-REMIND] a seller is reminded 5 days and 1 day before a listing ends, and notified at the end, each once', async () => {
  const ada = await t.user()
  const id = await endsIn(60, 'Canoe of Makoko', ada)
  const steps = [54, 54.9, 55.1, 55.2, 58.9, 59.1, 59.2, 60.1, 60.2]
  const counts: number[] = []
  for (const days of steps) {
    // Two servers at the same time.
    await Promise.all([clock(inDays(days)), clock(inDays(days))])
    counts.push((await subjects(ada)).length)
  }
  expect(counts).toEqual([0, 0, 1, 1, 1, 2, 2, 3, 3])
  const reminder = 'Still available? “Canoe of Makoko”'
  expect(await subjects(ada)).toEqual([reminder, reminder, 'Ended: “Canoe of Makoko”'])
  expect(await told(ada)).toEqual(['Ended: “Canoe of Makoko”', 'Ends soon: “Canoe of Makoko”'])
  const mail = (await t.mails(ada.email)).at(-1)
  expect(mail?.text).toContain(`https://oja.example/renew?token=${await renewalTokenFor(t, id)}`)

  // Many listings make one mail; a seller who wants no mail has the notification.
  const bola = await t.user()
  const drum = await endsIn(4.8, 'Drum of Oyo', bola)
  await endsIn(5.3, 'Flute of Oyo', bola)
  await clock()
  expect(await subjects(bola)).toEqual(['2 of your listings end soon'])
  // Renewed, it has reminders of its new end.
  await renew(drum, bola)
  await change(drum, { ends_at: inDays(4.8) })
  await clock()
  expect(await subjects(bola)).toEqual(['2 of your listings end soon', 'Still available? “Drum of Oyo”'])
  const chidi = await t.user()
  await chidi.api('PATCH /api/settings/notifications', { body: { listings: false } })
  await endsIn(0.5, 'Bell of Benin', chidi)
  // After an outage, only the nearer reminder is sent.
  await clock()
  await clock()
  expect([await subjects(chidi), await told(chidi)]).toEqual([[], ['Ends soon: “Bell of Benin”']])
  expect(await chidi.api('GET /api/notifications', { query: {} })).toMatchObject([{ count: 1 }])
  // After a longer one, none: it has ended.
  const dayo = await t.user()
  await endsIn(-0.1, 'Rattle of Jos', dayo)
  await clock()
  expect(await subjects(dayo)).toEqual(['Ended: “Rattle of Jos”'])
})

test('[END-RENEW] a new listing, a renewed one, and one that is shown again after its end run for the same number of days', async () => {
  const { id } = await publish(t, seller)
  const lasts = async () => {
    const { endsAt } = await t.db
      .selectFrom('listings')
      .select('ends_at as endsAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return Math.round((endsAt.getTime() - Date.now()) / day)
  }
  const published = await lasts()
  await change(id, { ends_at: inDays(3) })
  await renew(id)
  const renewed = await lasts()
  await change(id, { ends_at: inDays(-1) })
  await clock()
  await seller.api('PATCH /api/listings/:id', { ...params(id), body: { status: 'ACTIVE' } })
  const { after } = limits.listingEnd
  expect([published, renewed, await lasts()]).toEqual([after, after, after])
})

test('[END-HIDES] a listing whose time is over leaves search, totals, suggestions, profile, sitemap and the latest; its page says that it ended', async () => {
  const id = await endsIn(60, 'Kalimba of Calabar')
  const other = await insertListing(t, buyer, { title: 'Kalimba of cedar' })
  expect(await find('kalimba')).toEqual(expect.arrayContaining([id, other]))
  await buyer.api('POST /api/favorites', { body: { listingId: id } })
  await change(id, { ends_at: inDays(-0.01) })
  await clock()

  expect(await find('kalimba')).toEqual([other])
  const page = await t.app.inject('/api/listings?search=kalimba')
  expect(page.headers['x-total-count']).toBe('1')
  const suggestions = await t.visitor('GET /api/listings/search-suggestions', { query: { q: 'kalimba' } })
  expect(suggestions.map((one) => one.id)).toEqual([other])
  const profile = await t.visitor('GET /api/users/:id/listings', { ...params(seller.id), query: {} })
  expect(profile.map((one) => one.id)).not.toContain(id)
  const sitemap = (await t.app.inject('/sitemaps/listings-1.xml')).body
  expect(sitemap).toContain(`/listings/${other}<`)
  expect(sitemap).not.toContain(`/listings/${id}<`)

  const ended = { code: 'LISTING_ENDED', status: 404, detail: 'This listing has ended.' }
  for (const who of [{ api: t.visitor }, buyer])
    await expect(read(id, who)).rejects.toMatchObject({ problem: ended })
  const similar = await t.visitor('GET /api/listings/:id/similar', params(id))
  expect(similar.map((one) => one.id)).toContain(other)
  expect(await read(id, seller)).toMatchObject({ status: 'HIDDEN', endedAt: expect.any(String) })
  const [own] = (await seller.api('GET /api/my-listings', { query: {} })).filter((one) => one.id === id)
  expect(own).toMatchObject({ status: 'HIDDEN', endedAt: expect.any(String), hiddenByModerator: false })

  // Its owner shows it again by an edit: 60 days more.
  const shown = await seller.api('PATCH /api/listings/:id', { ...params(id), body: { status: 'ACTIVE' } })
  expect(shown).toMatchObject({ status: 'ACTIVE', endedAt: null })
  expect(Date.parse(shown.endsAt ?? '')).toBeGreaterThan(Number(inDays(59.9)))
  expect(await find('kalimba')).toContain(id)
})

test('[END-ONLY-ACTIVE] what ended while its seller was banned or leaving is back for as long as a new listing when the seller is', async () => {
  const admin = await t.user({ role: 'ADMIN' })
  const [banned, leaving] = [await t.user(), await t.user()]
  const over = await endsIn(3, 'Shekere of a banned seller', banned)
  const running = await endsIn(30, 'Shekere with time left', banned)
  const left = await endsIn(3, 'Shekere of a leaving seller', leaving)
  await admin.api('POST /api/admin/users/:id/ban', { ...params(banned.id), body: {} })
  await t.db
    .updateTable('users')
    .set({ deletion_due_at: inDays(30) })
    .where('id', '=', leaving.id)
    .execute()
  for (const id of [over, left]) await change(id, { ends_at: inDays(-1), end_reminders: 1 })
  await clock()

  await admin.api('POST /api/admin/users/:id/unban', { ...params(banned.id), body: {} })
  await leaving.api('DELETE /api/settings/deletion')
  await clock()
  const lasts = async (id: number) => {
    const { endsAt, reminders } = await t.db
      .selectFrom('listings')
      .select(['ends_at as endsAt', 'end_reminders as reminders'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return [Math.round((endsAt.getTime() - Date.now()) / day), reminders]
  }
  expect(await find('shekere')).toEqual(expect.arrayContaining([over, running, left]))
  const { after } = limits.listingEnd
  expect([await lasts(over), await lasts(left), await lasts(running)]).toEqual([
    [after, 0],
    [after, 0],
    [30, 0],
  ])

  // To keep an account that is not leaving renews nothing.
  await change(left, { ends_at: inDays(-1) })
  await leaving.api('DELETE /api/settings/deletion')
  await clock()
  expect(await find('shekere')).not.toContain(left)
})

test('[END-ONLY-ACTIVE] sold and hidden listings do not end, and get a fresh end when they are shown after it', async () => {
  const ids = [await endsIn(3, 'Zither that is sold'), await endsIn(3, 'Zither that is hidden')]
  for (const [index, status] of (['SOLD', 'HIDDEN'] as const).entries()) {
    const id = ids[index] ?? 0
    await seller.api('PATCH /api/listings/:id', { ...params(id), body: { status } })
    await expect(renew(id)).rejects.toMatchObject({ status: 409 })
    await change(id, { ends_at: inDays(-1) })
    await clock()
    expect(await read(id, seller)).toMatchObject({ status, endedAt: null })
    const shown = await seller.api('PATCH /api/listings/:id', { ...params(id), body: { status: 'ACTIVE' } })
    expect(Date.parse(shown.endsAt ?? '')).toBeGreaterThan(Number(inDays(59.9)))
  }
})

test('[END-ONLY-ACTIVE] a listing does not end, nor is its end announced, while its seller is banned or leaving', async () => {
  for (const [closed, open] of [
    [{ banned_at: new Date() }, { banned_at: null }],
    [{ deletion_due_at: inDays(30) }, { deletion_due_at: null }],
  ]) {
    const owner = await t.user()
    const set = (values: typeof closed) =>
      t.db
        .updateTable('users')
        .set(values ?? {})
        .where('id', '=', owner.id)
        .execute()
    const id = await endsIn(0.5, 'Zither of a closed account', owner)
    await set(closed)
    await clock()
    await clock(inDays(1))
    expect(await subjects(owner)).toEqual([])
    await set(open)
    expect(await read(id, owner)).toMatchObject({ status: 'ACTIVE' })
    await clock()
    expect(await subjects(owner)).toEqual([expect.stringContaining('Zither of a closed account')])
  }
})

test('[END-RENEW] its owner renews a listing, active or ended; it moves to the top at most once in 7 days', async () => {
  const id = await insertListing(t, seller, { title: 'Trumpet for renewal', created_at: inDays(-8) })
  await insertListing(t, seller, { title: 'Newer than the trumpet' })
  expect((await latest())[0]).not.toBe(id)
  const first = await renew(id)
  expect(first.movedToTop).toBe(true)
  expect(Date.parse(first.topAgainAt)).toBeGreaterThan(Number(inDays(6.9)))
  expect((await latest())[0]).toBe(id)
  const { renewedAt } = await read(id, { api: t.visitor })
  expect(renewedAt).toEqual(expect.any(String))
  // A card says the time by which it stands there.
  expect((await t.visitor('GET /api/listings/latest'))[0]).toMatchObject({ id, renewedAt })
  expect(Date.parse((await read(id, buyer)).createdAt)).toBeLessThan(Number(inDays(-7.9)))

  const newest = await insertListing(t, seller, { title: 'Newer than the renewal' })
  await change(id, { ends_at: inDays(-1) })
  await clock()
  expect(await renew(id)).toMatchObject({ movedToTop: false, topAgainAt: first.topAgainAt })
  expect((await latest())[0]).toBe(newest)
  expect(await find('trumpet renewal')).toEqual([id])

  await expect(renew(id, buyer)).rejects.toMatchObject({ status: 403 })
  await change(id, { status: 'HIDDEN', hidden_by_moderator: true, moderation_reason: 'Forbidden goods.' })
  await expect(renew(id)).rejects.toMatchObject({ status: 403 })
  const token = await renewalTokenFor(t, id)
  const answered = await t.visitor('POST /api/renewals', { query: { token }, body: { answer: 'RENEW' } })
  expect(answered).toMatchObject({ open: false, status: 'HIDDEN' })
  await change(id, { deleted_at: new Date() })
  await expect(renew(id)).rejects.toMatchObject({ status: 410 })
})

test('[END-LINK] the signed link renews without a session, once, its own listing only, and not for ever', async () => {
  const id = await endsIn(-1, 'Guitar by the link')
  const other = await endsIn(3, 'Another guitar')
  await clock()
  const token = await renewalTokenFor(t, id)
  const ask = (link: string) => t.visitor('GET /api/renewals', { query: { token: link } })
  const answer = (link: string, words: 'RENEW' | 'SOLD') =>
    t.visitor('POST /api/renewals', { query: { token: link }, body: { answer: words } })

  // Looking changes nothing: mail programs open links.
  expect(await ask(token)).toMatchObject({ listing: { title: 'Guitar by the link' }, open: true })
  expect(await ask(token)).toMatchObject({ status: 'HIDDEN', endedAt: expect.any(String) })
  const renewed = await answer(token, 'RENEW')
  expect(renewed).toMatchObject({ status: 'ACTIVE', open: false, endedAt: null })
  expect(await find('guitar link')).toEqual([id])
  for (const again of ['RENEW', 'SOLD'] as const)
    expect(await answer(token, again)).toEqual({ ...renewed, movedToTop: undefined })

  const [, ends = '', signature = ''] = token.split('-')
  const later = Number(ends) + 1
  for (const forged of [`${other}-${ends}-${signature}`, `${id}-${later}-${signature}`, `${token}x`, 'x'])
    for (const call of [() => ask(forged), () => answer(forged, 'RENEW')])
      await expect(call()).rejects.toMatchObject({
        status: 404,
        problem: { detail: expect.stringMatching(/^This link is incomplete/) },
      })
  const old = await renewalToken(t.env, { listingId: id, endsAt: inDays(-31) })
  for (const call of [() => ask(old), () => answer(old, 'RENEW')])
    await expect(call()).rejects.toMatchObject({ status: 410 })

  expect(await answer(await renewalTokenFor(t, other), 'SOLD')).toMatchObject({ status: 'SOLD', open: false })
  // What a moderator hid after its end does not come back by the link, in no status.
  const moderated = await endsIn(-1, 'Guitar of a moderator')
  await clock()
  await change(moderated, { hidden_by_moderator: true, moderation_reason: 'Forbidden goods.' })
  const closed = await renewalTokenFor(t, moderated)
  expect(await ask(closed)).toMatchObject({ open: false })
  expect(await answer(closed, 'SOLD')).toMatchObject({ status: 'HIDDEN', open: false })
  const banned = await t.user()
  const theirs = await renewalTokenFor(t, await endsIn(3, 'Lute of a banned seller', banned))
  await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', banned.id).execute()
  const deleted = await endsIn(3, 'Deleted lute')
  await change(deleted, { deleted_at: new Date() })
  for (const link of [theirs, await renewalTokenFor(t, deleted)])
    for (const call of [() => ask(link), () => answer(link, 'RENEW')])
      await expect(call()).rejects.toMatchObject({
        status: 404,
        problem: { detail: 'This listing is no longer on Oja, so it cannot be renewed.' },
      })
})
