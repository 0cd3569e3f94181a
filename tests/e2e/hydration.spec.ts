import type { Page } from '@playwright/test'
import { field, logIn } from './support/auth-forms.ts'
import { expect, expectHydrated, holdRequests, open, scrollALittle, test } from './support/browser.ts'
import { bubble } from './support/chat-fixture.ts'
import { password, person, signIn } from './support/people.ts'
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

/** Holds back the scripts after the first one. */
const holdScripts = (page: Page) => holdRequests(page, '**/assets/entry-client-*.js')

test('[EARLY-PRESS] a button that is pressed before the scripts are there acts when they are', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  const release = await holdScripts(page)
  await page.goto('/settings')
  const button = page.getByRole('button', { name: 'Set up' })
  await button.click()
  await expect(button).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByRole('dialog', { name: 'Set up an authenticator app' })).toBeVisible()
  await expect(button).not.toHaveAttribute('aria-busy', 'true')
})

test('[FOLLOW-BUTTON] the button appears where the reader scrolled before the scripts were there', async ({
  page,
  oja,
}) => {
  const id = await listing(oja, await person(oja, { fullName: 'Ngozi Eze' }), { title: 'Early shelf' })
  const release = await holdScripts(page)
  await page.goto(`/listings/${id}`)
  await scrollALittle(page)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
  release()
  await expect(page.getByRole('button', { name: 'Follow Ngozi Eze' })).toBeVisible()
})

test('[QUICK-START] [EARLY-PRESS] a question pressed before the scripts are there is asked when they are', async ({
  page,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Asked shelf' })
  await signIn(page, oja, await person(oja))
  const release = await holdScripts(page)
  await page.goto(`/listings/${id}`)
  await page.getByRole('button', { name: 'Is it still available?' }).click()
  release()
  await expect(page).toHaveURL(/\/chat\?thread=\d+$/)
  await expect(bubble(page, 'Is it still available?')).toHaveCount(1)
})

test('[EARLY-PRESS] a login that is sent before the scripts are there succeeds when they are', async ({
  page,
  oja,
}) => {
  const who = await person(oja, { password })
  const release = await holdScripts(page)
  await page.goto('/login')
  await logIn(page, who.email)
  await expect(page.getByRole('main').getByRole('button', { name: 'Login' })).toHaveAttribute(
    'aria-busy',
    'true',
  )
  await expect(field(page, 'E-mail')).toHaveValue(who.email)
  release()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
})

test('[EARLY-PRESS] what is typed before the scripts are there stays, and finds a state', async ({
  page,
  oja,
}) => {
  let release = await holdScripts(page)
  await page.goto('/places')
  await page.getByLabel('Find a state').fill('tara')
  release()
  await expect(page.getByRole('navigation', { name: 'States' }).getByRole('link')).toHaveCount(1)

  const seller = await person(oja)
  await signIn(page, oja, seller)
  for (const title of ['Early kettle', 'Early spoon']) await listing(oja, seller, { title })
  release = await holdScripts(page)
  await page.goto('/my-listings')
  await page.getByLabel('Search your listings').fill('kettle')
  release()
  await expect(page.getByRole('article')).toHaveCount(1)

  release = await holdScripts(page)
  await page.goto('/stolen-phone')
  const fields = [
    page.getByLabel('IMEI of the stolen phone'),
    page.getByLabel('When and where was it stolen?'),
  ]
  for (const field of fields) await field.fill('356938035643809')
  release()
  // The counter shows that the page knows the text.
  await expect(page.getByText(/^15\/\d/)).toBeVisible()
  for (const field of fields) await expect(field).toHaveValue('356938035643809')
})

test('[EARLY-PRESS] links work before the scripts are there', async ({ page }) => {
  await holdScripts(page)
  await page.goto('/login')
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account')
})
