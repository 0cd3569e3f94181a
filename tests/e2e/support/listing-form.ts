import type { Locator, Page } from '@playwright/test'

/** The fields of the create and the edit form. */
export const field = (page: Page, label: string): Locator =>
  page.getByRole('main').getByLabel(label, { exact: true })

export const tiles = (page: Page): Locator => page.getByRole('button', { name: /^Photo \d+ of \d+/ })

/** The hidden file field of this and other pages. */
export const chooser = (page: Page): Locator => page.locator('input[type=file]')

export const submit = (page: Page, name: 'Create Listing' | 'Save Changes'): Promise<void> =>
  page.getByRole('button', { name }).click()

export const goodDescription =
  'A strong gas cooker with four burners and an oven. It was used for two years in a small kitchen.'

/** Everything but the photos. */
export async function fillListing(page: Page, title: string): Promise<void> {
  await field(page, 'Title').fill(title)
  await field(page, 'Category').selectOption({ label: 'Electronics' })
  await field(page, 'Price (₦)').fill('85000')
  await field(page, 'State').selectOption('Lagos')
  await field(page, 'LGA').selectOption('Ikeja')
  await field(page, 'Description').fill(goodDescription)
}

/** The test hook of the create form. */
export async function setTestPhotos(page: Page, urls: string[]): Promise<void> {
  await page.evaluate((__testPhotos) => Object.assign(window, { __testPhotos }), urls)
}
