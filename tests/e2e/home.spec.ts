import type { Page, Route } from '@playwright/test'
import { expect, expectAccessibleEverywhere, holdRequests, open, phone, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

const categoriesCall = '**/api/categories'
const featuredCall = '**/api/listings/featured'
const latestCall = '**/api/listings/latest'

/** The server renders the home page with its data; after navigation the browser fetches it. */
async function goHomeFromAbout(page: Page) {
  await open(page, '/about')
  await page.getByRole('link', { name: 'Oja, home' }).click()
  await expect(page).toHaveURL('/')
}

const fail = (route: Route) => route.fulfill({ status: 500, body: 'broken' })
const none = (route: Route) => route.fulfill({ json: [] })

test('[HOME-HERO] [HOME-SELL-VISITOR] [HOME-BROWSE] a visitor reads what Oja is and where to begin', async ({
  page,
}) => {
  await open(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Anything in Nigeria')
  await expect(
    page.getByText('Buy & Sell with ease. Connect with trusted sellers across Nigeria.', { exact: true }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Start Selling' }).click()
  await expect(page).toHaveURL('/login?next=/sell')
  await page.goBack()
  await page.getByRole('link', { name: 'Browse Listings' }).click()
  await expect(page).toHaveURL('/listings')
})

test('[HOME-SELL-MEMBER] a signed-in user can sell immediately', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/')
  await page.getByRole('link', { name: 'Sell Now' }).click()
  await expect(page).toHaveURL('/sell')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Listing')
})

test('[HOME-SEARCH] the search box opens Browse; blank input is ignored', async ({ page }) => {
  await open(page, '/')
  const box = page.getByRole('main').getByRole('combobox', { name: 'Search listings' })
  await box.fill('   ')
  await box.press('Enter')
  await expect(page).toHaveURL('/')
  await box.fill(' rice cooker & co ')
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/listings\?search=rice(\+|%20)cooker(\+|%20)%26(\+|%20)co$/)
  await expect(page.getByRole('combobox', { name: 'Search listings' })).toHaveValue('rice cooker & co')
})

test('[HOME-SUGGESTIONS] [SUGGEST-MIN] [SUGGEST-DEBOUNCE] typing suggests listings after a pause; choosing one opens it', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Zenith grinding stone', price_type: 'NEGOTIABLE' })
  const asked: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('/search-suggestions')) asked.push(url.searchParams.get('q') ?? '')
  })
  await page.clock.install()
  await open(page, '/')
  await page.clock.pauseAt(Date.now() + 60_000)
  const box = page.getByRole('main').getByRole('combobox', { name: 'Search listings' })
  await box.pressSequentially('z')
  // The code of the suggestions loads with the focus.
  await expect(page.getByRole('main').getByRole('search').getByRole('status')).toBeAttached()
  await page.clock.runFor(1000)
  expect(asked).toEqual([])
  await box.pressSequentially('eni')
  await page.clock.runFor(250)
  expect(asked).toEqual([])
  await box.pressSequentially('th')
  await page.clock.runFor(299)
  expect(asked).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => asked).toEqual(['zenith'])
  await page.clock.resume()
  const suggestion = page.getByRole('option', { name: /Zenith grinding stone/ })
  await expect(suggestion).toBeVisible()
  await expect(suggestion).toContainText('₦125,000')

  await page.keyboard.press('ArrowDown')
  await expect(suggestion).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(suggestion).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await suggestion.click()
  await expect(page).toHaveURL(`/listings/${id}`)
})

test('a screen reader hears of one suggestion, and of several', async ({ page }) => {
  await open(page, '/')
  const search = page.getByRole('main').getByRole('search')
  await search.getByRole('combobox').fill('qxqxqx')
  await expect(search.getByRole('status')).toHaveText('1 suggestion. Use the arrow keys.')
  await search.getByRole('combobox').fill('phones')
  await expect(search.getByRole('status')).toHaveText(/^([2-9]|\d\d) suggestions\. Use the arrow keys\.$/)
})

test('[HOME-SUGGESTIONS] on a phone, suggestions are as wide as the page, also where the field is narrow', async ({
  page,
  oja,
}) => {
  await listing(oja, await person(oja), { title: 'Quartz wall clock' })
  await page.setViewportSize(phone)
  for (const path of ['/', '/listings']) {
    await open(page, path)
    await page
      .getByRole('main')
      .getByRole('combobox', { name: 'Search listings' })
      .pressSequentially('quartz wall')
    await expect(page.getByRole('option', { name: /Quartz wall clock/ })).toBeVisible()
    const list = await page.getByRole('listbox', { name: 'Suggestions' }).boundingBox()
    expect(list?.x).toBeLessThan(30)
    expect(list?.width).toBeGreaterThan(300)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  }
})

test('[HOME-CHIPS] [HOME-CATEGORIES] [LIMIT-HOME] six chips and all categories, each with its list', async ({
  page,
  oja,
}) => {
  const categories = await oja.database.db
    .selectFrom('categories')
    .select(['id', 'name'])
    .orderBy('position')
    .execute()
  await open(page, '/')
  const chips = page.getByRole('list', { name: 'Popular categories' }).getByRole('link')
  await expect(chips).toHaveCount(6)
  await expect(chips.first()).toHaveAttribute('href', `/listings?category=${categories[0]?.id}`)

  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Browse Categories' }) })
  await expect(section.getByRole('link')).toHaveText(categories.map(({ name }) => name))
  const icons = await section.locator('a svg').evaluateAll((all) => all.map((icon) => icon.innerHTML))
  expect(new Set(icons).size).toBe(categories.length)
  const last = categories.at(-1)
  await section.getByRole('link', { name: last?.name ?? '', exact: true }).click()
  await expect(page).toHaveURL(`/listings?category=${last?.id}`)
})

test('[HOME-CATEGORY-ICONS] an unknown slug has the fallback icon', async ({ page }) => {
  await page.route(categoriesCall, (route) =>
    route.fulfill({
      json: [
        { id: 1, name: 'Known', slug: 'books' },
        { id: 2, name: 'Unknown', slug: 'x' },
        { id: 3, name: 'Unknown too', slug: 'constructor' },
      ],
    }),
  )
  await goHomeFromAbout(page)
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Browse Categories' }) })
  await expect(section.locator('a svg')).toHaveCount(3)
  const [known, unknown, tricky] = await section
    .locator('a svg')
    .evaluateAll((all) => all.map((icon) => icon.innerHTML))
  expect(unknown).not.toBe(known)
  expect(tricky).toBe(unknown)
})

test('[HOME-FEATURED] [HOME-LATEST] [LIMIT-HOME] at most 4 featured and 8 latest, with a link to all', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  // The server is shared: unfeature what other tests featured.
  await oja.database.db.updateTable('listings').set({ featured_until: null }).execute()
  const featured_until = new Date(Date.now() + 86_400_000)
  for (const number of [1, 2, 3, 4, 5])
    await listing(oja, seller, { title: `Featured thing ${number}`, featured_until })
  for (const number of [1, 2, 3, 4]) await listing(oja, seller, { title: `Newest thing ${number}` })

  await open(page, '/')
  const sections = page.locator('section')
  const featured = sections.filter({ has: page.getByRole('heading', { name: 'Featured Listings' }) })
  const latest = sections.filter({ has: page.getByRole('heading', { name: 'Latest Listings' }) })
  await expect(featured.getByRole('article')).toHaveCount(4)
  await expect(latest.getByRole('article')).toHaveCount(8)
  await expect(latest.getByRole('article').first()).toContainText('Newest thing 4')
  await expect(featured.getByText('View All')).toHaveAttribute('href', '/listings?featured=true')
  await expect(latest.getByText('View All')).toHaveAttribute('href', '/listings')
  await expectAccessibleEverywhere(page)

  await featured.getByText('View All').click()
  await expect(page).toHaveURL('/listings?featured=true')
  await expect(page.getByText('5 listings found')).toBeVisible()
})

test('[HOME-FEATURED] without featured listings the section is absent', async ({ page }) => {
  await page.route(featuredCall, none)
  await goHomeFromAbout(page)
  await expect(page.getByRole('heading', { name: 'Latest Listings' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Featured Listings' })).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('[HOME-FLOATING-SELL] a floating Sell button', async ({ page, oja }) => {
    await signIn(page, oja, await person(oja))
    await open(page, '/')
    const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' })
    const sell = shortcuts.getByRole('link', { name: 'Sell', exact: true })
    await expect(sell).toBeInViewport()
    await page.mouse.wheel(0, 600)
    await expect(sell).toBeInViewport()
    await sell.click()
    await expect(page).toHaveURL('/sell')
  })
})

test('[HOME-LOADING] 6 skeletons for categories and 8 for listings', async ({ page }) => {
  const release = await holdRequests(page, categoriesCall, featuredCall, latestCall)
  await goHomeFromAbout(page)
  await expect(page.locator('[data-skeleton=category]')).toHaveCount(6)
  await expect(page.locator('[data-skeleton=listing]')).toHaveCount(8)
  release()
  await expect(page.locator('[data-skeleton]')).toHaveCount(0)
})

test('[HOME-CATEGORIES-FAIL] [HOME-LISTINGS-FAIL] a failed read shows an error, and Try again helps', async ({
  page,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  await page.route(categoriesCall, fail)
  await page.route(latestCall, fail)
  await goHomeFromAbout(page)
  const categories = page.getByRole('alert').filter({ hasText: 'Failed to load categories' })
  await expect(categories).toContainText('Please try again later')
  const listings = page.getByRole('alert').filter({ hasText: 'Failed to load listings' })
  await expect(listings).toBeVisible()
  await expectAccessibleEverywhere(page)

  await page.unroute(latestCall)
  await listings.getByRole('button').click()
  await expect(listings).toHaveCount(0)
  await page.unroute(categoriesCall)
  await categories.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('list', { name: 'Popular categories' })).toBeVisible()
})

test('[HOME-CATEGORIES-EMPTY] [HOME-LISTINGS-EMPTY] an empty marketplace invites the first listing', async ({
  page,
}) => {
  for (const call of [categoriesCall, featuredCall, latestCall]) await page.route(call, none)
  await goHomeFromAbout(page)
  await expect(page.getByText('No categories available')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No listings yet' })).toBeVisible()
  await expect(page.getByText('Be the first to post a listing!')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Create Listing' }).click()
  await expect(page).toHaveURL('/login?next=/sell')
})
