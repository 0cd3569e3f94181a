import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openPool } from '#server/db/pool.ts'
import { hashOlderPhotos } from '#server/features/uploads/uploads.service.ts'
import { publish } from '#tests/support/listings.ts'
import { postUpload, uploadOf } from '#tests/support/pictures.ts'
import { scenePhoto } from '#tests/support/scene-photo.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { findCopiedPhotos } from './photo-copies.service.ts'

let t: TestApp
let admin: TestUser
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => t.close())

/** A seller whose account is a month old. */
async function seller(): Promise<TestUser> {
  const user = await t.user()
  await t.db
    .updateTable('users')
    .set({ created_at: sql<Date>`now() - interval '30 days'` })
    .where('id', '=', user.id)
    .execute()
  return user
}

async function upload(user: TestUser, picture: Buffer): Promise<string> {
  const { status, body } = await postUpload(t, user.cookie, uploadOf(picture))
  expect(status).toBe(200)
  return body.secure_url
}

const offer = async (user: TestUser, pictures: Buffer[], fields: object = {}) =>
  publish(t, user, {
    photos: await Promise.all(pictures.map((picture) => upload(user, picture))),
    ...fields,
  })
const read = (id: number, as = t.visitor) => as('GET /api/listings/:id', { params: { id } })
const change = (user: TestUser, id: number, body: object) =>
  user.api('PATCH /api/listings/:id', { params: { id }, body })
const queueOf = async (id: number) =>
  (await admin.api('GET /api/admin/held', { query: { limit: 100 } })).filter(
    ({ listing }) => listing?.id === id,
  )
const decide = (id: number, decision: 'RELEASE' | 'REJECT') =>
  admin.api('PATCH /api/admin/held/:id', { params: { id }, body: { decision } })

/** Cut by a tenth, with a caption, compressed again. */
async function captioned(picture: Buffer): Promise<Buffer> {
  const cut = await sharp(picture).extract({ left: 32, top: 24, width: 576, height: 432 }).toBuffer()
  const strip = { create: { width: 576, height: 50, channels: 3 as const, background: '#111' } }
  return sharp(cut)
    .composite([{ input: strip, left: 0, top: 382 }])
    .jpeg({ quality: 60 })
    .toBuffer()
}

test('[PHOTO-COPY] [PHOTO-COPY-HELD] a new account with a cropped, captioned photo of another seller waits for review and reads what was matched', async () => {
  const [owner, thief] = [await seller(), await t.user()]
  const picture = await scenePhoto(1)
  const original = await offer(owner, [picture], { title: 'Red sofa, three seats' })
  const copy = await offer(thief, [await scenePhoto(2), await captioned(picture)])
  expect(copy).toMatchObject({
    status: 'HIDDEN',
    moderationState: 'PENDING_REVIEW',
    moderationReason:
      "We look at this listing before others can see it: a photo of it (photo 2) also appears in another seller's listing “Red sofa, three seats”. Use photos that you took yourself.",
    photoNotice: null,
  })
  const [hold] = await queueOf(copy.id)
  expect(hold).toMatchObject({
    kind: 'LISTING',
    rule: 'PHOTO_OF_ANOTHER',
    like: { id: original.id },
    photos: [
      {
        photo: copy.photos[1]?.url,
        matchedPhoto: original.photos[0]?.url,
        matchedListingId: original.id,
        mirrored: false,
      },
    ],
  })
  await decide(hold?.id ?? 0, 'RELEASE')
  expect(await read(copy.id, thief.api)).toMatchObject({ status: 'ACTIVE', photoNotice: null })
  // The two were compared: what the same seller adds from there is not looked at again.
  expect(await offer(thief, [picture])).toMatchObject({ status: 'ACTIVE', photoNotice: null })

  const mirrored = await offer(await t.user(), [await sharp(picture).resize(400).flop().jpeg().toBuffer()])
  expect((await queueOf(mirrored.id))[0]).toMatchObject({ photos: [{ mirrored: true }] })

  // What its owner hides is not named to others.
  await change(owner, original.id, { status: 'HIDDEN' })
  const { moderationReason } = await offer(await t.user(), [picture])
  expect(moderationReason).toContain("also appears in another seller's listing. Use photos")
})

test('[PHOTO-COPY-FLAG] [PHOTO-COPY-BUYER] without other signs the listing is shown; its seller sees the note at once, buyers after a moderator confirmed it', async () => {
  const [owner, other] = [await seller(), await seller()]
  const picture = await scenePhoto(3)
  const original = await offer(owner, [picture], { title: 'Blue bicycle' })
  const copy = await offer(other, [await sharp(picture).resize(350).webp().toBuffer()])
  const told =
    "A photo of this listing also appears in another seller's listing “Blue bicycle”. Our moderators will compare the two. Replace it with a photo that you took yourself, and this note goes away."
  expect(copy).toMatchObject({ status: 'ACTIVE', moderationState: null, photoNotice: told })
  expect(await other.api('GET /api/my-listings', { query: {} })).toMatchObject([
    { id: copy.id, photoNotice: told },
  ])
  expect(await read(copy.id)).toMatchObject({ photoNotice: null })
  expect(await read(original.id, owner.api)).toMatchObject({ photoNotice: null })

  const [flag] = await queueOf(copy.id)
  expect(flag).toMatchObject({
    kind: 'PHOTO',
    owner: { id: other.id },
    like: { id: original.id },
    decision: null,
  })
  await decide(flag?.id ?? 0, 'REJECT')
  expect(await read(copy.id)).toMatchObject({
    status: 'ACTIVE',
    photoNotice: "This photo also appears in another seller's listing.",
  })
  expect((await t.mails(other.email)).map(({ subject }) => subject)).toEqual([
    'A photo also appears in another listing: “Tecno Spark 20, clean”',
  ])
  // Compared and left alone, a photo has no note, and causes no mail.
  const third = await seller()
  const alike = await offer(third, [await sharp(picture).resize(300).webp().toBuffer()])
  const [wrongly] = await queueOf(alike.id)
  await decide(wrongly?.id ?? 0, 'RELEASE')
  expect(await read(alike.id, third.api)).toMatchObject({ photoNotice: null })
  expect(await t.mails(third.email)).toEqual([])
  // Their own photo takes its place; the other one may come back to nobody.
  await change(other, copy.id, { photos: [await upload(other, await scenePhoto(4))] })
  expect(await read(copy.id)).toMatchObject({ photoNotice: null })

  // An edit that brings the photo back for less than 70 % of the price waits.
  const again = await upload(other, picture)
  expect(await change(other, copy.id, { photos: [again], price: 8_700_000 })).toMatchObject({
    status: 'HIDDEN',
  })
})

test('[PHOTO-COPY-PRICE] a flagged listing whose price is lowered later waits, also where it was hidden meanwhile; the original never', async () => {
  const [owner, other] = [await seller(), await seller()]
  const picture = await scenePhoto(10)
  const original = await offer(owner, [picture])
  const lowered = await offer(other, [picture])
  const turned = await sharp(picture).rotate(90).jpeg({ quality: 70 }).toBuffer()
  const shownAgain = await offer(other, [await scenePhoto(11), turned])
  expect([lowered, shownAgain]).toMatchObject([{ status: 'ACTIVE' }, { status: 'ACTIVE' }])
  expect(await change(other, lowered.id, { price: 8_700_000 })).toMatchObject({
    status: 'HIDDEN',
    moderationState: 'PENDING_REVIEW',
  })
  expect(
    (await queueOf(lowered.id)).map(({ kind, decision, photos }) => [kind, decision, photos.length]),
  ).toEqual([
    ['LISTING', null, 1],
    ['PHOTO', 'WITHDRAWN', 1],
  ])
  await change(other, shownAgain.id, { status: 'HIDDEN' })
  await change(other, shownAgain.id, { price: 8_700_000 })
  expect(await change(other, shownAgain.id, { status: 'ACTIVE' })).toMatchObject({
    moderationState: 'PENDING_REVIEW',
  })
  // Nobody sees it as long as its seller hides it, so it waits for nobody.
  const hidden = await offer(other, [await scenePhoto(14)], { price: 8_700_000 })
  await change(other, hidden.id, { status: 'HIDDEN' })
  const photos = [await upload(other, turned)]
  expect(await change(other, hidden.id, { photos })).toMatchObject({
    status: 'HIDDEN',
    moderationState: null,
  })
  expect(await change(owner, original.id, { price: 1_000_000 })).toMatchObject({ status: 'ACTIVE' })
  const [held] = await queueOf(lowered.id)
  await decide(held?.id ?? 0, 'RELEASE')
  expect(await change(other, lowered.id, { price: 8_000_000 })).toMatchObject({ status: 'ACTIVE' })
})

test('[PHOTO-COPY-HONEST] own photos, other pictures, flat ones and those of deleted listings are no copies', async () => {
  const [owner, other] = [await seller(), await t.user()]
  const picture = await scenePhoto(5)
  const flat = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  const first = await offer(owner, [picture, flat])
  expect(await offer(owner, [picture], { price: 1_000_000 })).toMatchObject({
    status: 'ACTIVE',
    photoNotice: null,
  })
  const second = await offer(other, [await scenePhoto(6), flat])
  expect(second).toMatchObject({ status: 'ACTIVE', photoNotice: null })
  for (const { id } of await owner.api('GET /api/my-listings', { query: {} }))
    await owner.api('DELETE /api/listings/:id', { params: { id } })
  expect(await offer(other, [picture])).toMatchObject({ status: 'ACTIVE', photoNotice: null })
  const left = await t.db
    .selectFrom('photo_hashes')
    .select('listing_id')
    .where('listing_id', '=', first.id)
    .execute()
  expect(left).toEqual([])
})

test('[PHOTO-COPY-HONEST] a flag is withdrawn when the listing that it is about, or the other one, is deleted', async () => {
  const [owner, other] = [await seller(), await seller()]
  const picture = await scenePhoto(7)
  const original = await offer(owner, [picture])
  const copy = await offer(other, [picture])
  await owner.api('DELETE /api/listings/:id', { params: { id: original.id } })
  expect(await queueOf(copy.id)).toMatchObject([{ decision: 'WITHDRAWN', photos: [] }])
  expect(await read(copy.id, other.api)).toMatchObject({ photoNotice: null })
})

test('[PHOTO-COPY-OLDER] photos from before there were hashes get theirs in the background', async () => {
  const owner = await seller()
  const picture = await scenePhoto(8)
  const original = await offer(owner, [picture])
  await t.db.updateTable('uploads').set({ hash: null, probes: null }).execute()
  await t.db.deleteFrom('photo_hashes').execute()
  await t.db.insertInto('photo_hash_backlog').values({ before_id: 2_147_483_647 }).execute()
  await hashOlderPhotos(t)
  await hashOlderPhotos(t)
  expect(await t.db.selectFrom('photo_hash_backlog').selectAll().execute()).toEqual([])
  const copy = await offer(await t.user(), [await captioned(picture)])
  expect((await queueOf(copy.id))[0]).toMatchObject({ like: { id: original.id } })
})

test('[PHOTO-COPY-UPLOAD] a photo is compared with all listings when it is uploaded, and with those that came since when it is published', async () => {
  const [owner, thief] = [await seller(), await t.user()]
  const copyOf = async (picture: Buffer) => {
    const { id } = await offer(owner, [picture])
    await t.db
      .updateTable('photo_hashes')
      .set({ added_on: sql<Date>`current_date - 30` })
      .where('listing_id', '=', id)
      .execute()
    return { original: id, copy: await upload(thief, await captioned(picture)) }
  }
  const found = await copyOf(await scenePhoto(12))
  const forgotten = await copyOf(await scenePhoto(13))
  const deleted = await t.db
    .deleteFrom('similar_photos')
    .where('listing_id', '=', forgotten.original)
    .executeTakeFirst()
  expect(deleted.numDeletedRows).toBe(1n)
  expect(await publish(t, thief, { photos: [found.copy] })).toMatchObject({ status: 'HIDDEN' })
  // Publishing does not search the month before the upload again.
  expect(await publish(t, thief, { photos: [forgotten.copy] })).toMatchObject({ status: 'ACTIVE' })

  const picture = await scenePhoto(14)
  const early = await upload(thief, picture)
  await offer(owner, [picture])
  expect(await publish(t, thief, { photos: [early] })).toMatchObject({ status: 'HIDDEN' })
})

test('[PHOTO-COPY-PLAN] among 20,000 photos a look-up reads indexes only', async () => {
  const owner = await seller()
  const { id } = await publish(t, owner)
  await sql`with made as (
      insert into uploads (id, url, width, height, placeholder)
      select gen_random_uuid(), '/media/photos/' || n, 1, 1, '' from generate_series(1, 20000) as n returning id)
    insert into photo_hashes select ${id}::int, ${owner.id}::int, id, hashint8extended(row_number() over (), 1) from made`.execute(
    t.db,
  )
  await sql`analyze photo_hashes`.execute(t.db)
  const picture = await upload(owner, await scenePhoto(9))
  const { pathname } = new URL(picture)
  const statements: CompiledQuery[] = []
  const pool = openPool(t.env.DATABASE_URL ?? '', { max: 1 })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: pool.pg }),
    log: ({ query }) => void statements.push(query as CompiledQuery),
  })
  await findCopiedPhotos(db, admin.id, [pathname])
  await db.destroy()
  const [statement] = statements
  if (!statement) throw new Error('Nothing was asked.')
  const { rows } = await t.db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${statement.sql}`, [...statement.parameters]),
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  for (const part of [1, 2, 3, 4]) expect(plan).toContain(`using photo_hashes_${part}_idx`)
  expect(plan).not.toContain('Seq Scan on photo_hashes')
})
