import { expect, expectAccessibleEverywhere, expectToast, open, test } from './support/browser.ts'
import {
  chooser,
  field,
  fillListing,
  goodDescription,
  setTestPhotos,
  submit,
  tiles,
} from './support/listing-form.ts'
import { person, signIn } from './support/people.ts'
import { photoFiles } from './support/test-listings.ts'

const create = 'Create Listing'

test('[SELL-LOGIN] [ROUTE-OWN] visitors log in first and return', async ({ page }) => {
  await page.goto('/sell')
  await expect(page).toHaveURL('/login?next=/sell')
})

test('[SELL-FIELDS] [SELL-DEFAULTS] [SELL-LGA] [SELL-CHECKLIST] the empty form and its checklist', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  for (const label of ['Title', 'Category', 'Price (₦)', 'State', 'LGA', 'Description'])
    await expect(field(page, label)).toBeVisible()
  await expect(page.getByRole('group', { name: 'Condition' }).getByRole('radio')).toHaveCount(2)
  await expect(page.getByRole('radio', { name: /^Used/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^Fixed/ })).toBeChecked()
  await expect(field(page, 'State').locator('option')).toHaveCount(38)
  await expect(field(page, 'LGA')).toBeDisabled()
  await expectAccessibleEverywhere(page)

  const checklist = page.getByRole('region', { name: 'Listing checklist' })
  const rows = checklist.getByRole('listitem')
  await expect(rows).toHaveText([
    'Photos0/10',
    'TitleMissing',
    'CategoryMissing',
    'PriceMissing',
    'StateMissing',
    'LGAMissing',
  ])
  await fillListing(page, 'Gas cooker, four burners')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expect(rows).toHaveText([
    'Photos1/10',
    'TitleFilled',
    'CategoryFilled',
    'PriceFilled',
    'StateFilled',
    'LGAFilled',
  ])
  await field(page, 'State').selectOption('Kano')
  await expect(field(page, 'LGA')).toHaveValue('')
  await expect(rows.last()).toHaveText('LGAMissing')
})

test('[SELL-SUCCESS] [SELL-UPLOADED] [SELL-COVER] [SELL-PENDING] [STATE-LIVE] [CALL-UPLOAD] photos are uploaded, ordered, and the listing is live', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  await signIn(page, oja, seller)
  await open(page, '/sell')
  await chooser(page).setInputFiles(await photoFiles(2))
  await expectToast(page, 'Images uploaded', '2 image(s) uploaded successfully')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Images uploaded', '1 image(s) uploaded successfully')
  await expect(tiles(page)).toHaveCount(3)
  await expect(tiles(page).first()).toHaveAccessibleName('Photo 1 of 3, cover')

  const shown = () =>
    tiles(page)
      .locator('img')
      .evaluateAll((all) => all.map((image) => image.getAttribute('src')))
  const [first, second, third] = await shown()
  await tiles(page).nth(2).click()
  await page.getByRole('button', { name: 'Make cover' }).click()
  expect((await shown()).map((src) => [first, second, third].indexOf(src))).toEqual([2, 0, 1])
  await page.getByRole('button', { name: 'Remove photo 3' }).click()
  await expect(tiles(page)).toHaveCount(2)

  await fillListing(page, 'Gas cooker with oven')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let sent = 0
  await page.route('**/api/listings', async (route) => {
    if (route.request().method() === 'POST') sent += 1
    await released
    await route.continue()
  })
  await submit(page, create)
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeDisabled()
  await field(page, 'Title').press('Enter')
  release()
  await expect(page).toHaveURL(/\/listings\/\d+$/)
  await expectToast(page, 'Listing created!', 'Your listing is now live.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gas cooker with oven')
  expect(sent).toBe(1)

  const id = Number(page.url().split('/').at(-1))
  const made = await seller.api('GET /api/listings/:id', { params: { id } })
  expect(made).toMatchObject({ price: 8_500_000, status: 'ACTIVE', condition: 'USED', priceType: 'FIXED' })
  expect(made.photos).toHaveLength(2)
})

test('[SELL-INVALID] [SPEC-L12] errors are shown at their field, in a toast and in the console', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  const details = page.waitForEvent('console', (message) => message.text().includes('Form validation error'))
  await submit(page, create)
  await expectToast(
    page,
    'Form validation error',
    'Title must be at least 6 characters (Check console for details)',
  )
  expect(await (await details).args()[1]?.jsonValue()).toMatchObject({
    lga: 'Please select an LGA',
    photos: 'At least one photo is required',
  })
  await expect(field(page, 'Title')).toBeFocused()
  const alerts = page.getByRole('main').getByRole('alert')
  for (const message of [
    'Title must be at least 6 characters',
    'Description must be at least 30 characters',
    'Please select a category',
    'Price must be greater than 0',
    'Please select a state',
    'Please select an LGA',
    'At least one photo is required',
  ])
    await expect(alerts.filter({ hasText: message })).toHaveCount(1)
  await expectAccessibleEverywhere(page)

  await field(page, 'Title').fill('x'.repeat(81))
  await field(page, 'Description').fill('word '.repeat(1001))
  await field(page, 'Price (₦)').fill('0')
  await setTestPhotos(
    page,
    Array.from({ length: 11 }, (_, index) => `/media/photos/${index}.webp`),
  )
  for (const message of [
    'Title must be less than 80 characters',
    'Price must be greater than 0',
    'Maximum 10 photos allowed',
  ])
    await expect(alerts.filter({ hasText: message })).toHaveCount(1)
  await field(page, 'Description').fill(`${'word '.repeat(1000)}x`)
  await expect(alerts.filter({ hasText: 'Description must be less than 5000 characters' })).toHaveCount(1)
})

test('[SPEC-W4] soft warnings appear while typing, and block nothing', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  await chooser(page).setInputFiles(await photoFiles(1))
  await fillListing(page, 'Samsung Galaxy S21 Ultra')
  const phoneWarning =
    'It looks like you entered a phone model, but this category isn\'t "Phones & Tablets." Please check your title.'
  await expect(page.getByText(phoneWarning)).toBeVisible()
  await field(page, 'Category').selectOption({ label: 'Phones & Tablets' })
  await expect(page.getByText(phoneWarning)).toHaveCount(0)
  await field(page, 'Category').selectOption({ label: 'Electronics' })
  await field(page, 'Description').fill('1234567890 !!!')
  await expect(
    page.getByText('Description should include actual text, not just emojis or special characters.'),
  ).toBeVisible()
  await expect(
    page.getByText('Please write a few more details about your item (at least 30 characters).'),
  ).toBeVisible()
  await field(page, 'Description').fill('good good good good good good good good good good')
  await expect(page.getByText('Please provide more varied details about your item.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await submit(page, create)
  await expect(page).toHaveURL(/\/listings\/\d+$/)
})

test('[SELL-PRICE-TYPED] a press below a price that was typed as 250k is not lost', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  await field(page, 'Price (₦)').fill('250k')
  await expect(page.getByText('That is ₦250,000')).toBeVisible()
  const negotiable = page.locator('label', { hasText: 'Negotiable' })
  const box = await negotiable.boundingBox()
  // At its lower edge: it would leave the pointer if something above it went away.
  await negotiable.click({ position: { x: 20, y: (box?.height ?? 0) - 4 } })
  await expect(page.getByRole('radio', { name: /^Negotiable/ })).toBeChecked()
  await expect(page.getByText('That is ₦250,000')).toBeVisible()
})

test('[SELL-FAIL] a refusal of the server is shown, and no input is lost', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(400, 404, 500)
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  await fillListing(page, 'Gas cooker, refused')
  await setTestPhotos(page, ['/media/photos/00000000-0000-4000-8000-000000000001/960.webp'])
  await expect(tiles(page)).toHaveCount(1)
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/listings'))
  await submit(page, create)
  const problem = (await (await answer).json()) as { detail: string }
  await expectToast(page, 'Error', problem.detail)

  await page.route('**/api/listings', (route) => route.fulfill({ status: 500, body: '' }))
  await submit(page, create)
  await expect(page.locator('.toast')).toContainText('Failed to create listing. Please try again.')
  await expect(field(page, 'Title')).toHaveValue('Gas cooker, refused')

  const errors = [{ path: 'price', message: 'This price is refused' }]
  await page.route('**/api/listings', (route) =>
    route.fulfill({
      status: 400,
      json: { status: 400, code: 'BAD_REQUEST', detail: 'Not this price.', errors },
    }),
  )
  await submit(page, create)
  await expect(field(page, 'Price (₦)')).toHaveAccessibleDescription('This price is refused')
  await expect(field(page, 'Price (₦)')).toBeFocused()
})

test('[SELL-DRAFT] a draft survives a reload, until it is published or discarded', async ({ page, oja }) => {
  const seller = await person(oja)
  await signIn(page, oja, seller)
  await open(page, '/sell')
  await fillListing(page, 'Gas cooker, unfinished')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Images uploaded')
  await page.reload()
  await expect(page.getByText('Draft restored')).toBeVisible()
  await expect(field(page, 'Title')).toHaveValue('Gas cooker, unfinished')
  await expect(field(page, 'LGA')).toHaveValue('Ikeja')
  await expect(field(page, 'Description')).toHaveValue(goodDescription)
  await expect(tiles(page)).toHaveCount(1)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'start over' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(tiles(page)).toHaveCount(0)

  await chooser(page).setInputFiles(await photoFiles(1))
  await fillListing(page, 'Gas cooker, finished')
  await submit(page, create)
  await expect(page).toHaveURL(/\/listings\/\d+$/)
  await open(page, '/sell')
  await expect(field(page, 'Title')).toHaveValue('')
  await expect(page.getByText('Draft restored')).toHaveCount(0)
})
