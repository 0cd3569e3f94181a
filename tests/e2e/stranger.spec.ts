import { expect, expectHydrated, expectToast, open, phone, test } from './support/browser.ts'
import { chooser, fillListing, submit, tiles } from './support/listing-form.ts'
import { mailedCode, password } from './support/people.ts'
import { photoFiles } from './support/test-listings.ts'

test('[MAIN-STRANGER] a user registers and posts a listing; a stranger finds it by search on a phone', async ({
  page,
  oja,
  browser,
}) => {
  const email = `first-${process.pid}@example.com`
  await open(page, '/')
  await page.getByRole('link', { name: 'Start Selling' }).click()
  await expect(page).toHaveURL('/login?next=/sell')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await expect(page).toHaveURL('/register?next=%2Fsell')
  await page.getByLabel('Full name').fill('Ifeoma Danjuma')
  await page.getByLabel('Username').fill(`ifeoma_${process.pid}`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Phone', { exact: true }).fill('08031234567')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('dialog')).toContainText(email)
  await page.keyboard.type(await mailedCode(oja, email))
  await page.getByRole('button', { name: 'Verify' }).click()
  await expectToast(page, 'Welcome to Oja!', 'Your account has been verified.')
  await expect(page).toHaveURL('/sell')

  await chooser(page).setInputFiles(await photoFiles(3))
  await expect(tiles(page)).toHaveCount(3)
  await expectToast(page, 'Images uploaded', '3 image(s) uploaded successfully')
  await fillListing(page, 'Thermocool chest freezer, 300 litres')
  await submit(page, 'Create Listing')
  await expectToast(page, 'Listing created!', 'Your listing is now live.')
  await expect(page).toHaveURL(/\/listings\/\d+$/)
  const address = page.url()

  const stranger = await browser.newContext({ viewport: phone, hasTouch: true, baseURL: oja.url })
  const other = await stranger.newPage()
  await other.goto('/')
  await expectHydrated(other)
  const box = other.getByRole('combobox', { name: 'Search listings' })
  await box.fill('chest frezer thermocool')
  await box.press('Enter')
  await expect(other).toHaveURL(/\/listings\?search=/)
  await other.getByRole('link', { name: 'Thermocool chest freezer, 300 litres' }).tap()
  await expect(other).toHaveURL(address)
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Thermocool chest freezer, 300 litres')
  await expect(other.getByRole('button', { name: 'Show photo 3' })).toBeVisible()
  await expect(other.getByText('₦85,000').first()).toBeVisible()
  const photo = other.getByRole('img', { name: /photo 1 of 3$/ })
  await expect
    .poll(() => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  await other
    .getByRole('main')
    .getByRole('link', { name: /Ifeoma Danjuma/ })
    .tap()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Ifeoma Danjuma')
  await stranger.close()
})
