import { expect, expectHydrated, open, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[SEO-RENDERED] [ROUTE-PAGES] [CALL-NO-RETRY] pages arrive with their content and read nothing twice', async ({
  page,
  oja,
}) => {
  const seller = await person(oja, { fullName: 'Hydra Seller' })
  const id = await listing(oja, seller, { title: 'Hydration kettle' })
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && request.method() === 'GET') reads.push(pathname)
  })
  const pages = [
    ['/', 'Hydration kettle'],
    ['/listings?search=hydration', 'Hydration kettle'],
    [`/listings/${id}`, 'Hydration kettle'],
    [`/users/${seller.id}`, 'Hydra Seller'],
    ['/login', 'Welcome back'],
    ['/register', 'Create an account'],
    ['/forgot-password', 'Forgot your password?'],
  ] as const
  for (const [path, content] of pages) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    expect(await answer?.text(), path).toContain(content)
    await expectHydrated(page)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.waitForLoadState('networkidle')
    expect(reads, path).toEqual([])
  }
})

test('[SEO-RENDERED] pages of a signed-in user too, for them only', async ({ page, oja }) => {
  const ada = await person(oja, { fullName: 'Ada Rendered' })
  await listing(oja, ada, { title: 'Rendered stool' })
  await signIn(page, oja, ada)
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Numbers come after the first view.
    if (pathname.startsWith('/api/') && !pathname.endsWith('/statistics')) reads.push(request.url())
  })
  const answer = await page.goto('/my-listings')
  expect(answer?.headers()['cache-control']).toContain('private')
  await expectHydrated(page)
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveText('A')
  await expect(page.getByRole('article')).toContainText('Rendered stool')
  await page.waitForLoadState('networkidle')
  expect(reads).toEqual([])
})

test('[CALL-NO-RETRY] navigating back reads nothing again; a failed read is not repeated', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  const id = await listing(oja, await person(oja), { title: 'Oncekettle of brass' })
  let reads = 0
  await page.route(`**/api/listings/${id}`, (route) => {
    reads += 1
    return route.fulfill({ status: 500, body: '' })
  })
  await page.clock.install()
  await open(page, '/listings?search=oncekettle')
  await page.getByRole('link', { name: 'Oncekettle of brass' }).click()
  await expect(page.getByRole('heading', { name: 'This listing could not be loaded' })).toBeVisible()
  const failed = reads
  await page.clock.fastForward('10:00')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  expect(reads).toBe(failed)
  await page.unroute(`**/api/listings/${id}`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oncekettle of brass')
  const again: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/listings')) again.push(request.url())
  })
  await page.goBack()
  await expect(page).toHaveURL('/listings?search=oncekettle')
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oncekettle of brass')
  expect(again.filter((url) => !url.endsWith('/view'))).toEqual([])
})
