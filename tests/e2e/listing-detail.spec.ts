import type { Page } from '@playwright/test'
import { scenePhoto } from '../support/scene-photo.ts'
import {
  expect,
  expectAccessibleEverywhere,
  expectHydrated,
  expectToast,
  holdRequests,
  open,
  phone,
  test,
} from './support/browser.ts'
import { person } from './support/people.ts'
import { listing, minutesAgo, uploadPicture } from './support/test-listings.ts'

const long = `${'Clean and neat, with receipt. '.repeat(14)}The last words.`

test('[DETAIL-FACTS] [DETAIL-CARD] [DETAIL-NEGOTIABLE] [DETAIL-SELLER] [DETAIL-SAFETY] a full listing', async ({
  page,
  oja,
}) => {
  const seller = await person(oja, { fullName: 'Amaka Obi' })
  await oja.database.db
    .updateTable('users')
    .set({ rating_avg: '4.67', rating_count: 3 })
    .where('id', '=', seller.id)
    .execute()
  const category = await oja.database.db
    .selectFrom('categories')
    .select(['id', 'name'])
    .where('slug', '=', 'electronics')
    .executeTakeFirstOrThrow()
  const id = await listing(oja, seller, {
    title: 'Binatone standing fan',
    price: 4_512_345,
    price_type: 'NEGOTIABLE',
    condition: 'NEW',
    category_id: category.id,
    state: 'Lagos',
    lga: 'Surulere',
    views: 1204,
    created_at: minutesAgo(125),
    photoCount: 3,
  })
  await open(page, `/listings/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Binatone standing fan')
  await expect(main.getByText('₦45,123', { exact: true }).first()).toBeVisible()
  await expect(main.getByText('Negotiable', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: category.name })).toBeVisible()

  const details = page.locator('section', { has: page.getByRole('heading', { name: 'Details' }) })
  await expect(details.getByRole('term')).toHaveText(['Category', 'Condition', 'Location', 'Views', 'Posted'])
  await expect(details.getByRole('definition')).toHaveText([
    category.name,
    'New',
    'Surulere, Lagos',
    /^1,20[45]$/,
    '2 hours ago',
  ])
  const tips = page.locator('section', { has: page.getByRole('heading', { name: 'Safety Tips' }) })
  await expect(tips.getByRole('listitem')).toHaveText([
    /safe, public location/,
    /Check the item before/,
    /Pay only after you have received the item/,
    /Do not share sensitive financial information/,
  ])
  await expectAccessibleEverywhere(page)

  const card = main.getByRole('link', { name: /Amaka Obi/ })
  await expect(card).toContainText('4.7 (3)')
  await card.click()
  await expect(page).toHaveURL(`/users/${seller.id}`)
})

test('[DETAIL-FACTS] the posted time is right as soon as a sleeping device wakes up', async ({
  page,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { created_at: new Date() })
  await page.clock.install()
  await open(page, `/listings/${id}`)
  const posted = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /just now|ago$/i })
    .first()
  await expect(posted).toHaveText('Just now')
  // Timers stand still while a device sleeps.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.clock.setSystemTime(Date.now() + 3 * 3_600_000 + 60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(posted).toHaveText('3 hours ago')
})

test('[DETAIL-NEGOTIABLE] [DETAIL-NO-IMAGES] [DETAIL-NO-DESCRIPTION] [DETAIL-SELLER] [DETAIL-BACK] a minimal listing', async ({
  page,
  oja,
}) => {
  const seller = await person(oja, { fullName: 'Tunde Bello' })
  const id = await listing(oja, seller, { description: '', photoCount: 0 })
  await open(page, `/listings/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('No images available')).toBeVisible()
  await expect(main.getByText('Phone verified')).toHaveCount(0)
  await expect(main.getByText('No description provided.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }).locator('..').getByText('Negotiable')).toHaveCount(0)
  await expect(main.getByRole('link', { name: /Tunde Bello/ })).not.toContainText('(')
  await main.getByRole('link', { name: 'Back to Listings' }).click()
  await expect(page).toHaveURL('/listings')
})

test('[DETAIL-GALLERY-DESKTOP] arrows and thumbnails step through the photos', async ({ page, oja }) => {
  const id = await listing(oja, await person(oja), { photoCount: 3 })
  await open(page, `/listings/${id}`)
  const thumbnails = page.getByRole('button', { name: /^Show photo/ })
  await expect(thumbnails).toHaveCount(3)
  const current = async (number: number) => {
    for (const index of [0, 1, 2])
      await expect(thumbnails.nth(index)).toHaveAttribute('aria-current', String(index === number - 1))
  }
  await current(1)
  // The last is before the first.
  await page.getByRole('button', { name: 'Previous photo' }).click()
  await current(3)
  await page.getByRole('button', { name: 'Next photo' }).click()
  await current(1)
  await page.getByRole('button', { name: 'Next photo' }).click()
  await current(2)
  // The key Tab comes by the photo that is shown, and by no other.
  await expect(
    page.getByRole('link', { name: /photo \d of 3$/ }).and(page.locator('[tabindex="0"]')),
  ).toHaveAccessibleName(/photo 2 of 3$/)
  await page.getByRole('button', { name: 'Next photo' }).click()
  await current(3)
  await page.getByRole('button', { name: 'Previous photo' }).click()
  await current(2)
  await thumbnails.nth(0).click()
  await current(1)
  await expect(page.getByRole('img', { name: /photo 1 of 3$/ })).toBeInViewport()
})

test('the picture of a listing’s card stands in its gallery until the large one is there', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const photo = await uploadPicture(oja, seller, await scenePhoto(5, 1600, 1200), 'desk.jpg')
  const id = await listing(oja, seller, { title: 'Desk of padauk', photos: JSON.stringify([photo]) })
  await open(page, '/listings?search=padauk')
  const card = page.getByRole('article').locator('img')
  await expect(card).toHaveJSProperty('complete', true)
  const small = await card.evaluate((image: HTMLImageElement) => image.currentSrc)
  const release = await holdRequests(page, /\/media\/photos\/.*\/(640|960|1600)\./)
  await page.getByRole('link', { name: 'Desk of padauk' }).click()
  const large = page.getByRole('img', { name: /photo 1 of 1$/ })
  await expect(large).toHaveCSS('background-image', `url("${small}")`)
  release()
  await expect(large).toHaveJSProperty('complete', true)
  // Loaded from its own address, there is nothing to show before it.
  await open(page, `/listings/${id}`)
  await expect(large).toHaveCSS('background-image', 'none')
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('price and title stay where the list’s card put them when the rest of a listing arrives', async ({
    page,
    oja,
  }) => {
    const seller = await person(oja)
    for (const photoCount of [1, 3]) {
      const title = `Stool of iroko wood with ${photoCount} in the picture`
      const id = await listing(oja, seller, { title, photoCount })
      await open(page, `/listings?search=${encodeURIComponent(title)}`)
      const release = await holdRequests(page, `**/api/listings/${id}`)
      await page.getByRole('link', { name: title, exact: true }).click()
      const heading = page.getByRole('heading', { level: 1, name: title })
      await expect(page.getByText('Loading the listing')).toBeAttached()
      const before = await heading.boundingBox()
      release()
      await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible()
      expect(await heading.boundingBox()).toEqual(before)
    }
  })

  test('[DETAIL-GALLERY-PHONE] a carousel with dots and thumbnails', async ({ page, oja }) => {
    const id = await listing(oja, await person(oja), { photoCount: 3 })
    await open(page, `/listings/${id}`)
    const carousel = page.getByRole('region', { name: 'Photos' })
    await expect(carousel.getByRole('button', { name: 'Next photo' })).toHaveCount(0)
    const dots = carousel.locator('div[aria-hidden] > span')
    await expect(dots).toHaveCount(3)
    const widths = () => dots.evaluateAll((all) => all.map((dot) => dot.clientWidth))
    await expect.poll(async () => (await widths()).indexOf(Math.max(...(await widths())))).toBe(0)
    const track = carousel.getByRole('list').first()
    await track.evaluate((list) => list.scrollBy({ left: list.clientWidth, behavior: 'instant' }))
    await expect(page.getByRole('button', { name: 'Show photo 2' })).toHaveAttribute('aria-current', 'true')
    await expect.poll(async () => (await widths()).indexOf(Math.max(...(await widths())))).toBe(1)
    await page.getByRole('button', { name: 'Show photo 3' }).click()
    await expect(page.getByRole('img', { name: /photo 3 of 3$/ })).toBeInViewport({ ratio: 0.9 })
  })

  test('[DETAIL-COLLAPSE] a long description is collapsed to five lines', async ({ page, oja }) => {
    const seller = await person(oja)
    const id = await listing(oja, seller, { description: long })
    await open(page, `/listings/${id}`)
    const text = page.getByText('The last words.')
    const lines = () =>
      text.evaluate((node) =>
        Math.round(node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight)),
      )
    expect(await lines()).toBe(5)
    await page.getByRole('button', { name: 'Read more' }).click()
    expect(await lines()).toBeGreaterThan(5)
    await page.getByRole('button', { name: 'Read less' }).click()
    expect(await lines()).toBe(5)

    const short = await listing(oja, seller, { description: 'x'.repeat(200) })
    await open(page, `/listings/${short}`)
    await expect(page.getByRole('button', { name: 'Read more' })).toHaveCount(0)
  })

  test('[DETAIL-PHONE-BARS] back, share and price stay visible', async ({ page, oja }) => {
    const id = await listing(oja, await person(oja), { title: 'Barword wardrobe', description: long })
    await open(page, '/listings?search=barword')
    await page.getByRole('link', { name: 'Barword wardrobe' }).click()
    await expect(page).toHaveURL(`/listings/${id}`)
    // The address changes before the page does.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Barword wardrobe')
    await page.mouse.wheel(0, 500)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
    await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeInViewport({ ratio: 1 })
    await expect(page.getByText('₦125,000', { exact: true }).last()).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Contact', exact: true })).toBeInViewport({ ratio: 1 })
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL('/listings?search=barword')
  })

  test('[DETAIL-PHONE-BARS] back from a shared link opens Browse', async ({ page, oja }) => {
    const id = await listing(oja, await person(oja))
    await open(page, `/listings/${id}`)
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL('/listings')
  })

  test('[BACK-IN-OJA] back never opens the referring site', async ({ page, oja }) => {
    const id = await listing(oja, await person(oja))
    for (const elsewhere of ['one', 'two', 'three']) await page.goto(`data:text/html,<p>${elsewhere}`)
    await open(page, `/listings/${id}`)
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL('/listings')
  })

  test.describe('where the browser has no Navigation API', () => {
    test.beforeEach(({ context }) =>
      context.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined })),
    )
    const back = (page: Page) => page.getByRole('link', { name: 'Back', exact: true }).click()

    test('[BACK-IN-OJA] back finds the list that the reader came from by links of the app', async ({
      page,
      oja,
    }) => {
      await listing(oja, await person(oja), { title: 'Historyword bench' })
      await open(page, '/listings?search=historyword')
      await page.getByRole('link', { name: 'Historyword bench' }).click()
      await expect(page).toHaveURL(/\/listings\/\d+$/)
      await back(page)
      await expect(page).toHaveURL('/listings?search=historyword')
    })

    test('[BACK-IN-OJA] without an earlier page of Oja, back opens Browse', async ({ page, oja }) => {
      const id = await listing(oja, await person(oja))
      await page.goto('data:text/html,<p>elsewhere')
      await open(page, `/listings/${id}`)
      await back(page)
      await expect(page).toHaveURL('/listings')

      await open(page, '/about')
      const opened = page.waitForEvent('popup')
      await page.evaluate((address) => void window.open(address), `/listings/${id}`)
      const popup = await opened
      await expectHydrated(popup)
      await back(popup)
      await expect(popup).toHaveURL('/listings')
    })
  })
})

test('[DETAIL-PRINT] a printed page has the whole description, and no bar over it', async ({ page, oja }) => {
  const id = await listing(oja, await person(oja), { description: long })
  await open(page, `/listings/${id}`)
  // The width of A4 within the margins of a browser.
  await page.setViewportSize({ width: 717, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('The last words.')).toHaveCSS('-webkit-line-clamp', 'none')
  await expect(page.getByRole('button', { name: 'Contact', exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeHidden()
})

test('[DETAIL-PRINT] who chose the dark theme prints dark ink on white paper', async ({ page, oja }) => {
  const id = await listing(oja, await person(oja))
  await open(page, `/listings/${id}`)
  const title = page.getByRole('heading', { level: 1 })
  const ink = await title.evaluate((element) => getComputedStyle(element).color)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Dark', exact: true }).click()
  await expect(title).not.toHaveCSS('color', ink)
  await page.emulateMedia({ media: 'print' })
  await expect(title).toHaveCSS('color', ink)
})

test('[DETAIL-COLLAPSE] desktops show the whole description', async ({ page, oja }) => {
  const id = await listing(oja, await person(oja), { description: long })
  await open(page, `/listings/${id}`)
  await expect(page.getByText('The last words.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Read more' })).toHaveCount(0)
})

test.describe('sharing', () => {
  const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true })
  const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

  test.beforeEach(async ({ context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })

  test('[DETAIL-SHARE-COPY] without the device’s share, or when it fails, the link is copied', async ({
    page,
    oja,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'share', { value: undefined, configurable: true })
    })
    const id = await listing(oja, await person(oja))
    await open(page, `/listings/${id}`)
    await share(page).click()
    await expectToast(page, 'Link copied', 'Link copied to clipboard!')
    expect(await copied(page)).toBe(`${oja.url}/listings/${id}`)

    await page.evaluate(async () => {
      await navigator.clipboard.writeText('before')
      Object.defineProperty(navigator, 'share', {
        value: () => Promise.reject(new DOMException('no', 'NotAllowedError')),
      })
    })
    await share(page).click()
    await expect.poll(() => copied(page)).toBe(`${oja.url}/listings/${id}`)

    // Where the browser refuses that too, it is there to be copied by hand.
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    let shown = ''
    page.once('dialog', (dialog) => {
      shown = dialog.defaultValue()
      void dialog.dismiss()
    })
    await share(page).click()
    await expect.poll(() => shown).toBe(`${oja.url}/listings/${id}`)
  })

  test('[DETAIL-SHARE] [DETAIL-SHARE-CANCEL] the device’s share; cancelling it does nothing', async ({
    page,
    oja,
  }) => {
    await page.addInitScript(() => {
      const shared: ShareData[] = []
      const value = async (data: ShareData) => {
        shared.push(data)
        if (shared.length === 1) throw new DOMException('cancelled', 'AbortError')
      }
      Object.defineProperty(navigator, 'share', { value })
      Object.assign(window, { shared })
    })
    const id = await listing(oja, await person(oja), { title: 'Shared thing' })
    await open(page, `/listings/${id}`)
    await page.evaluate(() => navigator.clipboard.writeText('before'))
    await share(page).click()
    await share(page).click()
    await expectToast(page, 'Shared successfully')
    expect(await copied(page)).toBe('before')
    const shared = await page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)
    expect(shared).toEqual(Array(2).fill({ title: 'Shared thing', url: `${oja.url}/listings/${id}` }))
  })
})

test('[DETAIL-PRINT] a printed listing fits on two pages: photo, price, place and seller, without what leads elsewhere', async ({
  page,
  oja,
}) => {
  const seller = await person(oja, { fullName: 'Paper Seller' })
  for (const number of [1, 2, 3])
    await listing(oja, seller, { title: `Printed lamp ${number}`, photoCount: 3 })
  const id = await listing(oja, seller, { title: 'Printed lamp on paper', photoCount: 3 })
  await open(page, `/listings/${id}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Printed lamp on paper')
  await expect(page.getByRole('img', { name: 'photo 1' })).toBeVisible()
  await expect(page.getByText('Paper Seller').first()).toBeVisible()
  for (const part of ['banner', 'contentinfo', 'button'] as const)
    await expect(page.getByRole(part)).toHaveCount(0)
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2)
})
