import type { Browser, CDPSession, Page } from '@playwright/test'

export interface Phone {
  page: Page
  devtools: CDPSession
  /** Address of the marketplace. */
  base: string
}

/** What a member does on a phone, in this order; each step ends when its result is visible. */
export const steps: Record<string, (phone: Phone) => Promise<unknown>> = {
  'load home': ({ page, base }) => page.goto(base),
  'to Browse': async ({ page }) => {
    await page.locator('a[href="/listings"]:visible').first().tap()
    await page.waitForURL('**/listings')
  },
  'open filters': async ({ page }) => {
    await page.getByRole('button', { name: 'Filters' }).tap()
    await page.getByRole('dialog').getByText('Price Range').waitFor()
  },
  'choose a filter': ({ page }) => page.getByRole('dialog').getByText('Used', { exact: true }).tap(),
  'apply it': async ({ page }) => {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Apply/ })
      .tap()
    await page.waitForURL('**/listings?*')
  },
  'to the search': async ({ page }) => {
    await page.getByRole('main').locator('input[name=search]').tap()
  },
  'type a search': async ({ page }) => {
    await page.keyboard.type('phone', { delay: 150 })
    await page.getByRole('option').first().waitFor()
  },
  search: async ({ page }) => {
    await page.keyboard.press('Enter')
    await page.waitForURL('**search=phone*')
  },
  heart: ({ page }) => page.locator('article button').nth(1).tap(),
  'open a listing': async (phone) => {
    const { page } = phone
    await page
      .locator(`main article a[href="${await findListingWithPhotos(phone)}"]`)
      .first()
      .tap()
    await page.getByRole('region', { name: 'Photos' }).waitFor()
  },
  'swipe photos': async ({ devtools }) => {
    const swipe = { x: 300, y: 200, xDistance: -250, speed: 1000, gestureSourceType: 'touch' } as const
    for (let photo = 1; photo < 3; photo += 1) await devtools.send('Input.synthesizeScrollGesture', swipe)
  },
  'choose a photo': ({ page }) => page.getByRole('button', { name: 'Show photo 1' }).tap(),
  'enlarge it': async ({ page }) => {
    await page.getByRole('region', { name: 'Photos' }).locator('li a').first().tap()
    await page.locator('dialog.photo-viewer img').first().waitFor()
  },
  'close it': async ({ page }) => {
    await page.locator('dialog.photo-viewer').getByTitle('Close').tap()
    await page.locator('dialog.photo-viewer').waitFor({ state: 'detached' })
  },
  'heart of the listing': ({ page }) => page.getByRole('button', { name: 'Save', exact: true }).tap(),
  'to the chat': async ({ page }) => {
    await page.getByRole('button', { name: 'Contact' }).tap()
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
  },
  'type a message': async ({ page }) => {
    await page.getByRole('textbox', { name: 'Message' }).tap()
    await page.keyboard.type('Is it still there?', { delay: 150 })
  },
  'send it': ({ page }) => page.getByRole('button', { name: 'Send' }).tap(),
  'back to the list': async ({ page }) => {
    await page.goBack()
    await page.goBack()
    await page.waitForURL('**search=phone*')
  },
  'load Browse': ({ page, base }) => page.goto(`${base}/listings`),
  'load a listing': async ({ page, base }) =>
    page.goto(`${base}${await page.locator('main article a').first().getAttribute('href')}`),
  'load the chat': ({ page, base }) => page.goto(`${base}/chat`),
}

/** The path of the page's first listing that has several photos and is not a favourite. */
async function findListingWithPhotos({ page, base }: Phone): Promise<string> {
  const unsaved = page.locator('main article').filter({ hasNot: page.getByRole('button', { pressed: true }) })
  for (const listing of await unsaved.all()) {
    const path = (await listing.locator('a').first().getAttribute('href')) ?? ''
    const { photos } = await (await page.request.get(`${base}/api${path}`)).json()
    if (photos.length > 1) return path
  }
  throw new Error('No listing of this page has several photos.')
}

/** A phone whose member is the demo's Ada, without favourites. */
export async function openPhone(browser: Browser, base: string): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const signedIn = await context.request.post(`${base}/api/auth/login`, {
    data: { email: 'ada@example.com', password: 'oja-demo-2026' },
  })
  if (!signedIn.ok()) throw new Error(`${base} does not sign in the demo's Ada: ${await signedIn.text()}`)
  for (const id of await (await context.request.get(`${base}/api/favorites`)).json())
    await context.request.delete(`${base}/api/favorites/${id}`)
  const page = await context.newPage()
  return { page, devtools: await context.newCDPSession(page), base }
}
