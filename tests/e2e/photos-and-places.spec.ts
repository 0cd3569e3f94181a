import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, expectToast, open, test } from './support/browser.ts'
import { tiles } from './support/listing-form.ts'
import { person, signIn } from './support/people.ts'
import { listing, photoFiles } from './support/test-listings.ts'

/** Pastes pictures while no field has the focus. */
async function paste(page: Page, count: number) {
  const files = (await photoFiles(count)).map(({ name, buffer }) => ({
    name,
    data: buffer.toString('base64'),
  }))
  await page.evaluate((pictures) => {
    const clipboardData = new DataTransfer()
    for (const { name, data } of pictures) {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      clipboardData.items.add(new File([bytes], name, { type: 'image/jpeg' }))
    }
    document.body.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, files)
}

/** Width and height in pixels of a photo as the form shows it. */
const sizeOf = (page: Page, number: number) =>
  tiles(page)
    .nth(number - 1)
    .locator('img')
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])

test('[SELL-PHOTO-PASTE] [SELL-PHOTO-KEYS] [SELL-PHOTO-EDIT] pasted photos are ordered, rotated and cropped by keyboard', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  await paste(page, 3)
  await expectToast(page, 'Images uploaded', '3 image(s) uploaded successfully')
  const sources = () =>
    tiles(page)
      .locator('img')
      .evaluateAll((all) => all.map((one) => one.getAttribute('src')))
  const [first, second, third] = await sources()

  await tiles(page).first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Photo moved to place 2 of 3.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Photo moved to place 3 of 3.')).toBeVisible()
  await expect(tiles(page).nth(2)).toBeFocused()
  expect(await sources()).toEqual([second, third, first])

  const [width = 0, height = 0] = await sizeOf(page, 3)
  expect(width).not.toBe(height)
  await page.getByRole('button', { name: 'Crop, rotate' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate' })
  await dialog.getByRole('button', { name: 'Rotate', exact: true }).press('Enter')
  await expect(dialog.getByText('Rotated by 90 degrees.')).toBeAttached()
  for (let step = 0; step < 5; step += 1)
    await dialog.getByRole('button', { name: 'Bottom edge' }).press('Shift+ArrowUp')
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Save photo' }).press('Enter')
  await expectToast(page, 'Images uploaded', '1 image(s) uploaded successfully')
  await expect(dialog).toHaveCount(0)
  const [newWidth = 0, newHeight = 0] = await sizeOf(page, 3)
  expect(newWidth).toBe(height)
  expect(newHeight).toBeLessThan(width)
  expect(newHeight).toBeGreaterThan(0)
  expect((await sources()).slice(0, 2)).toEqual([second, third])
})

test('[PLACES-PAGE] [PLACES-MAP] a state is chosen on the map, or by keyboard in the list beside it', async ({
  page,
  oja,
}) => {
  await listing(oja, await person(oja), { state: 'Taraba', lga: 'Jalingo', title: 'Loom from Jalingo' })
  await open(page, '/')
  await page.getByRole('link', { name: 'Browse by state' }).click()
  await expect(page).toHaveURL('/places')
  await expectAccessibleEverywhere(page)
  const box = page.getByRole('searchbox', { name: 'Find a state' })
  const links = page.getByRole('navigation', { name: 'States' }).getByRole('link')
  await box.fill('abuja')
  await expect(links).toHaveAccessibleName(/^Federal Capital Territory/)
  await box.fill('tara')
  await expect(links).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(links).toBeFocused()
  await expect(links).toHaveAccessibleName(/^Taraba \d+ listing/)
  await expect(page.locator('.state-map [data-chosen]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/listings?state=Taraba')
  await expect(page.getByRole('link', { name: /Loom from Jalingo/ })).toBeVisible()
  await page.goBack()
  await page.locator('.state-map a').filter({ hasText: 'Taraba' }).click()
  await expect(page).toHaveURL('/listings?state=Taraba')
})

test('[SELL-PHOTO-EDIT] of a photo that cannot be loaded, the editor says what to do', async ({
  page,
  oja,
  pageErrors,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Picture frame' })
  await signIn(page, oja, seller)
  await open(page, `/edit-listing/${id}`)
  await tiles(page).first().click()
  await page.route('**/media/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Crop, rotate' }).click()
  const editor = page.getByRole('dialog', { name: 'Crop and rotate' })
  await expect(editor.getByRole('alert')).toHaveText('Remove it, and add it again.')
  const lost = pageErrors.filter((error) => error.includes('net::ERR_FAILED'))
  for (const error of lost) pageErrors.splice(pageErrors.indexOf(error), 1)
})
