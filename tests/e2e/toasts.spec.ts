import type { Page } from '@playwright/test'
import {
  closeToast,
  expect,
  expectAccessibleEverywhere,
  expectToast,
  holdRequests,
  open,
  test,
} from './support/browser.ts'
import { chooser } from './support/listing-form.ts'
import { person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing, photoFiles } from './support/test-listings.ts'

const toast = (page: Page) => page.locator('.toast')
const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true }).click()

/** A page on which Share shows 'Link copied'. */
async function openListing(page: Page, oja: OjaServer) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true, writable: true })
  })
  await open(page, `/listings/${await listing(oja, await person(oja))}`)
}

test('[TOAST-5S] a toast stays five seconds', async ({ page, oja }) => {
  await page.clock.install()
  await openListing(page, oja)
  await page.clock.pauseAt(Date.now() + 60_000)
  await share(page)
  await expect(toast(page)).toContainText('Link copied')
  await page.mouse.move(1, 1)
  await page.clock.runFor(4900)
  await expect(toast(page)).toBeVisible()
  await page.clock.runFor(400)
  await expect(toast(page)).toHaveCount(0)
})

test('[TOAST-F8] F8 moves the focus to the notifications', async ({ page, oja }) => {
  await openListing(page, oja)
  await share(page)
  await expectToast(page, 'Link copied')
  await page.keyboard.press('F8')
  const region = page.getByRole('region', { name: /Notifications/ })
  await expect(
    region
      .locator(':focus')
      .or(region.and(page.locator(':focus')))
      .first(),
  ).toBeVisible()
  // The focus outline surrounds the toast, in each theme's focus colour.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const drawn = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(focused)
      return { outlineStyle, outlineWidth, outlineColor, height: focused.offsetHeight }
    })
    expect(drawn).toMatchObject({ outlineStyle: 'solid', outlineWidth: '3px' })
    expect(drawn.outlineColor).not.toMatch(/, 0\)$/)
    expect(drawn.height).toBeGreaterThan(40)
  }
  await expectAccessibleEverywhere(page)
})

test('[TOAST-F8] after a toast is closed by keyboard, the focus is where it was before', async ({
  page,
  oja,
}) => {
  await openListing(page, oja)
  const button = page.getByRole('button', { name: 'Share', exact: true })
  for (const keys of [
    ['F8', 'Escape'],
    ['F8', 'Tab', 'Tab', 'Enter'],
  ]) {
    await button.press('Enter')
    await expectToast(page, 'Link copied')
    for (const key of keys) await page.keyboard.press(key)
    await expect(toast(page)).toHaveCount(0)
    await expect(button).toBeFocused()
  }
})

test('[TOAST-SWIPE] a swipe of 50 px to the right dismisses it, a shorter one does not', async ({
  page,
  oja,
}) => {
  await page.clock.install()
  await openListing(page, oja)
  // No toast ends by itself any more.
  await page.clock.pauseAt(Date.now() + 60_000)
  await share(page)
  await expectToast(page, 'Link copied')
  const swipe = async (by: number) => {
    const box = await toast(page).boundingBox()
    if (!box) throw new Error('There is no toast.')
    const [x, y] = [box.x + 60, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const step of [10, 20, 30, by]) await page.mouse.move(x + step, y)
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toast(page)).toBeVisible()
  await swipe(80)
  await page.clock.runFor(400)
  await expect(toast(page)).toHaveCount(0)
})

test('[TOAST-ONE] a newer toast replaces a success immediately', async ({ page, oja }) => {
  await openListing(page, oja)
  await share(page)
  await expectToast(page, 'Link copied')
  await page.evaluate(() => Object.assign(navigator, { share: async () => undefined }))
  await share(page)
  await expectToast(page, 'Shared successfully')
})

test('[TOAST-ONE] a newer toast replaces a failure too', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  await page.getByRole('button', { name: 'Create Listing' }).click()
  await expectToast(page, 'Form validation error')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Images uploaded')
  await expect(toast(page)).not.toContainText('Form validation error')
  await closeToast(page)
})

test('[TOAST-OFFLINE] a toast whose code loads too late is not shown', async ({ page, oja }) => {
  const release = await holdRequests(page, /\/assets\/toaster-/)
  await page.clock.install()
  await openListing(page, oja)
  const asked = page.waitForRequest(/\/assets\/toaster-/)
  await share(page)
  await asked
  await page.clock.runFor(6000)
  release()
  await expect(page.locator('.toast-layer')).toBeAttached()
  await expect(toast(page)).toHaveCount(0)
  await page.evaluate(() => Object.assign(navigator, { share: async () => undefined }))
  await share(page)
  await expectToast(page, 'Shared successfully')
})

test('[TOAST-PLACE] on a phone a toast stands above the action bar and the keyboard, and away from the header', async ({
  page,
  oja,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openListing(page, oja)
  await page.getByRole('button', { name: 'Share', exact: true }).first().click()
  await expectToast(page, 'Link copied')
  const card = await toast(page).boundingBox()
  const bar = await page
    .getByRole('link', { name: /Contact/ })
    .or(page.getByRole('button', { name: /Contact/ }))
    .last()
    .boundingBox()
  const header = await page.locator('header').first().boundingBox()
  if (!card || !bar || !header) throw new Error('Something is not shown.')
  expect(card.y + card.height).toBeLessThanOrEqual(bar.y)
  expect(card.y).toBeGreaterThan(header.y + header.height)
  // The keyboard of an iPhone covers the page, and only the visual viewport shrinks.
  const layer = page.locator('.toast-layer')
  const bottom = () => layer.evaluate((one) => Number.parseFloat(getComputedStyle(one).bottom))
  const before = await bottom()
  await page.evaluate(() => {
    Object.defineProperty(visualViewport, 'height', { value: innerHeight - 300 })
    visualViewport?.dispatchEvent(new Event('resize'))
  })
  expect(await bottom()).toBe(before + 300)
})

test('[TOAST-PLACE] over a phone’s dialog it is at the top: the fields are at the bottom', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await open(page, '/forgot-password')
  await page.getByLabel('E-mail').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expectToast(page, 'Check your email')
  const digits = page.getByRole('dialog').getByRole('textbox').first()
  await expect(digits).toBeVisible()
  const [card, field] = [await toast(page).boundingBox(), await digits.boundingBox()]
  if (!card || !field) throw new Error('Something is not shown.')
  expect(card.y + card.height).toBeLessThanOrEqual(field.y)
})
