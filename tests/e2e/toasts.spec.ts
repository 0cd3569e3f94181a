import type { Page } from '@playwright/test'
import { closeToast, expect, expectAccessibleEverywhere, expectToast, open, test } from './support/browser.ts'
import { listing, photoFiles } from './support/goods.ts'
import { chooser } from './support/listing-form.ts'
import { person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'

const toast = (page: Page) => page.locator('.toast')
const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true }).click()

/** A page on which a press on Share says 'Link copied'. */
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

test('[TOAST-F8] F8 leads the keyboard to the notifications', async ({ page, oja }) => {
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
  await expectAccessibleEverywhere(page)
})

test('[TOAST-SWIPE] a swipe of 50 px to the right dismisses it, a shorter one does not', async ({
  page,
  oja,
}) => {
  await openListing(page, oja)
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
  await expect(toast(page)).toHaveCount(0, { timeout: 2000 })
})

test('[TOAST-ONE] a newer toast takes the place of a success at once', async ({ page, oja }) => {
  await openListing(page, oja)
  await share(page)
  await expectToast(page, 'Link copied')
  await page.evaluate(() => Object.assign(navigator, { share: async () => undefined }))
  await share(page)
  await expectToast(page, 'Shared successfully')
})

test('[TOAST-ONE] a failure keeps its time, and the next one waits', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  await page.getByRole('button', { name: 'Create Listing' }).click()
  await expectToast(page, 'Form validation error')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expect(page.getByRole('region', { name: 'Listing checklist' })).toContainText('1/10')
  await expectToast(page, 'Form validation error')
  await page.locator('.toast').getByRole('button', { name: 'Close' }).click()
  await expectToast(page, 'Images uploaded')
  await closeToast(page)
})
