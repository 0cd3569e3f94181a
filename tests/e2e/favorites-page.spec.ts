import type { Page } from '@playwright/test'
import { limits } from '#shared/limits.ts'
import {
  boxOf,
  closeToast,
  expect,
  expectAccessibleEverywhere,
  expectHydrated,
  expectToast,
  holdRequests,
  open,
  phone,
  test,
} from './support/browser.ts'
import { cutOff, heart, save, savedOf } from './support/favorite-buttons.ts'
import { type Person, person, signIn } from './support/people.ts'
import { listing, minutesAgo } from './support/test-listings.ts'

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const titles = (page: Page) => cards(page).getByRole('heading')

/** Three favourites of a user, saved in this order. */
async function threeFavorites(page: Page, oja: Parameters<typeof person>[0], ada: Person) {
  const seller = await person(oja, { fullName: 'Amaka Obi' })
  await oja.database.db
    .updateTable('users')
    .set({ rating_avg: '4.67', rating_count: 3 })
    .where('id', '=', seller.id)
    .execute()
  const place = { state: 'Lagos', lga: 'Surulere' }
  const ids = [
    await listing(oja, seller, {
      title: 'Ọjà basket',
      price: 500_000,
      created_at: minutesAgo(125),
      ...place,
    }),
    await listing(oja, seller, { title: 'Ceiling fan', price: 100_000, status: 'SOLD', photos: '[]' }),
    await listing(oja, seller, {
      title: 'Standing fan',
      price: 900_000,
      price_type: 'NEGOTIABLE',
      views: 1204,
    }),
  ]
  await save(ada, ...ids)
  for (const [index, id] of ids.entries())
    await oja.database.db
      .updateTable('favorites')
      .set({ created_at: minutesAgo(60 * 24 * 2 + 10 - index) })
      .where('user_id', '=', ada.id)
      .where('listing_id', '=', id)
      .execute()
  await signIn(page, oja, ada)
  return { ids, seller }
}

test('[FAV-PAGE] [ROUTE-FAVORITES] all facts about saved listings, rendered by the server', async ({
  page,
  oja,
}) => {
  const ada = await person(oja)
  const { ids, seller } = await threeFavorites(page, oja, ada)
  const answer = await page.goto('/favorites')
  expect(await answer?.text()).toContain('Ceiling fan')
  await expectHydrated(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Favorites')
  await expect(page.getByText('3 saved listings', { exact: true })).toBeVisible()
  await expect(titles(page)).toHaveText(['Standing fan', 'Ceiling fan', 'Ọjà basket'])
  const [standing, ceiling, basket] = [cards(page).nth(0), cards(page).nth(1), cards(page).nth(2)]
  for (const text of ['₦9,000', 'Negotiable', 'Used', '1,204 views', '2 days ago', '4.7', 'Amaka Obi'])
    await expect(standing).toContainText(text)
  await expect(standing).not.toContainText('Active')
  await expect(ceiling).toContainText('Sold')
  await expect(ceiling).toContainText('No photo')
  await expect(ceiling).not.toContainText('Negotiable')
  await expect(basket).toContainText('Surulere, Lagos')
  await expect(basket).toContainText('2 hours ago')
  await expectAccessibleEverywhere(page)

  await standing.getByRole('link', { name: /Amaka Obi/ }).click()
  await expect(page).toHaveURL(`/users/${seller.id}`)
  await page.goBack()
  await page.getByRole('link', { name: 'Ceiling fan' }).click()
  await expect(page).toHaveURL(`/listings/${ids[1]}`)
})

test('[FAV-PAGE] search and the four orders; returning restores them', async ({ page, oja }) => {
  await threeFavorites(page, oja, await person(oja))
  await page.setViewportSize(phone)
  await open(page, '/about')
  const release = await holdRequests(page, '**/api/favorites/listings')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Favorites' }).click()
  const placeholder = page.getByLabel('Loading your favorites')
  await expect(placeholder).toBeVisible()
  const { y } = await boxOf(placeholder)
  release()
  await expect(titles(page)).toHaveCount(3)
  expect((await boxOf(cards(page).first())).y).toBe(y)
  await page.setViewportSize({ width: 1280, height: 800 })
  const sort = page.getByLabel('Sort by')
  await expect(sort.getByRole('option')).toHaveText([
    'Recently Added',
    'Oldest First',
    'Price Low to High',
    'Price High to Low',
  ])
  const orders = {
    'Oldest First': ['Ọjà basket', 'Ceiling fan', 'Standing fan'],
    'Price Low to High': ['Ceiling fan', 'Ọjà basket', 'Standing fan'],
    'Price High to Low': ['Standing fan', 'Ọjà basket', 'Ceiling fan'],
    'Recently Added': ['Standing fan', 'Ceiling fan', 'Ọjà basket'],
  }
  for (const [label, expected] of Object.entries(orders)) {
    await sort.selectOption({ label })
    await expect(titles(page)).toHaveText(expected)
  }
  await sort.selectOption({ label: 'Price Low to High' })
  const search = page.getByRole('searchbox', { name: 'Search your favorites' })
  await search.pressSequentially('FAN')
  await expect(titles(page)).toHaveText(['Ceiling fan', 'Standing fan'])
  await page.getByRole('link', { name: 'Standing fan' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Standing fan')
  await page.goBack()
  await expect(search).toHaveValue('FAN')
  await expect(titles(page)).toHaveText(['Ceiling fan', 'Standing fan'])

  await search.fill('oja')
  await expect(titles(page)).toHaveText(['Ọjà basket'])
  await search.fill('fridge')
  await expect(page.getByRole('heading', { name: 'No matching favorites' })).toBeVisible()
  await expect(page.getByText('0 of 3 saved listings', { exact: true })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Browse Listings' })).toHaveAttribute(
    'href',
    '/listings',
  )
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(titles(page)).toHaveCount(3)
})

test('[FAV-PAGE] many are shown in parts, also after the way back from a listing', async ({ page, oja }) => {
  const { atOnce } = limits.favorites
  const ada = await person(oja)
  const seller = await person(oja)
  const all = Array.from({ length: atOnce + 2 }, (_, number) =>
    listing(oja, seller, { title: `Mug number ${number}` }),
  )
  await save(ada, ...(await Promise.all(all)))
  await signIn(page, oja, ada)
  await open(page, '/favorites')
  await expect(page.getByText(`${all.length} saved listings`, { exact: true })).toBeVisible()
  await expect(titles(page)).toHaveCount(atOnce)
  await page.getByRole('link', { name: 'Show more (2)' }).press('Enter')
  await expect(titles(page)).toHaveCount(all.length)
  await expect(cards(page).nth(atOnce).getByRole('link').first()).toBeFocused()
  await expect(page.getByRole('link', { name: /Show more/ })).toHaveCount(0)

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/listings\/\d+$/)
  await page.goBack()
  await expect(titles(page)).toHaveCount(all.length)
})

test('[FAV-REMOVE] [TOAST-FAVORITES] [ERROR-FAVORITES] each card is removed by its button, and returns when that fails', async ({
  page,
  oja,
  pageErrors,
}) => {
  const ada = await person(oja)
  await threeFavorites(page, oja, ada)
  await open(page, '/favorites')
  const remove = (title: string) => page.getByRole('button', { name: `Remove ${title} from favorites` })
  const restore = await cutOff(page, pageErrors)
  await remove('Ceiling fan').click()
  await expectToast(page, 'Failed to remove', 'Could not remove from favorites')
  await expect(titles(page)).toHaveText(['Standing fan', 'Ceiling fan', 'Ọjà basket'])
  await closeToast(page)
  await restore()

  await remove('Ceiling fan').click()
  await expectToast(page, 'Removed from favorites')
  await expect(titles(page)).toHaveText(['Standing fan', 'Ọjà basket'])
  await expect(page.getByText('2 saved listings', { exact: true })).toBeVisible()
  await expect(remove('Ọjà basket')).toBeFocused()
  await remove('Ọjà basket').click()
  await expect(page.getByText('1 saved listing', { exact: true })).toBeVisible()
  await remove('Standing fan').click()
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Favorites' })).toBeFocused()
  await expect.poll(() => savedOf(ada)).toEqual([])
  await page.getByRole('main').getByRole('link', { name: 'Browse Listings' }).click()
  await expect(page).toHaveURL('/listings')
})

test('[FAV-PAGE] listings saved elsewhere are shown when the page opens', async ({ page, oja }) => {
  const ada = await person(oja)
  await listing(oja, await person(oja), { title: 'Latersaved pan' })
  await signIn(page, oja, ada)
  await open(page, '/favorites')
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('main').getByRole('link', { name: 'Browse Listings' }).click()
  await heart(page, 'Latersaved pan').click()
  await expectToast(page, 'Added to favorites')
  await page.getByRole('banner').getByRole('link', { name: 'Favorites' }).click()
  await expect(titles(page)).toHaveText(['Latersaved pan'])
})

test('[ROUTE-FAVORITES] visitors log in first', async ({ page }) => {
  await open(page, '/favorites')
  await expect(page).toHaveURL('/login?next=/favorites')
})
