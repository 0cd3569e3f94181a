import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownMailListing, publicMailListing } from '#server/core/mail/mail-listing.db.ts'
import { remindOfUnread } from '#server/features/chat/reminders.service.ts'
import { finishDeletions } from '#server/features/settings/deletion.service.ts'
import { storePhoto, sweepOrphanedPhotos } from '#server/features/uploads/uploads.service.ts'
import type { ListingChanges, ListingDraft } from '#shared/contract/listings.ts'
import { insertUpload, publish } from '#tests/support/listings.ts'
import { redCorner } from '#tests/support/pictures.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { readZip } from '#tests/support/zip.ts'
import { endListings } from './endings.service.ts'

// A listing that others talked about, saved or asked about, and what they learn of it once it is not public.

let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await startTestApp({ RATE_LIMIT_FACTOR: '1', PUBLIC_URL: 'https://oja.example' })
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => t.close())

const long = (about: string) =>
  `${about}: bought in Ikeja last year, used on Sundays only, and kept in its box with all its papers ever since.`

async function talk(fields: Partial<ListingDraft> = {}, owner?: TestUser) {
  const [seller, buyer] = [owner ?? (await t.user()), await t.user()]
  const title = 'Standing fan, as it was seen'
  const listing = await publish(t, seller, { title, description: long(seller.email), ...fields })
  const { id } = await buyer.api('POST /api/threads', { body: { listingId: listing.id } })
  const say = (who: TestUser, body: string) =>
    who.api('POST /api/threads/:id/messages', { params: { id }, body: { body } })
  await say(buyer, 'Hello')
  const seen = async (who: TestUser) => {
    const one = (await who.api('GET /api/threads/:id', { params: { id } })).listing
    expect((await who.api('GET /api/threads', { query: {} })).map(({ listing }) => listing)).toContainEqual(
      one,
    )
    return one
  }
  const change = (body: ListingChanges) =>
    seller.api('PATCH /api/listings/:id', { params: { id: listing.id }, body })
  return { seller, buyer, listing, threadId: id, say, seen, change, title, cover: listing.photos[0] }
}

const secret = { title: 'SECRET: call 0803 000 0000 instead', price: 9_900, priceType: 'NEGOTIABLE' } as const

test('[CHAT-LAST-PUBLIC] a buyer does not see the edits of a hidden listing; its seller does, and everyone once it is shown', async () => {
  const { seller, buyer, seen, change, title, cover } = await talk()
  const photos = [await insertUpload(t, seller)]
  const asItWas = { title, price: null, priceType: null, photos: [cover] }
  await change({ status: 'HIDDEN' })
  expect(await seen(buyer)).toMatchObject({ ...asItWas, status: 'HIDDEN' })
  await change({ ...secret, photos })
  expect(await seen(buyer)).toMatchObject(asItWas)
  expect(await seen(seller)).toMatchObject({ ...secret, photos: [{ url: photos[0] }] })
  await change({ title: 'SECRET again' })
  expect(await seen(buyer)).toMatchObject(asItWas)
  await change({ ...secret, status: 'ACTIVE' })
  expect(await seen(buyer)).toMatchObject({ ...secret, status: 'ACTIVE', photos: [{ url: photos[0] }] })
})

test('[CHAT-LAST-PUBLIC] a buyer does not see the edits of a listing that ended', async () => {
  const { buyer, seen, change, title, cover, listing } = await talk()
  await endListings(t, new Date(Date.parse(listing.endsAt ?? '') + 1))
  await change(secret)
  expect(await seen(buyer)).toMatchObject({ title, price: null, photos: [cover], status: 'HIDDEN' })
})

test('[CHAT-LAST-PUBLIC] a buyer sees no price of a listing whose seller is banned or leaves, as long as that lasts', async () => {
  const { seller, buyer, seen, title, cover, listing } = await talk()
  const set = (values: { banned_at?: Date | null; deletion_due_at?: Date | null }) =>
    t.db.updateTable('users').set(values).where('id', '=', seller.id).execute()
  const away = { title, price: null, priceType: null, photos: [cover] }
  await set({ banned_at: new Date() })
  expect(await seen(buyer)).toMatchObject(away)
  await set({ banned_at: null })
  expect(await seen(buyer)).toMatchObject({ title, price: listing.price })
  await set({ deletion_due_at: new Date(Date.now() + 86_400_000) })
  expect(await seen(buyer)).toMatchObject(away)
})

test('[CHAT-LAST-PUBLIC] a deal about it shows its seller the title as it is, its buyer as it was', async () => {
  const { seller, buyer, change, title, threadId } = await talk()
  const { id } = await buyer.api('POST /api/threads/:id/deals', {
    params: { id: threadId },
    body: {
      price: 100,
      place: 'Mall',
      state: 'Lagos',
      lga: 'Ikeja',
      meetsAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  await change({ status: 'HIDDEN' })
  await change(secret)
  const titles = [seller, buyer].map(async ({ api }) => {
    const { listing } = await api('GET /api/deals/:id', { params: { id } })
    return listing.title
  })
  expect(await Promise.all(titles)).toEqual([secret.title, title])
})

test('[CHAT-LAST-PUBLIC] a mail to others shows a listing as it was public, and its price and page only while it is', async () => {
  const { seller, listing, change, title, cover } = await talk()
  const cards = async () => {
    const query = t.db.selectFrom('listings').where('id', '=', listing.id)
    const columns = [
      ownMailListing('listings').as('own'),
      publicMailListing('listings').as('others'),
    ] as const
    const { own, others } = await query.select(columns).executeTakeFirstOrThrow()
    return { own, others }
  }
  const path = `/listings/${listing.id}`
  const asItWas = { title, photo: cover, price: listing.price, path }
  expect(await cards()).toMatchObject({ own: asItWas, others: asItWas })
  const photos = [await insertUpload(t, seller)]
  await change({ status: 'HIDDEN' })
  await change({ ...secret, photos })
  const own = { title: secret.title, photo: { url: photos[0] }, price: secret.price, path }
  expect(await cards()).toMatchObject({ own, others: { title, photo: cover, price: null, path: null } })
  await change({ status: 'ACTIVE' })
  expect(await cards()).toMatchObject({ own, others: own })
  await seller.api('DELETE /api/listings/:id', { params: { id: listing.id } })
  expect(await cards()).toMatchObject({ own: { path: null }, others: { price: null, path: null } })
})

test('[CHAT-LAST-PUBLIC] a buyer sees a listing as it was public, also where the edit itself hides it, and where it is edited and deleted', async () => {
  const [one, other] = [await talk(), await talk()]
  const { description } = one.listing
  expect(await other.change({ ...secret, description })).toMatchObject({ moderationState: 'PENDING_REVIEW' })
  const asItWas = { title: one.title, price: null }
  expect(await other.seen(other.buyer)).toMatchObject({ ...asItWas, photos: [other.cover] })
  // Hidden by its seller first, and held back when it is to be shown as another.
  const third = await talk()
  await third.change({ status: 'HIDDEN' })
  await third.change({ title: 'SECRET first' })
  expect(await third.change({ ...secret, description, status: 'ACTIVE' })).toMatchObject({ status: 'HIDDEN' })
  expect(await third.seen(third.buyer)).toMatchObject(asItWas)
  await third.seller.api('DELETE /api/listings/:id', { params: { id: third.listing.id } })
  expect(await third.seen(third.buyer)).toMatchObject(asItWas)
  // By an administrator.
  await admin.api('PATCH /api/admin/listings/:id', {
    params: { id: one.listing.id },
    body: { status: 'HIDDEN', reason: 'Reported' },
  })
  await one.change(secret)
  expect(await one.seen(one.buyer)).toMatchObject(asItWas)
})

test('[CHAT-LAST-PUBLIC] edits of a hidden listing are neither in mails about messages and answers nor in the export', async () => {
  const { seller, buyer, listing, say, change, title } = await talk()
  const asked = await buyer.api('POST /api/listings/:id/questions', {
    params: { id: listing.id },
    body: { question: 'Does it still turn?' },
  })
  await buyer.api('POST /api/favorites', { body: { listingId: listing.id } })
  await change({ status: 'HIDDEN' })
  await change(secret)
  await say(seller, 'It does')
  expect(await remindOfUnread(t, new Date(Date.now() + 10 * 60_000))).toBeGreaterThan(0)
  await seller.api('PATCH /api/questions/:id/answer', { params: { id: asked.id }, body: { answer: 'Yes' } })
  const mails = await t.mails(buyer.email)
  expect(mails).toHaveLength(2)
  for (const { subject, raw } of mails) {
    expect(subject).toContain(title)
    expect(raw).not.toContain('SECRET')
  }
  const exportOf = async ({ cookie }: TestUser) =>
    readZip((await t.app.inject({ url: '/api/settings/export', headers: { cookie } })).rawPayload)
  const everything = await exportOf(buyer)
  expect([...everything.values()].join()).not.toContain('SECRET')
  const listingIn = (files: Map<string, Buffer>, name: string) =>
    JSON.parse(String(files.get(`${name}.json`)))[0].listing
  expect(JSON.parse(String(everything.get('favourites.json')))).toMatchObject([{ title }])
  for (const name of ['conversations', 'questions-you-asked']) expect(listingIn(everything, name)).toBe(title)
  const own = await exportOf(seller)
  for (const name of ['conversations', 'questions-to-you']) expect(listingIn(own, name)).toBe(secret.title)
})

test('[CHAT-LAST-PUBLIC] the old cover of a hidden listing stays when its photos change, until its seller is deleted', async () => {
  const uploader = await t.user()
  const bytes = await redCorner(60, 40).png().toBuffer()
  const { url } = await storePhoto(t, bytes, uploader.id)
  const { seller, buyer, change, seen, cover } = await talk({ photos: [url] }, uploader)
  await change({ status: 'HIDDEN' })
  await change({ title: secret.title, photos: [await insertUpload(t, seller)] })
  await t.db
    .updateTable('uploads')
    .set({ created_at: new Date(0) })
    .execute()
  await sweepOrphanedPhotos(t)
  const kept = () =>
    t.db
      .selectFrom('uploads')
      .select('url')
      .where('url', '=', cover?.url ?? '')
      .execute()
  expect(await kept()).toHaveLength(1)
  await t.db
    .updateTable('users')
    .set({ deletion_due_at: new Date(0) })
    .where('id', '=', seller.id)
    .execute()
  await finishDeletions(t)
  expect(await seen(buyer)).toMatchObject({ title: 'Standing fan, as it was seen', photos: [] })
  await sweepOrphanedPhotos(t)
  expect(await kept()).toHaveLength(0)
})

test('[LISTING-UNAVAILABLE] people who saved a hidden listing, asked or talked about it see that it is unavailable, with similar ones', async () => {
  const { seller, buyer, change, listing } = await talk()
  const listingId = listing.id
  const [saver, asker, stranger] = [await t.user(), await t.user(), await t.user()]
  const like = await publish(t, seller, { title: 'Standing fan, another', description: long('A fan') })
  await saver.api('POST /api/favorites', { body: { listingId } })
  await asker.api('POST /api/listings/:id/questions', {
    params: { id: listingId },
    body: { question: 'Is it loud at night?' },
  })
  await change({ status: 'HIDDEN' })
  await change({ title: 'SECRET kettle' })
  const params = { params: { id: listingId } }
  for (const who of [buyer, saver, asker]) {
    await expect(who.api('GET /api/listings/:id', params)).rejects.toMatchObject({
      status: 404,
      problem: { code: 'NO_LONGER_AVAILABLE', detail: 'This listing is no longer available.' },
    })
    const [first] = await who.api('GET /api/listings/:id/similar', params)
    expect(first?.id).toBe(like.id)
  }
  for (const api of [stranger.api, t.visitor])
    for (const key of ['GET /api/listings/:id', 'GET /api/listings/:id/similar'] as const)
      await expect(api(key, params)).rejects.toMatchObject({ status: 404, problem: { code: 'NOT_FOUND' } })
  await change({ status: 'ACTIVE' })
  expect(await saver.api('GET /api/listings/:id', params)).toMatchObject({ title: 'SECRET kettle' })
})
