import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, open, phone, test } from './support/browser.ts'
import { person } from './support/people.ts'
import { listing, minutesAgo } from './support/test-listings.ts'

const titles = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading')
const control = (page: Page) => page.getByRole('button', { name: /^Place: / })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Where are you looking?' })

test('[NEAR-CONTROL] [NEAR-CARD] [NEAR-REMEMBERED] a place beside the search: chosen, shown, sorted by, remembered, removed', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const places = [
    ['Kano', 'Fagge'],
    ['Lagos', 'Ikeja'],
    ['Lagos', 'Surulere'],
  ] as const
  for (const [index, [state, lga]] of places.entries())
    await listing(oja, seller, { title: `Placeword ${lga}`, state, lga, created_at: minutesAgo(2 - index) })
  await page.setViewportSize(phone)
  await open(page, '/listings?search=placeword')
  await control(page).click()
  await dialog(page).getByLabel('State').selectOption('Lagos')
  await dialog(page).getByLabel('LGA').selectOption('Ikeja')
  await dialog(page).getByLabel('Distance').selectOption('Within 25 km')
  await expectAccessibleEverywhere(page)
  await dialog(page).getByRole('button', { name: 'Show listings' }).click()
  await expect(page).toHaveURL('/listings?search=placeword&near=Lagos%2FIkeja&radius=25')
  await expect(titles(page)).toHaveText(['Placeword Surulere', 'Placeword Ikeja'])
  await expect(page.getByText(/^About \d+ km · Surulere, Lagos$/)).toBeVisible()
  await page.getByLabel('Sort by').selectOption('Nearest')
  await expect(titles(page)).toHaveText(['Placeword Ikeja', 'Placeword Surulere'])
  await expect(page.getByText('In your area · Ikeja, Lagos')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await open(page, '/listings?search=placeword&category=1')
  await expect(page.getByText(/listings found/)).toBeVisible()
  await expect(page.getByText('around Ikeja')).toBeHidden()

  await open(page, '/')
  await expect(control(page)).toHaveText('Ikeja')
  await page.getByRole('main').getByLabel('Search listings').fill('placeword')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(titles(page)).toHaveText(['Placeword Surulere', 'Placeword Ikeja'])
  await page.getByRole('link', { name: 'Remove 25 km around Ikeja' }).click()
  await expect(page).toHaveURL('/listings?search=placeword')
  await expect(titles(page)).toHaveCount(3)
  await open(page, '/')
  await expect(control(page)).toHaveText('All of Nigeria')
  await control(page).click()
  await dialog(page).getByLabel('State').selectOption('Kano')
  await dialog(page).getByRole('button', { name: 'Show listings' }).click()
  await expect(page).toHaveURL('/listings?state=Kano')
  await expect(titles(page).filter({ hasText: 'Placeword' })).toHaveText(['Placeword Fagge'])
  await page.getByRole('link', { name: 'Clear All' }).click()
  await expect(page).toHaveURL('/listings')
  await open(page, '/')
  await expect(control(page)).toHaveText('All of Nigeria')
})

test('[NEAR-REMEMBERED] a place is forgotten by its badge and by the filters, whether it is a state or an LGA', async ({
  page,
}) => {
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  const ways = {
    badge: () => page.getByRole('link', { name: 'Remove Kano' }).click(),
    'another choice': async () => {
      await page.getByRole('button', { name: /^Filters/ }).click()
      await drawer.getByLabel('State').selectOption('All states')
      await drawer.getByRole('button', { name: /^Apply/ }).click()
    },
    clear: async () => {
      await page.getByRole('button', { name: /^Filters/ }).click()
      await drawer.getByRole('button', { name: 'Clear', exact: true }).click()
    },
    'an empty list': async () => {
      await open(page, '/listings?search=nothinglikeit&state=Kano')
      // The filters, then the words.
      await page.getByRole('link', { name: 'Clear Filters' }).click()
      await expect(page).toHaveURL('/listings?search=nothinglikeit')
      await page.getByRole('link', { name: 'Clear Filters' }).click()
    },
  }
  for (const [way, remove] of Object.entries(ways)) {
    await open(page, '/')
    await control(page).click()
    await dialog(page).getByLabel('State').selectOption('Kano')
    if (way === 'clear') await dialog(page).getByLabel('LGA').selectOption('Fagge')
    await dialog(page).getByRole('button', { name: 'Show listings' }).click()
    await expect(page).toHaveURL(/\?(state=Kano|near=Kano)/)
    await remove()
    await expect(page).toHaveURL('/listings')
    await open(page, '/')
    await expect(control(page), way).toHaveText('All of Nigeria')
  }
})

test('[NEAR-REMEMBERED] the place of a shared link is removed without the one that was chosen', async ({
  page,
}) => {
  await open(page, '/')
  await control(page).click()
  await dialog(page).getByLabel('State').selectOption('Kano')
  await dialog(page).getByRole('button', { name: 'Show listings' }).click()
  await expect(page).toHaveURL('/listings?state=Kano')
  await open(page, '/listings?state=Lagos')
  await page.getByRole('link', { name: 'Remove Lagos' }).click()
  await expect(page).toHaveURL('/listings')
  await open(page, '/listings?near=Lagos%2FIkeja&radius=25')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page
    .getByRole('dialog', { name: 'Filters' })
    .getByRole('button', { name: 'Clear', exact: true })
    .click()
  await expect(page).toHaveURL('/listings')
  await open(page, '/')
  await expect(control(page)).toHaveText('Kano')
})

test('[NEAR-ASKED] the position is asked for by a press, rounded, and its refusal leads to the list of LGAs', async ({
  page,
  context,
}) => {
  await open(page, '/listings')
  await control(page).click()
  const alert = dialog(page).getByRole('alert')
  const ask = () => dialog(page).getByRole('button', { name: 'Use my position' }).click()
  await page.evaluate(() => {
    navigator.geolocation.getCurrentPosition = (_, fail) => {
      Reflect.deleteProperty(navigator.geolocation, 'getCurrentPosition')
      fail?.({ code: 2, PERMISSION_DENIED: 1 } as GeolocationPositionError)
    }
  })
  await ask()
  await expect(alert).toHaveText('Your position was not found. Please pick your state and LGA instead.')
  await ask()
  await expect(alert).toContainText('Your browser keeps your position to itself, which is fine. Please pick')
  await page.evaluate(() => {
    navigator.geolocation.getCurrentPosition = (found) => {
      Reflect.deleteProperty(navigator.geolocation, 'getCurrentPosition')
      found({ coords: { latitude: 51.5, longitude: 3.34 } } as GeolocationPosition)
    }
  })
  await ask()
  await expect(alert).toContainText('You seem to be outside Nigeria. Please pick')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await control(page).click()
  await expect(dialog(page)).toBeVisible()
  await expect(alert).toHaveCount(0)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 6.6123456, longitude: 3.3412 })
  await ask()
  await expect(dialog(page).getByText('We use your position, rounded to about 5 km.')).toBeVisible()
  await dialog(page).getByLabel('Distance').selectOption('Any distance, nearest first')
  await dialog(page).getByRole('button', { name: 'Show listings' }).click()
  await expect(page).toHaveURL('/listings?near=6.60%2C3.35&sortBy=near')
  await expect(page.getByLabel('Sort by')).toHaveValue('near')
})

test('[NEAR-ASKED] a state that is chosen while the browser asks stays chosen', async ({ page }) => {
  await page.addInitScript(() => {
    const coords = { latitude: 6.6, longitude: 3.34 } as GeolocationCoordinates
    navigator.geolocation.getCurrentPosition = (found) =>
      window.addEventListener('allow', () => found({ coords } as GeolocationPosition), { once: true })
  })
  await open(page, '/listings')
  await control(page).click()
  const ask = dialog(page).getByRole('button', { name: 'Use my position' })
  await ask.click()
  await dialog(page).getByLabel('State').selectOption('Kano')
  await dialog(page).getByLabel('LGA').selectOption('Fagge')
  await page.evaluate(() => window.dispatchEvent(new Event('allow')))
  await expect(ask).toHaveAttribute('aria-busy', 'false')
  await dialog(page).getByRole('button', { name: 'Show listings' }).click()
  await expect(page).toHaveURL('/listings?near=Kano%2FFagge&radius=25')
})
