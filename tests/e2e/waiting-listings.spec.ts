import type { Page } from '@playwright/test'
import { anImei } from '#tests/support/imeis.ts'
import {
  expect,
  expectToast,
  forgetLostNetwork,
  holdAnswers,
  holdRequests,
  open,
  routeOnce,
  test,
} from './support/browser.ts'
import { chooser, field, fillListing, submit, tiles } from './support/listing-form.ts'
import { type Person, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { photoFiles } from './support/test-listings.ts'

// A listing that waits on the device: it is changed or deleted before it is published.

const create = 'Create Listing'
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting to be published' })
const listingsOf = (oja: OjaServer, { id }: Person) =>
  oja.database.db
    .selectFrom('listings')
    .select(['id', 'title', 'photos'])
    .where('seller_id', '=', id)
    .orderBy('id')
    .execute()
const uploadsOf = async (oja: OjaServer, { id }: Person) =>
  (
    await oja.database.db
      .selectFrom('uploads')
      .select('url')
      .where('uploader_id', '=', id)
      .orderBy('created_at')
      .execute()
  ).map(({ url }) => url)

const holdUploads = (page: Page) => holdRequests(page, '**/api/uploads')

async function sell(page: Page, oja: OjaServer, title: string): Promise<Person> {
  const seller = await person(oja)
  await signIn(page, oja, seller)
  await open(page, '/sell')
  await fillListing(page, title)
  return seller
}

test('[SELL-PHOTO-EDIT] [SELL-OFFLINE] a cropped photo is published cropped, also while the crop is still being uploaded', async ({
  page,
  oja,
}) => {
  const seller = await sell(page, oja, 'Car with its plate')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Images uploaded')
  const [whole] = await uploadsOf(oja, seller)
  const release = await holdUploads(page)
  await tiles(page).first().click()
  await page.getByRole('button', { name: 'Crop, rotate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate' })
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).click()
  await dialog.getByRole('button', { name: 'Save photo' }).click()
  await expect(dialog).toHaveCount(0)
  await submit(page, create)
  await expect(waiting(page)).toContainText('Car with its plate')
  expect(await listingsOf(oja, seller)).toEqual([])
  release()
  await expect.poll(async () => (await listingsOf(oja, seller)).length).toBe(1)
  const [listing] = await listingsOf(oja, seller)
  expect(listing?.photos.map(({ url }) => url)).not.toContain(whole)
})

test('[SELL-OFFLINE] a listing that is deleted while its photo is being uploaded is not published', async ({
  page,
  oja,
}) => {
  const seller = await sell(page, oja, 'Rug on a bad line')
  const release = await holdUploads(page)
  await chooser(page).setInputFiles(await photoFiles(1))
  await submit(page, create)
  await expect(waiting(page)).toContainText('It is being published.')
  page.on('dialog', (dialog) => void dialog.accept())
  await waiting(page).getByRole('button', { name: 'Delete' }).click()
  await expect(waiting(page)).toHaveCount(0)
  release()
  // The next one is published after it.
  await open(page, '/sell')
  await fillListing(page, 'Mat on a good line')
  await chooser(page).setInputFiles(await photoFiles(1))
  await submit(page, create)
  await expect
    .poll(async () => (await listingsOf(oja, seller)).map(({ title }) => title))
    .toEqual(['Mat on a good line'])
})

test('[SELL-OFFLINE] a listing that is edited while its photo is being uploaded is published once, as it is then', async ({
  page,
  oja,
}) => {
  const seller = await sell(page, oja, 'Mat on a bad line')
  const release = await holdUploads(page)
  await chooser(page).setInputFiles(await photoFiles(1))
  await submit(page, create)
  await expect(waiting(page)).toContainText('It is being published.')
  await waiting(page).getByRole('button', { name: 'Edit' }).click()
  await expect(field(page, 'Title')).toHaveValue('Mat on a bad line')
  await field(page, 'Title').fill('Mat on a bad line, red')
  await submit(page, create)
  await expect(waiting(page)).toContainText('Mat on a bad line, red')
  release()
  const published = async () =>
    (await listingsOf(oja, seller)).map(({ title, photos }) => [title, photos.length])
  await expect.poll(published).toEqual([['Mat on a bad line, red', 1]])
  // Nothing waits any more, nor what was edited.
  await open(page, '/my-listings')
  await expect(page.getByRole('article').filter({ hasText: 'Mat on a bad line, red' })).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
})

test('[SELL-OFFLINE] a listing that is edited after the server has published it is not published twice', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(409)
  const seller = await sell(page, oja, 'Sofa without an answer')
  const titles = async () => (await listingsOf(oja, seller)).map(({ title }) => title)
  const answer = await holdAnswers(page, '**/api/listings')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Images uploaded')
  await submit(page, create)
  await waiting(page).getByRole('button', { name: 'Edit' }).click()
  await expect(field(page, 'Title')).toHaveValue('Sofa without an answer')
  await field(page, 'Title').fill('Sofa without an answer, red')
  await submit(page, create)
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible()
  answer()
  // Whether the form looks for what waits before or after it was published.
  const refusal = /^It was published (before this change|or deleted meanwhile)\./
  await expect(page.getByRole('main').getByText(refusal)).toBeVisible()
  expect(await titles()).toEqual(['Sofa without an answer'])
})

test('[SELL-OFFLINE] a waiting listing that was deleted in another tab is not published by its form, which says so', async ({
  page,
  oja,
}) => {
  const seller = await sell(page, oja, 'Carpet in two tabs')
  const release = await holdUploads(page)
  await chooser(page).setInputFiles(await photoFiles(1))
  await submit(page, create)
  await waiting(page).getByRole('button', { name: 'Edit' }).click()
  await expect(field(page, 'Title')).toHaveValue('Carpet in two tabs')
  const other = await page.context().newPage()
  other.on('dialog', (dialog) => void dialog.accept())
  await open(other, '/my-listings')
  await waiting(other).getByRole('button', { name: 'Delete' }).click()
  await expect(waiting(other)).toHaveCount(0)
  await submit(page, create)
  const refusal = 'It was published or deleted meanwhile. Look under My Listings.'
  await expect(page.getByRole('main').getByText(refusal)).toBeVisible()
  release()
  expect(await listingsOf(oja, seller)).toEqual([])
})

test('[SELL-OFFLINE] [DRAFTS-PUBLISHED] a waiting listing whose draft was published on another device says so, and is published if its seller sends it', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(410)
  const seller = await sell(page, oja, 'Stove in the village')
  await expect(page).toHaveURL(/\/sell\?draft=\d+$/)
  const release = await holdUploads(page)
  await chooser(page).setInputFiles(await photoFiles(1))
  await submit(page, create)
  await expect(waiting(page)).toContainText('It is being published.')
  const [draft] = await seller.api('GET /api/drafts')
  await seller.api('DELETE /api/drafts/:id', { params: { id: draft?.id ?? 0 } })
  release()
  await expect(waiting(page)).toContainText('Its draft was published or deleted meanwhile')
  expect(await listingsOf(oja, seller)).toEqual([])
  await waiting(page).getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await listingsOf(oja, seller)).length).toBe(1)
})

test('[SELL-OFFLINE] starting over with a waiting listing begins again with what waits, photos too', async ({
  page,
  oja,
}) => {
  await sell(page, oja, 'Broom on a bad line')
  await holdUploads(page)
  await chooser(page).setInputFiles(await photoFiles(1))
  await submit(page, create)
  await waiting(page).getByRole('button', { name: 'Edit' }).click()
  await expect(tiles(page)).toHaveCount(1)
  await field(page, 'Title').fill('Broom, changed')
  await page.reload()
  await expect(field(page, 'Title')).toHaveValue('Broom, changed')
  await expect(tiles(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'start over' }).click()
  await expect(field(page, 'Title')).toHaveValue('Broom on a bad line')
  await expect(tiles(page)).toHaveCount(1)
})

test('[SELL-OFFLINE] [PASSPORT-ENTER] a waiting listing that is edited keeps the order of its photos and its IMEI', async ({
  page,
  oja,
  pageErrors,
}) => {
  const seller = await sell(page, oja, 'Tecno in order')
  await field(page, 'Category').selectOption({ label: 'Phones & Tablets' })
  await field(page, 'IMEI (optional)').fill(anImei())
  const [cover, second] = await photoFiles(2)
  if (!cover || !second) throw new Error('There are too few photos.')
  await page.route('**/api/uploads', (route) => route.abort('internetdisconnected'))
  await chooser(page).setInputFiles([cover])
  await expect(page.getByText('1 photo is not uploaded.')).toBeVisible()
  await page.unroute('**/api/uploads')
  await chooser(page).setInputFiles([second])
  await expectToast(page, 'Images uploaded')
  await page.route('**/api/uploads', (route) => route.abort('internetdisconnected'))
  await submit(page, create)
  await waiting(page).getByRole('button', { name: 'Edit' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await expect(field(page, 'IMEI (optional)')).not.toHaveValue('')
  await page.unroute('**/api/uploads')
  await page.getByRole('button', { name: /^Retry photo 1/ }).click()
  await expect(page.getByText('1 photo is not uploaded.')).toHaveCount(0)
  await submit(page, create)
  await expect.poll(async () => (await listingsOf(oja, seller)).length).toBe(1)
  const [first, ...later] = await uploadsOf(oja, seller)
  const [listing] = await listingsOf(oja, seller)
  // The cover was uploaded after the second one.
  const [shown, next] = listing?.photos.map(({ url }) => url) ?? []
  expect(next).toBe(first)
  expect(later).toContain(shown)
  // It is sent after the listing.
  const passports = oja.database.db.selectFrom('phone_passports').where('listing_id', '=', listing?.id ?? 0)
  await expect.poll(async () => (await passports.select('last_four').execute()).length).toBe(1)
  forgetLostNetwork(pageErrors)
})

test('[SELL-OFFLINE] [PASSPORT-ENTER] a listing whose page closes before its IMEI is saved is published once, and the next page saves it', async ({
  page,
  oja,
}) => {
  const seller = await sell(page, oja, 'Itel of a closed page')
  await field(page, 'Category').selectOption({ label: 'Phones & Tablets' })
  await field(page, 'IMEI (optional)').fill(anImei())
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Images uploaded')
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  await routeOnce(page, '**/api/listings/*/passport', () => hold())
  await submit(page, create)
  await isHeld
  await open(page, '/about')
  const passports = oja.database.db
    .selectFrom('phone_passports')
    .innerJoin('listings', 'listings.id', 'listing_id')
    .select('title')
    .where('seller_id', '=', seller.id)
  await expect.poll(() => passports.execute()).toEqual([{ title: 'Itel of a closed page' }])
  expect(await listingsOf(oja, seller)).toHaveLength(1)
})
