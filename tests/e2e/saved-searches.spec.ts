import { logIn } from './support/auth-forms.ts'
import { expect, expectAccessibleEverywhere, expectToast, open, phone, test } from './support/browser.ts'
import { password, person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[SEARCHES-SCREENS] an empty result is saved by one press, notified of a match, edited, paused and deleted', async ({
  page,
  oja,
}) => {
  await page.setViewportSize(phone)
  const ada = await person(oja)
  await signIn(page, oja, ada)
  await open(page, '/listings?search=theremin&state=Lagos')
  await page.getByRole('button', { name: 'Tell me when something comes' }).click()
  await expectToast(page, 'Search saved', 'We tell you when something new comes.')
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeFocused()

  const title = 'Theremin with a stand'
  await listing(oja, await person(oja), { title, state: 'Lagos', lga: 'Ikeja' })
  await expect
    .poll(async () => (await ada.api('GET /api/saved-searches')).map(({ news }) => news))
    .toEqual([1])
  await open(page, '/saved-searches')
  const card = page.getByRole('article')
  await expect(card.getByRole('heading', { name: 'theremin in Lagos' })).toBeVisible()
  await expect(card).toContainText('1 new')
  await expect(card).toContainText('“theremin” · Lagos')
  await expectAccessibleEverywhere(page)

  // What somebody opened is no longer new, neither here nor at the bell.
  await card.getByRole('link', { name: 'Open theremin in Lagos' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect.poll(() => ada.api('GET /api/notifications/unread-count')).toEqual({ count: 0 })
  await page.goBack()
  await expect(card.getByRole('heading', { name: 'theremin in Lagos' })).toBeVisible()
  await expect(card).not.toContainText('new')

  await card.getByRole('button', { name: 'Edit theremin in Lagos' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('For the band')
  await dialog.getByLabel('Maximum price in Naira').fill('200,000')
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Search changed')
  await expect(card.getByRole('heading', { name: 'For the band' })).toBeVisible()
  await expect(card).toContainText('Up to ₦200,000')

  await card.getByRole('button', { name: 'Pause For the band' }).click()
  await expect(card).toContainText('Paused')
  await page.reload()
  await card.getByRole('button', { name: 'Resume For the band' }).click()
  await expect(card).not.toContainText('Paused')
  await card.getByRole('heading').getByRole('link').click()
  await expect(page).toHaveURL('/listings?search=theremin&state=Lagos&maxPrice=200000')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'Edit' }).click()
  await card.getByRole('button', { name: 'Delete For the band' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'No saved searches yet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Saved searches', exact: true })).toBeFocused()
})

test('[SEARCHES-SCREENS] a visitor logs in and comes back to the saved search', async ({ page, oja }) => {
  const ada = await person(oja, { password })
  await open(page, '/listings?search=ondes+martenot')
  await page.getByRole('button', { name: 'Tell me when something comes' }).click()
  await logIn(page, ada.email)
  await expect(page).toHaveURL('/listings?search=ondes+martenot')
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  expect((await ada.api('GET /api/saved-searches')).map(({ name }) => name)).toEqual(['ondes martenot'])
})

test('[SEARCHES-SCREENS] only the search that was saved is called saved, also beside another one in the cache', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  for (const title of ['Accordion of the cache', 'Balafon of the cache'])
    await listing(oja, seller, { title })
  const ada = await person(oja)
  await signIn(page, oja, ada)
  const save = page.getByRole('button', { name: 'Save this search' })
  const box = page.getByRole('main').getByLabel('Search listings')
  await open(page, '/listings?search=accordion+cache')
  await box.fill('balafon cache')
  await box.press('Enter')
  await expect(page).toHaveURL('/listings?search=balafon+cache')
  await expect(save).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/listings?search=accordion+cache')
  await save.click()
  await expectToast(page, 'Search saved', 'We tell you when something new comes.')
  await page.goForward()
  await expect(page).toHaveURL('/listings?search=balafon+cache')
  await expect(save).toBeVisible()
  await save.click()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible()
  expect((await ada.api('GET /api/saved-searches')).map(({ name }) => name)).toEqual([
    'balafon cache',
    'accordion cache',
  ])
})
