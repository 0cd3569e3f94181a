import type { Page } from '@playwright/test'
import {
  boxOf,
  expect,
  expectAccessibleEverywhere,
  holdRequests,
  open,
  phone,
  test,
} from './support/browser.ts'
import { type Person, person } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing, minutesAgo } from './support/test-listings.ts'

/** Five fans for these tests alone, found by a unique word. */
async function fans(oja: OjaServer, word: string): Promise<Person> {
  const seller = await person(oja)
  const rows = [
    { title: `${word} standing fan`, price: 2_500_000, condition: 'NEW', state: 'Lagos', lga: 'Ikeja' },
    { title: `${word} ceiling fan`, price: 1_200_000, condition: 'USED', state: 'Lagos', lga: 'Surulere' },
    { title: `${word} table fan`, price: 800_000, condition: 'USED', state: 'Kano', lga: 'Fagge' },
    { title: `${word} wall fan`, price: 4_000_000, condition: 'NEW', state: 'Kano', lga: 'Fagge' },
    { title: `${word} tower fan`, price: 9_000_000, condition: 'NEW', state: 'Oyo', lga: 'Ibadan North' },
  ] as const
  for (const [index, row] of rows.entries()) {
    await listing(oja, seller, {
      ...row,
      category_id: index === 4 ? 2 : 1,
      price_type: index === 3 ? 'NEGOTIABLE' : 'FIXED',
      created_at: minutesAgo(index + 1),
    })
  }
  return seller
}

const cards = (page: Page) => page.getByRole('main').getByRole('article')
const titles = (page: Page) => cards(page).getByRole('heading')
const box = (page: Page) => page.getByRole('combobox', { name: 'Search listings' })

async function openFilters(page: Page) {
  await page.getByRole('button', { name: /^Filters/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  await expect(drawer).toBeVisible()
  return drawer
}

test('[BROWSE-SEARCH-BOX] [BROWSE-RESULT-COUNT] [BROWSE-EMPTY] searching by Enter and by the button', async ({
  page,
  oja,
}) => {
  await fans(oja, 'Searchword')
  await open(page, '/listings')
  await box(page).fill('searchword wall')
  await box(page).press('Enter')
  await expect(page).toHaveURL(/\?search=searchword(\+|%20)wall$/)
  await expect(page.getByText('1 listings found')).toBeVisible()
  await expect(titles(page)).toHaveText(['Searchword wall fan'])

  await box(page).fill('searchword nothinglikethis')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'No listings found' })).toBeVisible()
  await expect(page.getByText('0 listings found')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL('/listings')
  await expect(cards(page).first()).toBeVisible()

  await box(page).fill('   ')
  await box(page).press('Enter')
  await expect(page).toHaveURL('/listings')
})

test('[BROWSE-DRAWER] [BROWSE-COUNT-BADGE] [BROWSE-BADGES] [BROWSE-LGA] filters are chosen in the drawer, shown as badges and removed', async ({
  page,
  oja,
}) => {
  await fans(oja, 'Drawerword')
  await open(page, '/listings?search=drawerword')
  await expect(page.getByText('5 listings found')).toBeVisible()
  await expect(cards(page)).toHaveCount(5)
  await expectAccessibleEverywhere(page)

  const drawer = await openFilters(page)
  const state = drawer.getByLabel('State')
  await expect(drawer.getByLabel('LGA')).toHaveCount(0)
  await expect(state.getByRole('option')).toHaveCount(38)
  await state.selectOption('Lagos')
  await drawer.getByLabel('LGA').selectOption('Ikeja')
  await state.selectOption('Kano')
  await expect(drawer.getByLabel('LGA')).toHaveValue('')
  await drawer.getByLabel('LGA').selectOption('Fagge')
  const condition = drawer.getByRole('group', { name: 'Condition' })
  await expect(condition.getByRole('radio', { name: 'Any' })).toBeChecked()
  await expect(condition.getByRole('radio')).toHaveCount(3)
  await condition.getByText('New').click()
  await drawer.getByRole('group', { name: 'Price type' }).getByText('Negotiable').click()
  await drawer.getByLabel('Minimum price in Naira').fill('50,000')
  await drawer.getByLabel('Maximum price in Naira').fill('10000')
  await drawer.getByLabel('Category').selectOption('1')
  await expectAccessibleEverywhere(page)
  await drawer.getByRole('button', { name: 'Apply' }).click()

  await expect(drawer).toHaveCount(0)
  await expect(titles(page)).toHaveText(['Drawerword wall fan'])
  const url = new URL(page.url())
  expect(Object.fromEntries(url.searchParams)).toEqual({
    search: 'drawerword',
    category: '1',
    condition: 'NEW',
    state: 'Kano',
    lga: 'Fagge',
    minPrice: '10000',
    maxPrice: '50000',
    priceType: 'NEGOTIABLE',
  })
  await expect(page.getByRole('button', { name: /^Filters/ })).toHaveText(/^Filters\s*7\s*active$/)
  const badges = page.getByRole('list', { name: 'Active filters' })
  await expectAccessibleEverywhere(page)
  await badges.getByRole('link', { name: 'Remove Kano' }).click()
  await expect(page).not.toHaveURL(/state=|lga=/)
  await badges.getByRole('link', { name: 'Remove Negotiable' }).click()
  await expect(titles(page)).toHaveText(['Drawerword standing fan', 'Drawerword wall fan'])
  // What was chosen and not applied is forgotten.
  const chosen = condition.getByRole('radio', { name: 'New' })
  await openFilters(page)
  await condition.getByText('Used').click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await openFilters(page)
  await expect(chosen).toBeChecked()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await badges.getByRole('link', { name: 'Clear All' }).click()
  await expect(page).toHaveURL('/listings')
  await expect(badges).toHaveCount(0)
})

test('[BROWSE-DRAWER] a price that is no amount is not applied, and the field asks for one', async ({
  page,
}) => {
  await open(page, '/listings?minPrice=1000')
  const drawer = await openFilters(page)
  const price = drawer.getByLabel('Minimum price in Naira')
  for (const text of ['fifty', '-5']) {
    await price.fill(text)
    await drawer.getByRole('button', { name: /^Apply/ }).click()
    await expect(price).toBeFocused()
    expect(await price.evaluate((field: HTMLInputElement) => field.validationMessage)).toBe(
      'Please type an amount in Naira, such as 50,000.',
    )
  }
  await price.fill('50k')
  await drawer.getByRole('button', { name: /^Apply/ }).click()
  await expect(page).toHaveURL('/listings?minPrice=50000')
})

test('[BROWSE-DRAWER] a long price that is pasted keeps its last digits', async ({ page }) => {
  await open(page, '/listings')
  const drawer = await openFilters(page)
  await drawer.getByLabel('Minimum price in Naira').focus()
  await page.keyboard.insertText('NGN 100,250,000.00')
  await drawer.getByRole('button', { name: /^Apply/ }).click()
  await expect(page).toHaveURL('/listings?minPrice=100250000')
})

test('[BROWSE-DRAWER] a choice at the end of the drawer leaves its head on a low screen', async ({
  page,
}) => {
  // A phone held across.
  await page.setViewportSize({ width: 800, height: 360 })
  await open(page, '/listings')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Filters' })
  const close = drawer.getByRole('button', { name: 'Close' })
  const before = await close.boundingBox()
  await drawer.locator('label', { hasText: 'Negotiable' }).click()
  await expect(drawer.getByRole('radio', { name: 'Negotiable' })).toBeChecked()
  await expect(drawer.getByRole('radio', { name: 'Negotiable' })).toBeFocused()
  expect(await close.boundingBox()).toEqual(before)
  const map = await boxOf(drawer.getByRole('link', { name: 'On a map' }))
  expect(map.height, 'a target for a thumb').toBeGreaterThanOrEqual(44)

  // Beside its keyboard.
  await page.setViewportSize({ width: 640, height: 150 })
  const price = drawer.getByLabel('Minimum price in Naira')
  await price.scrollIntoViewIfNeeded()
  await expect(price).toBeInViewport({ ratio: 1 })
  const apply = drawer.getByRole('button', { name: /^Apply/ })
  await apply.scrollIntoViewIfNeeded()
  await expect(apply).toBeInViewport({ ratio: 1 })
})

test('[BROWSE-DRAWER] Clear in the drawer removes every filter and keeps the words', async ({
  page,
  oja,
}) => {
  await fans(oja, 'Clearword')
  await open(page, '/listings?search=clearword&condition=NEW&state=Lagos')
  await expect(titles(page)).toHaveText(['Clearword standing fan'])
  const drawer = await openFilters(page)
  await drawer.getByRole('button', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/listings?search=clearword')
  await expect(page.getByText('5 listings found')).toBeVisible()
})

test('[BROWSE-CHIPS] a category chip applies immediately and keeps the other filters', async ({
  page,
  oja,
}) => {
  await fans(oja, 'Chipword')
  const categories = await oja.database.db
    .selectFrom('categories')
    .select(['id', 'name'])
    .orderBy('position')
    .execute()
  await open(page, '/listings?search=chipword')
  const chips = page.getByRole('navigation', { name: 'Categories' })
  await expect(chips.getByRole('link')).toHaveText(['All', ...categories.map(({ name }) => name)])
  await expect(chips.getByRole('link', { name: 'All', exact: true })).toHaveAttribute('aria-current', 'true')
  const second = categories.find(({ id }) => id === 2)?.name ?? ''
  await chips.getByRole('link', { name: second, exact: true }).click()
  await expect(page).toHaveURL('/listings?search=chipword&category=2')
  await expect(titles(page)).toHaveText(['Chipword tower fan'])
  // On a phone the row begins elsewhere.
  await page.setViewportSize(phone)
  const last = categories.at(-1)
  await open(page, `/listings?search=chipword&category=${last?.id}`)
  await expect(chips.getByRole('link', { name: last?.name ?? '', exact: true })).toBeInViewport({ ratio: 1 })
  await chips.getByRole('link', { name: 'All', exact: true }).click()
  await expect(page).toHaveURL('/listings?search=chipword')
  await expect(page.getByText('5 listings found')).toBeVisible()
})

test('[BROWSE-SORT] the three orders', async ({ page, oja }) => {
  await fans(oja, 'Sortword')
  await open(page, '/listings?search=sortword&state=Kano')
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await expect(sort).toHaveValue('latest')
  expect((await sort.getByRole('option').allTextContents()).slice(0, 3)).toEqual([
    'Latest',
    'Price: Low to High',
    'Price: High to Low',
  ])
  await expect(titles(page)).toHaveText(['Sortword table fan', 'Sortword wall fan'])
  await sort.selectOption('Price: High to Low')
  await expect(page).toHaveURL('/listings?search=sortword&state=Kano&sortBy=price-desc')
  await expect(titles(page)).toHaveText(['Sortword wall fan', 'Sortword table fan'])
  await sort.selectOption('Price: Low to High')
  await expect(titles(page)).toHaveText(['Sortword table fan', 'Sortword wall fan'])
  await sort.selectOption('Latest')
  await expect(page).toHaveURL('/listings?search=sortword&state=Kano')
  await page.getByRole('link', { name: 'Remove “sortword”' }).click()
  await expect(page).toHaveURL('/listings?state=Kano')
  await expect(sort.getByRole('option')).toHaveCount(3)
})

test('[BROWSE-URL] [BROWSE-NON-EMPTY] an address opened directly shows its list; empty parameters are not sent', async ({
  page,
  oja,
}) => {
  await fans(oja, 'Deepword')
  await open(
    page,
    '/listings?search=deepword&condition=USED&state=Kano&lga=Fagge&maxPrice=9000&category=&sortBy=price-asc&priceType=',
  )
  await expect(titles(page)).toHaveText(['Deepword table fan'])
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price-asc')
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/listings')
  await page.getByRole('link', { name: 'Remove Used' }).click()
  expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
    search: 'deepword',
    state: 'Kano',
    lga: 'Fagge',
    maxPrice: '9000',
    sortBy: 'price-asc',
  })
})

test('[BROWSE-URL] a percent sign before letters is searched for as it was typed', async ({ page }) => {
  await open(page, '/listings')
  await box(page).fill('100%fabric')
  await box(page).press('Enter')
  await expect(page).toHaveURL('/listings?search=100%25fabric')
  await expect(box(page)).toHaveValue('100%fabric')
  await expect(page).toHaveTitle('“100%fabric” · Oja')
})

test('[BROWSE-URL] a state and an LGA typed in another case lead to the address of their list', async ({
  page,
  oja,
}) => {
  await listing(oja, await person(oja), { title: 'Caseword fan', state: 'Cross River', lga: 'Calabar South' })
  await open(page, '/listings?search=caseword&state=cross+river&lga=CALABAR+south&condition=USED')
  await expect(page).toHaveURL('/listings?search=caseword&state=Cross+River&lga=Calabar+South&condition=USED')
  await expect(titles(page)).toHaveText(['Caseword fan'])
  const drawer = await openFilters(page)
  await expect(drawer.getByLabel('State')).toHaveValue('Cross River')
  await expect(drawer.getByLabel('LGA')).toHaveValue('Calabar South')
})

test('[BROWSE-BADGES] [BROWSE-URL] reversed prices are shown in their order, and what was left out with its reason', async ({
  page,
  oja,
}) => {
  await fans(oja, 'Swapword')
  await open(page, '/listings?search=swapword&minPrice=30000&maxPrice=9000&sortBy=cheapest')
  await expect(titles(page)).toHaveText(['Swapword standing fan', 'Swapword ceiling fan'])
  await expect(page.getByRole('link', { name: 'Remove From ₦9,000' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Remove Up to ₦30,000' })).toBeVisible()
  await expect(page.getByText('We left out the filter sortBy=cheapest: we do not know it.')).toBeVisible()
  const drawer = await openFilters(page)
  await expect(drawer.getByLabel('Minimum price in Naira')).toHaveValue('9,000')
  await expect(drawer.getByLabel('Maximum price in Naira')).toHaveValue('30,000')
})

test('[BROWSE-RESULT-COUNT] the count shows Loading... while the list loads, nothing moves when it arrives, and a plus stands where there may be more', async ({
  page,
  oja,
}) => {
  await fans(oja, 'Slowword')
  const list = '**/api/listings?*slowword*'
  const release = await holdRequests(page, list)
  await page.setViewportSize(phone)
  await open(page, '/listings')
  await box(page).fill('slowword')
  await box(page).press('Enter')
  await expect(page.getByText('Loading...')).toBeVisible()
  await expect(page.locator('[data-skeleton=listing]')).toHaveCount(8)
  const places = async () => [
    await boxOf(page.getByLabel('Sort by')),
    (await boxOf(page.getByRole('main').getByRole('list').last())).y,
  ]
  const before = await places()
  release()
  await expect(page.getByText('5 listings found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save this search' })).toBeVisible()
  expect(await places()).toEqual(before)
  await page.route(list, async (route) => {
    const response = await route.fetch()
    const headers = { ...response.headers(), 'x-total-count': '4100', 'x-total-count-exact': 'false' }
    await route.fulfill({ response, headers })
  })
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: Low to High')
  await expect(page.getByText('4,100+ listings found')).toBeVisible()
})

test('[BROWSE-FAIL] a list that fails shows an error, and Try again loads it', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  await fans(oja, 'Failword')
  const call = '**/api/listings?*failword*'
  await page.route(call, (route) => route.fulfill({ status: 500, body: 'broken' }))
  await open(page, '/listings')
  await box(page).fill('failword')
  await box(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('Failed to load listings')
  await expectAccessibleEverywhere(page)
  await page.unroute(call)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('5 listings found')).toBeVisible()
})

test('[BROWSE-FAIL] a list that is on the screen stays when it cannot be read again', async ({
  page,
  oja,
  context,
  expectedStatuses,
}) => {
  expectedStatuses.push(401, 503)
  await fans(oja, 'Keepword')
  await open(page, '/listings?search=keepword')
  const wasLost = await page.evaluateHandle(() => {
    const seen = { lost: false }
    const look = () => {
      seen.lost ||= document.querySelectorAll('main article').length === 0
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
    return seen
  })
  // A browser may report a connection before it works.
  const repeated = Promise.withResolvers<void>()
  let reads = 0
  await page.route('**/api/listings?*keepword*', (route) => {
    reads += 1
    if (reads === 1) return route.fulfill({ status: 503, body: 'not yet' })
    repeated.resolve()
    return route.continue()
  })
  await context.setOffline(true)
  await context.setOffline(false)
  await repeated.promise
  expect(await wasLost.evaluate(({ lost }) => lost)).toBe(false)
})

test.describe('a list of several pages', () => {
  test.use({ viewport: phone })

  test('[BROWSE-MORE] [BROWSE-HISTORY] the next page comes before the end; back and a reload restore the position in it', async ({
    page,
    oja,
  }) => {
    const seller = await person(oja)
    for (let number = 1; number <= 30; number += 1)
      await listing(oja, seller, { title: `Manyword item ${number}`, created_at: minutesAgo(number) })
    await open(page, '/listings?search=manyword')
    await expect(page.getByText('30 listings found')).toBeVisible()
    await expect(cards(page)).toHaveCount(24)
    // Firefox gives no height to a query container whose layout is skipped.
    await expect(page.locator('.listing-card').last()).toHaveCSS('content-visibility', 'visible')
    await expect(cards(page).last()).toHaveCSS('content-visibility', 'auto')
    const more = page.getByRole('link', { name: 'Show more' })
    await expect(more).toHaveAttribute('href', /\/listings\?search=manyword&cursor=/)
    // As from a screen reader's list of links: where the link goes away with the focus, the first of the new cards has it.
    await more.focus()
    await expect(cards(page)).toHaveCount(30)
    await expect(cards(page).nth(24).getByRole('link')).toBeFocused()
    await expect(more).toHaveCount(0)
    await expect(page).toHaveURL('/listings?search=manyword')

    const far = page.getByRole('link', { name: 'Manyword item 27', exact: true })
    await far.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(1000)
    await far.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manyword item 27')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL('/listings?search=manyword')
    await expect(cards(page)).toHaveCount(30)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
    await page.reload()
    await expect(cards(page)).toHaveCount(30)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
    await page.goForward()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manyword item 27')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  })

  test('[BROWSE-MORE] the loaded pages and the place in them stay while they are read again', async ({
    page,
    oja,
    context,
    expectedStatuses,
  }) => {
    expectedStatuses.push(401)
    const seller = await person(oja)
    for (let number = 1; number <= 30; number += 1)
      await listing(oja, seller, { title: `Stayword item ${number}`, created_at: minutesAgo(number) })
    await open(page, '/listings?search=stayword')
    await cards(page).nth(20).scrollIntoViewIfNeeded()
    await expect(cards(page)).toHaveCount(30)
    const last = page.getByRole('link', { name: 'Stayword item 30', exact: true })
    await last.scrollIntoViewIfNeeded()

    await context.setOffline(true)
    await listing(oja, seller, { title: 'Stayword item of the meantime' })
    const asked = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await page.route('**/api/listings?*cursor=*', async (route) => {
      asked.resolve()
      await released.promise
      await route.continue()
    })
    await context.setOffline(false)
    await asked.promise
    await expect(cards(page).first()).toContainText('Stayword item of the meantime')
    await expect(last).toBeInViewport()
    released.resolve()
    await expect(cards(page)).toHaveCount(31)
    await expect(last).toBeInViewport()
  })

  test('[BROWSE-HISTORY] back and forward change filters, and the page follows', async ({ page, oja }) => {
    await fans(oja, 'Backword')
    await open(page, '/listings?search=backword')
    await expect(cards(page)).toHaveCount(5)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-asc')
    await expect(titles(page).first()).toHaveText('Backword table fan')
    await box(page).fill('backword tower')
    await box(page).press('Enter')
    await expect(titles(page)).toHaveText(['Backword tower fan'])
    await page.goBack()
    await expect(titles(page).first()).toHaveText('Backword table fan')
    await expect(box(page)).toHaveValue('backword')
    await page.goBack()
    await expect(titles(page).first()).toHaveText('Backword standing fan')
    await page.goForward()
    await page.goForward()
    await expect(titles(page)).toHaveText(['Backword tower fan'])
    await expect(box(page)).toHaveValue('backword tower')
  })
})

test('a card has room for the capital’s name on a phone', async ({ page, oja }) => {
  const place = { state: 'Federal Capital Territory', lga: 'Abuja Municipal' }
  await listing(oja, await person(oja), { title: 'Capitalword sofa', ...place })
  await page.setViewportSize(phone)
  await open(page, '/listings?search=capitalword')
  const shown = page.getByText('Abuja Municipal, FCT', { exact: true })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true)
})
