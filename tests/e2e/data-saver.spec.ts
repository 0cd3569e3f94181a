import type { Page } from '@playwright/test'
import { scenePhoto } from '../support/scene-photo.ts'
import {
  expect,
  expectAccessibleEverywhere,
  expectCookie,
  expectHydrated,
  expectToast,
  holdRequests,
  open,
  phone,
  test,
} from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing, uploadPicture } from './support/test-listings.ts'

const saver = { 'save-data': 'on' }
const isSaving = (page: Page) => page.evaluate(() => 'saver' in document.documentElement.dataset)
/** All scripts of the page are loaded, not only the first. */
const hasCode = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /vendor/.test(name)))
const saverSwitch = (page: Page) => page.getByRole('contentinfo').getByRole('switch', { name: 'Data saver' })

test('[SAVER-DENSE] a page takes fewer bytes of its text', async ({ oja }) => {
  const share = async (headers: Record<string, string>) => {
    const answer = await fetch(new URL('/listings', oja.url), {
      headers: { 'accept-encoding': 'br', ...headers },
    })
    return Number(answer.headers.get('content-length')) / (await answer.text()).length
  }
  expect(await share(saver)).toBeLessThan(0.95 * (await share({})))
})

test.describe('requested by the browser', () => {
  test.use({ viewport: phone, extraHTTPHeaders: saver })

  test('[SAVER-HEADER] a page loads no font and one small script, and links, search and order work', async ({
    page,
    oja,
  }) => {
    const seller = await person(oja)
    const cheap = await listing(oja, seller, { title: 'Saverword kettle', price: 100_000 })
    await listing(oja, seller, { title: 'Saverword fridge', price: 900_000 })
    const answer = await page.goto('/')
    expect(answer?.headers().vary).toContain('Save-Data')
    expect(await isSaving(page)).toBe(true)
    await page.getByRole('main').locator('input[name=search]').fill('saverword')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/listings?search=saverword')
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price-asc')
    await expect(page).toHaveURL(/sortBy=price-asc/)
    await expect(page.getByRole('article').first()).toContainText('Saverword kettle')
    const viewed = page.waitForResponse(`**/api/listings/${cheap}/view`)
    await page.getByRole('link', { name: 'Saverword kettle' }).click()
    expect((await viewed).status()).toBe(204)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saverword kettle')
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/search=saverword.*sortBy=price-asc/)
    expect(await hasCode(page)).toBe(false)
    const files = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    expect(files.filter((name) => name.endsWith('.woff2'))).toEqual([])
    expect(files.filter((name) => name.endsWith('.js'))).toHaveLength(1)
  })

  test('a listing and its first thumbnail show the picture of the card that led to it, which is loaded already', async ({
    page,
    oja,
  }) => {
    const seller = await person(oja)
    const photos = [
      await uploadPicture(oja, seller, await scenePhoto(1, 800, 600), 'stool.jpg'),
      await uploadPicture(oja, seller, await scenePhoto(2, 800, 600), 'leg.jpg'),
    ]
    await listing(oja, seller, { title: 'Sameword stool', photos: JSON.stringify(photos) })
    await page.goto('/listings?search=sameword')
    const shown = (image: HTMLImageElement) => image.decode().then(() => image.currentSrc)
    const card = await page.getByRole('article').locator('img').evaluate(shown)
    await page.getByRole('link', { name: 'Sameword stool' }).click()
    await expect(page).toHaveURL(/\/listings\/\d+$/)
    const slide = page.getByRole('region', { name: 'Photos' }).locator('img').first()
    expect(await slide.evaluate(shown)).toBe(card)
    const thumbnail = (position: number) =>
      page.getByRole('button', { name: `Show photo ${position}` }).locator('img')
    expect(await thumbnail(1).evaluate(shown)).toBe(card)
    expect(await thumbnail(2).evaluate(shown)).toMatch(/\/160\.avif$/)
  })

  test('[SAVER-TOUCH] clicks before the script has loaded are replayed in order', async ({ page, oja }) => {
    const [seller, buyer] = [await person(oja), await person(oja)]
    const ids = [
      await listing(oja, seller, { title: 'Holdword lamp' }),
      await listing(oja, seller, { title: 'Holdword chair' }),
    ]
    await signIn(page, oja, buyer)
    const release = await holdRequests(page, '**/assets/vendor-*.js')
    await page.goto('/listings?search=holdword')
    const lamp = page.getByRole('button', { name: 'Save Holdword lamp' })
    await lamp.click()
    await expect(lamp).toHaveAttribute('aria-busy', 'true')
    await page.getByRole('button', { name: 'Save Holdword chair' }).click()
    // Leaving would lose the buffered hearts: the link is buffered too.
    await page.getByRole('link', { name: 'Holdword chair' }).click()
    await expect(page).toHaveURL('/listings?search=holdword')
    release()
    await expect(page).toHaveURL(`/listings/${ids[1]}`)
    await expect
      .poll(async () => (await buyer.api('GET /api/favorites')).sort((a, b) => a - b))
      .toEqual([...ids].sort((a, b) => a - b))
  })

  test('[SAVER-TOUCH] later pages use code that was loaded once', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Login' })).toBeVisible()
    await page.goto('/about')
    await expectHydrated(page)
  })

  test('[SAVER-TOUCH] when the code cannot be loaded an error shows, and the next press reloads the page', async ({
    page,
    expectedStatuses,
  }) => {
    expectedStatuses.push(503)
    await page.route('**/assets/entry-client-*.js', (route) => route.fulfill({ status: 503 }))
    await page.goto('/')
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.click()
    await expect(page.getByRole('alert')).toHaveText('This needs a connection. Please try again.')
    await expect(menu).not.toHaveAttribute('aria-busy')
    await page.unroute('**/assets/entry-client-*.js')
    const loaded = page.waitForEvent('load')
    await menu.click()
    await loaded
    await menu.click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Login' })).toBeVisible()
  })

  test('[SAVER-TOUCH] [OFFLINE-UPDATE] code that failed later shows an error too, and another press reloads the page', async ({
    page,
  }) => {
    // The watch for lost code begins when the page is idle, which nothing on it shows.
    await page.addInitScript(() => {
      const { addEventListener } = EventTarget.prototype
      EventTarget.prototype.addEventListener = function (type, ...given) {
        if (type === 'vite:preloadError') document.documentElement.dataset.watches = ''
        addEventListener.call(this, type, ...given)
      }
    })
    await page.goto('/listings')
    await page.getByRole('button', { name: 'Filters' }).click()
    const drawer = page.getByRole('dialog', { name: 'Filters' })
    await expect(drawer.getByRole('button', { name: /^Apply/ })).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('html[data-watches]')).toBeAttached()
    await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'))
    const place = page.getByRole('button', { name: /^Place/ })
    await place.click()
    await expectToast(page, 'This did not load')
    await page.unroute('**/assets/*.js')
    const loaded = page.waitForEvent('load')
    await place.click()
    await loaded
    await place.click()
    await expect(page.getByRole('dialog', { name: 'Where are you looking?' })).toBeVisible()
  })

  test('[SAVER-LATE] pictures are loaded when they come into view', async ({ page, oja }) => {
    const seller = await person(oja)
    const { url } = await uploadPicture(oja, seller, await scenePhoto(3, 400, 400), 'face.jpg')
    await oja.database.db.updateTable('users').set({ avatar_url: url }).where('id', '=', seller.id).execute()
    const id = await listing(oja, seller, { title: 'Lateword sofa', photoCount: 4 })
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(`/listings/${id}`, { waitUntil: 'networkidle' })
    const face = page.getByRole('main').locator('img[width="56"]')
    await expect(face).toBeHidden()
    expect(await face.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBeFalsy()
    await face.locator('..').scrollIntoViewIfNeeded()
    await expect.poll(() => face.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160)
    await page.evaluate('scrollTo(0, 0)')
    const slides = page.getByRole('region', { name: 'Photos' }).locator('li.snap-center img')
    const loaded = () =>
      slides.evaluateAll((all) => all.filter((image) => (image as HTMLImageElement).naturalWidth > 0).length)
    await expect.poll(loaded).toBe(1)
    await slides.first().evaluate((image) => {
      const track = image.closest('ul')
      track?.scrollTo({ left: track.clientWidth, behavior: 'instant' })
    })
    await expect.poll(loaded).toBe(2)
    const shown = page.locator('[data-slide="1"]')
    await expect(shown).toHaveCount(2)
    for (const mark of await shown.all()) await expect(mark).toHaveAttribute('aria-current', 'true')
    expect(await hasCode(page)).toBe(false)

    // The hydrated page has the value too.
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Show photo 2' })).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('button', { name: 'Show photo 1' })).toHaveAttribute('aria-current', 'false')
  })
})

test('[SAVER-SWITCH] the switch in the footer is stored on this device, and overrides the browser', async ({
  page,
  context,
}) => {
  await open(page, '/about')
  expect(await isSaving(page)).toBe(false)
  await saverSwitch(page).click()
  await expect(saverSwitch(page)).toHaveAttribute('aria-checked', 'true')
  expect(await isSaving(page)).toBe(true)
  await expectCookie(page, 'saver', 'on')

  const later = await context.newPage()
  await later.goto('/listings')
  expect(await isSaving(later)).toBe(true)
  await expect(saverSwitch(later)).toHaveAttribute('aria-checked', 'true')
  await later.close()

  await page.setExtraHTTPHeaders(saver)
  await saverSwitch(page).click()
  await expect(saverSwitch(page)).toHaveAttribute('aria-checked', 'false')
  await expectCookie(page, 'saver', 'off')
  await page.goto('/listings')
  expect(await isSaving(page)).toBe(false)
})

test('[SAVER-SWITCH] the switch is in the settings, too', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/settings')
  const setting = page.getByRole('main').getByRole('switch', { name: 'Data saver' })
  await setting.click()
  await expect(setting).toBeChecked()
  await expectCookie(page, 'saver', 'on')
  await page.reload()
  await expect(setting).toBeChecked()
  expect(await isSaving(page)).toBe(true)
})

test.describe('with service workers allowed', () => {
  test.use({ serviceWorkers: 'allow' })

  test('[SAVER-AHEAD] nothing is prefetched, neither by a worker nor for a link', async ({ page, oja }) => {
    await page.setExtraHTTPHeaders(saver)
    await signIn(page, oja, await person(oja))
    await open(page, '/settings')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Browse' }).hover()
    // A busy machine has no idle time.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })))
    expect(asked.filter((path) => path.startsWith('/api/listings') || path.includes('browse'))).toEqual([])
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  })
})

for (const path of ['/', '/listings']) {
  test(`${path} is accessible with data saver`, async ({ page, oja }) => {
    await listing(oja, await person(oja), { title: 'Plainword desk' })
    await page.setExtraHTTPHeaders(saver)
    await page.goto(path)
    await expectAccessibleEverywhere(page)
  })
}
