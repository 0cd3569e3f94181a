import { limits } from '#shared/limits.ts'
import { administrator } from './support/administrators.ts'
import { expect, phone, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test.use({ javaScriptEnabled: false, viewport: phone })

test('[MAIN-VISITOR] [SEO-NO-SCRIPT] search form, links and pages work without JavaScript', async ({
  page,
  oja,
}) => {
  const seller = await person(oja, { fullName: 'Sade Noscript' })
  const description = `${'A calm lamp for long evenings. '.repeat(12)}And its shade.`
  await listing(oja, seller, { title: 'Quietword lamp', description, photoCount: 2 })
  await listing(oja, seller, { title: 'Quietword shade', condition: 'NEW' })

  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Anything in Nigeria')
  await expect(page.getByRole('heading', { name: 'Browse Categories' })).toBeVisible()
  const box = page.getByRole('main').locator('input[name=search]')
  await box.fill('quietword')
  await box.press('Enter')
  await expect(page).toHaveURL('/listings?search=quietword')
  await expect(page.getByText('2 listings found')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear search' })).toHaveCount(0)
  await page.locator('noscript summary').click()
  await page.getByLabel('Condition').selectOption('USED')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('1 listings found')).toBeVisible()
  await page.locator('noscript summary').click()
  await page.getByLabel('Maximum price (₦)').pressSequentially('1,000')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('0 listings found')).toBeVisible()
  await page.getByRole('link', { name: 'Remove Up to ₦1,000' }).click()

  await page.getByRole('link', { name: 'Quietword lamp' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quietword lamp')
  await expect(page.getByText('And its shade.')).toBeVisible()
  const clamped = await page
    .getByText('And its shade.')
    .evaluate((node) => getComputedStyle(node).webkitLineClamp)
  expect(clamped).toBe('none')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Sade Noscript/ })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sade Noscript')
  await page.getByRole('link', { name: /^Reviews/ }).click()
  await expect(page.getByText('No reviews yet')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Login' }).click()
  await expect(page.getByRole('main').locator('noscript p')).toBeVisible()
})

test('[BROWSE-MORE] [PROFILE-LISTINGS] [PROFILE-REVIEWS] the next page is a link', async ({ page, oja }) => {
  const seller = await person(oja)
  for (let number = 1; number <= 25; number += 1)
    await listing(oja, seller, { title: `Linkword item ${number}`, photoCount: 0 })
  await page.goto('/listings?search=linkword')
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL(/cursor=/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goto(`/users/${seller.id}`)
  await expect(page.getByRole('article')).toHaveCount(24)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(1)

  const reviewers = await Promise.all(Array.from({ length: 25 }, () => person(oja)))
  await oja.database.db
    .insertInto('reviews')
    .values(
      reviewers.map(({ id }, index) => ({
        user_id: seller.id,
        reviewer_id: id,
        stars: 5,
        comment: `Linkword review ${index}`,
      })),
    )
    .execute()
  await page.goto(`/users/${seller.id}?tab=reviews`)
  await expect(page.getByText('Linkword review')).toHaveCount(24)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page.getByText('Linkword review')).toHaveCount(1)
})

test('[FAV-PAGE] [MINE-TABS] so it is in one’s own lists', async ({ page, oja }) => {
  const seller = await person(oja)
  const all = Array.from({ length: limits.favorites.atOnce + 2 }, (_, number) =>
    listing(oja, seller, { title: `Ownword item ${number}`, photoCount: 0 }),
  )
  for (const listingId of await Promise.all(all))
    await oja.database.db
      .insertInto('favorites')
      .values({ user_id: seller.id, listing_id: listingId })
      .execute()
  await signIn(page, oja, seller)
  await page.goto('/favorites')
  await expect(page.getByRole('article')).toHaveCount(limits.favorites.atOnce)
  await page.getByRole('link', { name: 'Show more (2)' }).click()
  await expect(page.getByRole('article')).toHaveCount(all.length)
  const { atOnce } = limits.ownListings
  await page.goto('/my-listings')
  await expect(page.getByRole('article')).toHaveCount(atOnce)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL(/cursor=/)
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page.getByRole('article')).toHaveCount(all.length - 2 * atOnce)
})

test.describe('a dead link', () => {
  test.use({ expectedStatuses: [404] })

  test('[SEO-NO-SCRIPT] of a mail or a message says so', async ({ page }) => {
    for (const [path, title] of [
      ['/meeting', 'This link no longer works'],
      ['/renew', 'This link does not work'],
      ['/appeal', 'This link is incomplete'],
    ] as const) {
      await page.goto(`${path}?token=incomplete`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    }
  })
})

test('[SEO-NO-SCRIPT] a listing offers nothing that needs JavaScript, and shows how to contact the seller', async ({
  page,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { photoCount: 3 })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/listings/${id}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('button')).toHaveCount(0)
    const words = main.locator('noscript p').filter({ visible: true })
    await expect(words).toHaveText(/To contact the seller, turn on JavaScript, or update/)
  }
})

test('[SEO-NO-SCRIPT] a page of a signed-in user offers nothing that needs JavaScript; what needs it says so', async ({
  page,
  oja,
}) => {
  const [seller, ada] = [await person(oja), await person(oja)]
  const id = await listing(oja, seller, { title: 'Scriptless scarf' })
  const own = await listing(oja, ada)
  // With so many conversations a search stands above them.
  for (let number = 1; number <= 8; number += 1)
    await ada.api('POST /api/threads', { body: { listingId: await listing(oja, seller) } })
  const { id: thread } = await ada.api('POST /api/threads', { body: { listingId: id } })
  await ada.api('POST /api/favorites', { body: { listingId: id } })
  await signIn(page, oja, ada)
  const main = page.getByRole('main')
  for (const path of ['/settings', '/sell', `/edit-listing/${own}`, `/chat?thread=${thread}`]) {
    await page.goto(path)
    const words = main.locator('noscript p').filter({ visible: true })
    await expect(words, path).toHaveText(
      /JavaScript\. Turn it on, or update this browser, and load the page again\.$/,
    )
    await expect(main.getByRole('button'), path).toHaveCount(0)
    await expect(main.getByRole('textbox'), path).toHaveCount(0)
  }
  await page.goto('/chat')
  await expect(main.getByRole('link', { name: /Scriptless scarf/ })).toBeVisible()
  await expect(main.getByRole('searchbox')).toHaveCount(0)
  for (const path of ['/favorites', '/my-listings', `/users/${seller.id}`, '/profile', `/listings/${own}`]) {
    await page.goto(path)
    await expect(main.getByRole('button'), path).toHaveCount(0)
  }
})

test('[SEO-NO-SCRIPT] appeals are filtered by their outcome, as other lists of the dashboard are, by a form', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await administrator(oja))
  await page.goto('/admin?tab=appeals')
  await page.getByLabel('Outcome').selectOption('Upheld')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page).toHaveURL('/admin?outcome=UPHELD&tab=appeals')
  await expect(page.getByLabel('Outcome')).toHaveValue('UPHELD')
})
