import { administrator } from './support/administrators.ts'
import {
  closeToast,
  expect,
  expectAccessibleEverywhere,
  expectToast,
  holdRequests,
  open,
  test,
} from './support/browser.ts'
import { chooser, field, submit, tiles } from './support/listing-form.ts'
import { person, signIn } from './support/people.ts'
import { listing, photoFiles } from './support/test-listings.ts'

const save = 'Save Changes'

test('[EDIT-LOGIN] [ROUTE-OWN] visitors log in first and return', async ({ page }) => {
  await page.goto('/edit-listing/5')
  await expect(page).toHaveURL('/login?next=/edit-listing/5')
})

test('[EDIT-FIELDS] [EDIT-COUNTERS] [EDIT-STATUS] [EDIT-SUCCESS] [EDIT-UPLOADED] [CALL-LISTING-PATCH] the form is filled with the listing and saves the changes', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Old wardrobe', photoCount: 3, condition: 'NEW' })
  await signIn(page, oja, seller)
  // The listing and the list are cached before they change.
  await open(page, '/my-listings')
  await page.getByRole('link', { name: 'View Old wardrobe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Old wardrobe')
  await page.getByRole('link', { name: 'Edit listing' }).click()
  await expect(page).toHaveURL(`/edit-listing/${id}`)

  await expect(field(page, 'Title')).toHaveValue('Old wardrobe')
  await expect(field(page, 'Price (₦)')).toHaveValue('125,000')
  await expect(field(page, 'State')).toHaveValue('Lagos')
  await expect(field(page, 'LGA')).toHaveValue('Ikeja')
  await expect(page.getByRole('radio', { name: /^New/ })).toBeChecked()
  await expect(tiles(page)).toHaveCount(3)
  const status = field(page, 'Listing Status')
  await expect(status).toHaveValue('ACTIVE')
  await expect(status.locator('option')).toHaveText(['Active', 'Sold', 'Hidden'])
  await expect(page.getByText(/Set to Sold when the item is no longer available/)).toBeVisible()
  await expect(page.getByText('12/80', { exact: true })).toBeVisible()
  await expect(page.getByText(/^\d+\/5000$/)).toBeVisible()
  await expectAccessibleEverywhere(page)

  await field(page, 'Title').fill('Old wardrobe with mirror')
  await expect(page.getByText('24/80', { exact: true })).toBeVisible()
  await field(page, 'Price (₦)').fill('99500.50')
  await status.selectOption('SOLD')
  const before = await seller.api('GET /api/listings/:id', { params: { id } })
  await tiles(page).nth(2).click()
  await page.getByRole('button', { name: 'Make cover' }).click()
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Success', '1 image(s) uploaded successfully')
  await submit(page, save)
  await expect(page).toHaveURL(`/listings/${id}`)
  await expectToast(page, 'Success!', 'Your listing has been updated')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Old wardrobe with mirror')
  await expect(page.getByText('This item has been sold.')).toBeVisible()

  const after = await seller.api('GET /api/listings/:id', { params: { id } })
  expect(after).toMatchObject({ price: 9_950_050, status: 'SOLD' })
  expect(after.photos.map(({ url }) => url).slice(0, 3)).toEqual(
    [2, 0, 1].map((index) => before.photos[index]?.url),
  )
  expect(after.photos).toHaveLength(4)

  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'My Listings' }).click()
  await expect(page).toHaveURL('/my-listings')
  await page.getByRole('link', { name: 'Sold 1' }).click()
  await expect(page.getByRole('article')).toContainText('Old wardrobe with mirror')
  await expect(page.getByRole('article')).toContainText('Sold')
})

test('[EDIT-BACK] Back to Listing and Cancel lead to the listing', async ({ page, oja }) => {
  const seller = await person(oja)
  const id = await listing(oja, seller)
  await signIn(page, oja, seller)
  for (const name of ['Back to Listing', 'Cancel']) {
    await open(page, `/edit-listing/${id}`)
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(`/listings/${id}`)
  }
})

test('[EDIT-SPINNER] [EDIT-MISSING] a spinner, then a card for an unknown listing', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  await signIn(page, oja, await person(oja))
  const release = await holdRequests(page, '**/api/listings/987654321')
  await page.goto('/edit-listing/987654321')
  await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Listing Not Found' })).toBeVisible()
  await expect(page.getByText("The listing you're trying to edit doesn't exist.")).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Go to My Listings' }).click()
  await expect(page).toHaveURL('/my-listings')
})

test('[EDIT-DENIED] [MAY-EDIT] a listing of somebody else cannot be edited', async ({ page, oja }) => {
  const id = await listing(oja, await person(oja))
  await signIn(page, oja, await person(oja))
  await page.goto(`/edit-listing/${id}`)
  await expect(page).toHaveURL('/my-listings')
  await expectToast(page, 'Access Denied', 'You can only edit your own listings')
})

test('[EDIT-TOO-MANY] [EDIT-UPLOAD-FAIL] [EDIT-FAIL] [SPEC-L12] errors are shown', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(422, 500)
  const seller = await person(oja)
  const id = await listing(oja, seller, { photoCount: 9 })
  await signIn(page, oja, seller)
  await open(page, `/edit-listing/${id}`)
  await expect(tiles(page)).toHaveCount(9)
  await chooser(page).setInputFiles(await photoFiles(2))
  await expectToast(page, 'Too Many Images', 'You can only upload up to 10 images. You currently have 9.')
  await expect(tiles(page)).toHaveCount(9)
  await closeToast(page)

  await page.route('**/api/uploads', (route) =>
    route.fulfill({ status: 422, json: { error: { message: 'No.' } } }),
  )
  await chooser(page).setInputFiles(await photoFiles(1))
  await expect(page.locator('.toast', { hasText: 'Upload Failed' })).toContainText(
    'Failed to upload one or more images. Please try again.',
  )
  await closeToast(page)
  await page.getByRole('button', { name: 'Remove photo 10' }).click()

  await field(page, 'Title').fill('Short')
  await submit(page, save)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Title must be at least 6 characters')
  await closeToast(page)
  await field(page, 'Title').fill('Long enough')
  await page.route(`**/api/listings/${id}`, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await submit(page, save)
  await expect(page.locator('.toast', { hasText: 'Failed to update listing' })).toContainText('Error')
})

test('[EDIT-STATUS] [STATE-MODERATED] a listing hidden by a moderator cannot be made active or sold', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { status: 'HIDDEN', hidden_by_moderator: true })
  await signIn(page, oja, seller)
  await open(page, `/edit-listing/${id}`)
  for (const status of ['Active', 'Sold'])
    await expect(field(page, 'Listing Status').locator('option', { hasText: status })).toBeDisabled()
})

test('[EDIT-FAIL] [STATE-MODERATED] a listing that a moderator hides meanwhile keeps the form, and says why', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(403)
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Fan that is hidden twice', status: 'HIDDEN' })
  await signIn(page, oja, seller)
  await open(page, `/edit-listing/${id}`)
  await field(page, 'Listing Status').selectOption('ACTIVE')
  const admin = await administrator(oja)
  await admin.api('PATCH /api/admin/listings/:id', { params: { id }, body: { status: 'HIDDEN' } })
  await submit(page, 'Save Changes')
  await expectToast(
    page,
    'Error',
    'Our moderators hid this listing. It stays hidden until they show it again; you can appeal under My Listings.',
  )
  await expect(page).toHaveURL(`/edit-listing/${id}`)
})

test('[EDIT-MERGE] [EDIT-VERSION] two tabs: the second to save sees the changes of the first, keeps its own text and chooses', async ({
  page,
  context,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(409)
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Old wardrobe', photoCount: 2 })
  await signIn(page, oja, seller)
  await open(page, `/edit-listing/${id}`)
  const other = await context.newPage()
  await open(other, `/edit-listing/${id}`)
  await field(other, 'Title').fill('Old wardrobe of the first tab')
  await field(other, 'Price (₦)').fill('5000')
  await field(other, 'Listing Status').selectOption('SOLD')
  await submit(other, save)
  await expect(other).toHaveURL(`/listings/${id}`)

  const words = 'Six doors, a mirror, and no scratches at all. Come and see it.'
  await field(page, 'Title').fill('Old wardrobe of the second tab')
  await field(page, 'Description').fill(words)
  await submit(page, save)
  const note = page.getByRole('region', { name: 'This listing was changed while you edited it' })
  await expect(note.getByRole('listitem')).toHaveText([
    /^The title was changed to “Old wardrobe of the first tab”\./,
    /^The price was changed to ₦5,000\./,
    /^The listing was set to Sold\./,
  ])
  await expect(note).toBeFocused()
  await expectAccessibleEverywhere(page)
  // Edited fields keep their text; untouched ones are updated.
  await expect(field(page, 'Title')).toHaveValue('Old wardrobe of the second tab')
  await expect(field(page, 'Description')).toHaveValue(words)
  await expect(field(page, 'Price (₦)')).toHaveValue('5,000')
  await expect(field(page, 'Listing Status')).toHaveValue('SOLD')
  await expect(tiles(page)).toHaveCount(2)
  const choose = (name: string) => note.getByRole('button', { name }).click()
  await choose('Take the other')
  await expect(field(page, 'Title')).toHaveValue('Old wardrobe of the first tab')
  await choose('Keep mine')
  await expect(field(page, 'Title')).toHaveValue('Old wardrobe of the second tab')
  await submit(page, save)
  await expect(page).toHaveURL(`/listings/${id}`)
  expect(await seller.api('GET /api/listings/:id', { params: { id } })).toMatchObject({
    title: 'Old wardrobe of the second tab',
    description: words,
    price: 500_000,
    status: 'SOLD',
  })
})

test('[EDIT-MERGE] photos and title of the other tab are taken when the person chooses them', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(409)
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Old wardrobe', photoCount: 3 })
  const { photos } = await seller.api('GET /api/listings/:id', { params: { id } })
  await signIn(page, oja, seller)
  await open(page, `/edit-listing/${id}`)
  await page.getByRole('button', { name: 'Remove photo 3' }).click()
  await expect(tiles(page)).toHaveCount(2)
  await seller.api('PATCH /api/listings/:id', {
    params: { id },
    body: { photos: photos.slice(0, 1).map(({ url }) => url), condition: 'NEW' },
  })
  await submit(page, save)
  const note = page.getByRole('region', { name: 'This listing was changed while you edited it' })
  await expect(note).toContainText('The photos were changed to:')
  await expect(page.getByRole('radio', { name: /^New/ })).toBeChecked()
  await expect(tiles(page)).toHaveCount(2)
  await note.getByRole('button', { name: 'Take the other' }).click()
  await expect(tiles(page)).toHaveCount(1)
  await submit(page, save)
  await expect(page).toHaveURL(`/listings/${id}`)
  const after = await seller.api('GET /api/listings/:id', { params: { id } })
  expect(after.photos.map(({ url }) => url)).toEqual(photos.slice(0, 1).map(({ url }) => url))
})

test('[EDIT-LEAVE] a link asks before it leaves unsaved changes; Back, Forward and a reload keep them', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Cane chair' })
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  await page.getByRole('link', { name: 'Edit' }).first().click()
  await expect(page).toHaveURL(`/edit-listing/${id}`)
  await field(page, 'Title').fill('Cane chair with cushion')
  const ask = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  // A link within the page leaves nothing.
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL(`/edit-listing/${id}#content`)
  await page.goBack()
  await expect(page).toHaveURL(`/edit-listing/${id}`)
  await page.getByRole('link', { name: 'Back to Listing' }).click()
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`/edit-listing/${id}`)
  await expect(field(page, 'Title')).toHaveValue('Cane chair with cushion')
  // A phone that needs the memory drops the tab.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field(page, 'Title')).toHaveValue('Cane chair with cushion')

  await page.goBack()
  await expect(page).toHaveURL('/my-listings')
  await page.goForward()
  await expect(field(page, 'Title')).toHaveValue('Cane chair with cushion')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await ask.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`/listings/${id}`)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('cushion')
  // The form stays on the screen until the listing is loaded: going back before that would find it as it was.
  await expect(field(page, 'Title')).toHaveCount(0)
  await page.goBack()
  await expect(field(page, 'Title')).toHaveValue('Cane chair')
  // Nothing is unsaved, so there is no question.
  await page.getByRole('link', { name: 'Back to Listing' }).click()
  await expect(page).toHaveURL(`/listings/${id}`)
})

test('[EDIT-LEAVE] unsaved changes come back to a listing that was changed meanwhile, with what changed', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Cane stool' })
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  await page.getByRole('link', { name: 'Edit' }).first().click()
  await expect(page).toHaveURL(`/edit-listing/${id}`)
  await field(page, 'Title').fill('Cane stool with cushion')
  await page.goBack()
  await expect(page).toHaveURL('/my-listings')
  await seller.api('PATCH /api/listings/:id', {
    params: { id },
    body: { title: 'Cane stool, white', price: 700_000 },
  })
  await page.goForward()
  await expect(field(page, 'Title')).toHaveValue('Cane stool with cushion')
  const note = page.getByRole('region', { name: 'This listing was changed while you edited it' })
  await expect(note).toContainText('The title was changed to “Cane stool, white”.')
  await expect(note).toContainText('The price was changed to ₦7,000.')
  await expect(field(page, 'Price (₦)')).toHaveValue('7,000')
  await submit(page, save)
  await expect(page).toHaveURL(`/listings/${id}`)
  const after = await seller.api('GET /api/listings/:id', { params: { id } })
  expect(after).toMatchObject({ title: 'Cane stool with cushion', price: 700_000 })
})
