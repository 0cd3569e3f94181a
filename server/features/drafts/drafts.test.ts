import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepOrphanedPhotos } from '#server/features/uploads/uploads.service.ts'
import { limits } from '#shared/limits.ts'
import { codeOf, failureOf } from '#tests/support/accounts.ts'
import { insertUpload, listingDraft } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const add = (who: TestUser, content: object) => who.api('POST /api/drafts', { body: { content } })
const change = (who: TestUser, { id, version }: { id: number; version: string }, content: object) =>
  who.api('PATCH /api/drafts/:id', { params: { id }, body: { content, version } })
const list = (who: TestUser) => who.api('GET /api/drafts')

test('[DRAFTS-DEVICES] a draft of any part of a listing is continued on another device; of two changes at once the second is refused and gets the first', async () => {
  const [ada, bola] = [await t.user(), await t.user()]
  const photo = await insertUpload(t, ada)
  const foreign = await insertUpload(t, bola)
  const first = await add(ada, {
    title: 'A',
    price: 0,
    photos: [photo, foreign, '/media/photos/gone/1.webp'],
  })
  expect(first.content).toEqual({ title: 'A', price: 0, photos: [expect.objectContaining({ url: photo })] })
  const second = await add(ada, {})
  expect((await list(ada)).map(({ id }) => id)).toEqual([second.id, first.id])

  const phone = await change(ada, first, { title: 'A bicycle', photos: [photo] })
  expect(phone.content).toEqual({ title: 'A bicycle', photos: first.content.photos })
  expect((await list(ada)).map(({ id }) => id)).toEqual([first.id, second.id])
  // The answer was lost, and the phone sends it again.
  expect((await change(ada, first, { title: 'A bicycle', photos: [photo] })).version).toBe(phone.version)
  const refused = await failureOf(change(ada, first, { title: 'A tricycle' }))
  expect(refused).toMatchObject({
    status: 409,
    problem: { code: 'STALE_VERSION', current: { id: first.id } },
  })
  expect((await change(ada, phone, { title: 'A tricycle' })).content).toEqual({
    title: 'A tricycle',
    photos: [],
  })

  // To others it is not there.
  expect(await list(bola)).toEqual([])
  expect(await codeOf(change(bola, phone, { title: 'Mine' }))).toBe('NOT_FOUND')
  await bola.api('DELETE /api/drafts/:id', { params: { id: first.id } })
  expect(await list(ada)).toHaveLength(2)
  for (let twice = 0; twice < 2; twice += 1)
    await ada.api('DELETE /api/drafts/:id', { params: { id: second.id } })
  expect((await list(ada)).map(({ id }) => id)).toEqual([first.id])
})

test('[DRAFTS-LIMITS] an account has at most 20 drafts, with texts twice as long as a listing may have', async () => {
  const ada = await t.user()
  const { max, text, title } = limits.drafts
  await add(ada, { title: 'a'.repeat(title), description: 'a'.repeat(text) })
  for (const content of [{ title: 'a'.repeat(title + 1) }, { description: 'a'.repeat(text + 1) }])
    expect(await codeOf(add(ada, content))).toBe('VALIDATION_FAILED')
  const made = await Promise.allSettled(Array.from({ length: max }, () => add(ada, { title: 'One more' })))
  const refused = made.flatMap((one) => (one.status === 'rejected' ? [one.reason.problem.code] : []))
  expect(refused).toEqual(['CONFLICT'])
  expect(await list(ada)).toHaveLength(max)
})

test('[DRAFTS-PUBLISHED] photos of a draft stay while it is there; publishing the listing deletes it, and publishes it once', async () => {
  const [ada, bola] = [await t.user(), await t.user()]
  const photo = await insertUpload(t, ada)
  await insertUpload(t, ada)
  await t.db
    .updateTable('uploads')
    .set({ created_at: new Date(0), id: sql<string>`substring(url from '/photos/([^/]+)/')::uuid` })
    .where('uploader_id', '=', ada.id)
    .execute()
  const draft = await add(ada, { title: 'A bicycle', photos: [photo] })
  expect(await sweepOrphanedPhotos(t)).toBe(1)
  const theirs = await add(bola, { title: 'A drum' })

  const publish = async (draftId: number) =>
    ada.api('POST /api/listings', {
      body: { ...(await listingDraft(t, ada, { photos: [photo] })), draftId },
    })
  await publish(draft.id)
  // On another device, or with another text after a lost answer.
  expect(await codeOf(publish(draft.id))).toBe('GONE')
  expect(await codeOf(publish(theirs.id))).toBe('GONE')
  expect(await ada.api('GET /api/my-listings', { query: {} })).toHaveLength(1)
  expect(await list(ada)).toEqual([])
  expect(await list(bola)).toHaveLength(1)
})
