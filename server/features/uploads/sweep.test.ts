import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createPhotoStorage } from '#server/core/storage.ts'
import { failureOf } from '#tests/support/accounts.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing, insertUpload, listingDraft } from '#tests/support/listings.ts'
import { leftBehind, redCorner } from '#tests/support/pictures.ts'
import { logStatements, type StatementLog } from '#tests/support/statements.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { type StoredPhoto, storePhoto, sweepOrphanedPhotos } from './uploads.service.ts'

let t: TestApp
let ada: TestUser
let bytes: Buffer
let order: Interleaving
let log: StatementLog
beforeAll(async () => {
  order = interleave()
  log = logStatements()
  t = await startTestApp()
  ada = await t.user()
  bytes = await redCorner(60, 40).png().toBuffer()
})
afterAll(() => {
  log.stop()
  order.stop()
  return t.close()
})

async function store(hoursAgo: number): Promise<StoredPhoto> {
  const photo = await storePhoto(t, bytes, ada.id)
  const made = new Date(Date.now() - hoursAgo * 3_600_000)
  await t.db.updateTable('uploads').set({ created_at: made }).where('url', '=', photo.url).execute()
  return photo
}

async function showInListing(photo: StoredPhoto): Promise<void> {
  const category = await t.db.selectFrom('categories').select('id').executeTakeFirstOrThrow()
  await t.db
    .insertInto('listings')
    .values({
      seller_id: ada.id,
      category_id: category.id,
      title: 'Standing fan',
      description: 'A fan that still turns.',
      price: 1_000_000,
      price_type: 'FIXED',
      condition: 'USED',
      state: 'Lagos',
      lga: 'Ikeja',
      photos: JSON.stringify([photo]),
    })
    .execute()
}

async function sendInMessage(photo: StoredPhoto): Promise<void> {
  const buyer = await t.user()
  const listingId = await insertListing(t, ada, { photos: '[]' })
  const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
  await buyer.api('POST /api/threads/:id/messages', { params: { id }, body: { body: 'Look' } })
  await ada.api('POST /api/threads/:id/messages', { params: { id }, body: { attachment: photo.url } })
}

const isServed = async ({ url }: StoredPhoto) => (await t.app.inject({ url })).statusCode === 200

test('[PHOTO-SWEEP] pictures older than a day that nothing shows go, rows and files; the others stay', async () => {
  const orphans = [await store(25), await store(400)]
  const fresh = await store(23)
  const listed = await store(400)
  const worn = await store(400)
  const sent = await store(400)
  await showInListing(listed)
  await sendInMessage(sent)
  await t.db.updateTable('users').set({ avatar_url: worn.url }).where('id', '=', ada.id).execute()

  expect(await sweepOrphanedPhotos(t)).toBe(2)
  for (const orphan of orphans) expect(await isServed(orphan)).toBe(false)
  for (const retained of [fresh, listed, worn, sent]) expect(await isServed(retained)).toBe(true)
  expect((await leftBehind(t)).rows).toBe(4)
  expect(await sweepOrphanedPhotos(t)).toBe(0)
})

test('[PHOTO-SWEEP] a process without the pictures, such as a worker with a folder of its own, deletes no row, by which their files are found', async () => {
  const orphan = await store(25)
  const env = { ...t.env, DATA_DIR: join(t.env.DATA_DIR, 'of-a-worker') }
  await expect(sweepOrphanedPhotos({ db: t.db, storage: createPhotoStorage(env) })).rejects.toThrow(
    /^There is no folder \S+media to delete pictures from\. /,
  )
  expect(await sweepOrphanedPhotos(t)).toBe(1)
  expect(await isServed(orphan)).toBe(false)
})

test('[PHOTO-SWEEP] the files of several pictures are deleted at once: a bucket that is far away takes a second for each', async () => {
  await Promise.all([store(25), store(25), store(25)])
  const { deleteAll } = t.storage
  const steps: string[] = []
  const spy = vi.spyOn(t.storage, 'deleteAll').mockImplementation(async (folder) => {
    steps.push('begins')
    await deleteAll(folder)
    steps.push('ends')
  })
  expect(await sweepOrphanedPhotos(t)).toBe(3)
  spy.mockRestore()
  expect(steps).toEqual(['begins', 'begins', 'begins', 'ends', 'ends', 'ends'])
})

test('[PHOTO-SWEEP] where the files cannot be deleted the rows stay for the next sweep', async () => {
  const orphan = await store(25)
  const spy = vi.spyOn(t.storage, 'deleteAll').mockRejectedValueOnce(new Error('the storage is away'))
  await expect(sweepOrphanedPhotos(t)).rejects.toThrow('the storage is away')
  expect(await isServed(orphan)).toBe(true)
  spy.mockRestore()
  expect(await sweepOrphanedPhotos(t)).toBe(1)
  expect(await isServed(orphan)).toBe(false)
})

test('[PHOTO-SWEEP] an old picture that is published while it is being deleted is asked for again', async () => {
  const orphan = await store(25)
  const body = await listingDraft(t, ada, { photos: [orphan.url] })
  const sweeping = order.pauseBefore(/^commit/, () => sweepOrphanedPhotos(t))
  await sweeping.reached
  const refused = failureOf(ada.api('POST /api/listings', { body }))
  await endedOrBlocked(t, refused)
  expect(await sweeping.release()).toBe(1)
  expect((await refused).problem?.errors).toEqual([
    { path: 'photos.0', message: 'This photo was not uploaded here. Please upload it again' },
  ])
})

test('[PHOTO-SWEEP] an old picture that comes into a listing at the moment of the sweep stays', async () => {
  const photo = await store(25)
  const id = await insertListing(t, ada)
  const editing = order.pauseBefore(/^commit/, () =>
    ada.api('PATCH /api/listings/:id', { params: { id }, body: { photos: [photo.url] } }),
  )
  await editing.reached
  const swept = sweepOrphanedPhotos(t)
  await endedOrBlocked(t, swept)
  await editing.release()
  expect(await swept).toBe(0)
  expect(await isServed(photo)).toBe(true)
})

test('[PHOTO-SWEEP] an old picture stays if the sweep comes between the check of a new listing and its publication', async () => {
  const photo = await store(25)
  const body = await listingDraft(t, ada, { photos: [photo.url] })
  const publishing = order.pauseBefore(/insert into listings/i, () => ada.api('POST /api/listings', { body }))
  await publishing.reached
  const swept = sweepOrphanedPhotos(t)
  await endedOrBlocked(t, swept)
  expect(await publishing.release()).toMatchObject({ photos: [{ url: photo.url }] })
  expect(await swept).toBe(0)
  expect(await isServed(photo)).toBe(true)
})

test.each([
  [
    'message',
    /insert into messages/i,
    async ({ url }: StoredPhoto) => {
      const buyer = await t.user()
      const listingId = await insertListing(t, ada, { photos: '[]' })
      const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
      return () =>
        ada.api('POST /api/threads/:id/messages', { params: { id }, body: { body: 'Look', attachment: url } })
    },
  ],
  [
    'report of a stolen phone',
    /insert into "stolen_phones"/i,
    async ({ url }: StoredPhoto) =>
      () =>
        ada.api('POST /api/stolen-phones', {
          body: { imei: '490154203237518', proof: url, details: 'Snatched at Ojota bus stop on Monday.' },
        }),
  ],
])(
  '[PHOTO-SWEEP] an old picture stays if the sweep comes between its check and the %s that has it',
  async (_, write, prepare) => {
    const photo = await store(25)
    const send = await prepare(photo)
    const sending = order.pauseBefore<unknown>(write, send)
    await sending.reached
    const swept = sweepOrphanedPhotos(t)
    await endedOrBlocked(t, swept)
    await sending.release()
    expect(await swept).toBe(0)
    expect(await isServed(photo)).toBe(true)
  },
)

test('[PHOTO-SWEEP] an old picture stays if the sweep comes between its check and the draft that keeps it', async () => {
  const photo = await store(25)
  const keeping = order.pauseBefore(/insert into "listing_drafts"/, () =>
    ada.api('POST /api/drafts', { body: { content: { title: 'Fan', photos: [photo.url] } } }),
  )
  await keeping.reached
  const swept = sweepOrphanedPhotos(t)
  await endedOrBlocked(t, swept)
  expect((await keeping.release()).content.photos).toMatchObject([{ url: photo.url }])
  expect(await swept).toBe(0)
  expect(await isServed(photo)).toBe(true)
})

test('[PHOTO-SWEEP] one run deletes all that are due, more than a transaction takes, and reads the photos of all listings twice', async () => {
  const urls = await Promise.all(Array.from({ length: 21 }, () => insertUpload(t, ada)))
  const created_at = new Date(Date.now() - 25 * 3_600_000)
  await t.db.updateTable('uploads').set({ created_at }).where('url', 'in', urls).execute()
  const statements = await log.during(async () => expect(await sweepOrphanedPhotos(t)).toBe(21))
  expect(statements.filter((text) => text.includes('from listings'))).toHaveLength(2)
})
