import type { Locator, Page } from '@playwright/test'
import { scenePhoto } from '../support/scene-photo.ts'
import {
  expect,
  expectAccessible,
  expectHydrated,
  holdRequests,
  open,
  phone,
  scrollALittle,
  test,
} from './support/browser.ts'
import { bubble } from './support/chat-fixture.ts'
import { person, signIn } from './support/people.ts'
import { listing, minutesAgo, uploadPicture } from './support/test-listings.ts'

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Photos' })
/** On the page, wherever it is scrolled to. */
const topOf = (element: Locator) => element.evaluate((one) => one.getBoundingClientRect().top + scrollY)
const bar = (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' })

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('[OFFLINE-CARD] on a slow line the picture of the card stays until the large one is there', async ({
    page,
    oja,
  }) => {
    const seller = await person(oja)
    const photo = await uploadPicture(oja, seller, await scenePhoto(4, 700, 525), 'cabinet.jpg')
    const photos = JSON.stringify([photo])
    const id = await listing(oja, seller, { title: 'Slowline cabinet', photos })
    await open(page, '/listings?search=slowline')
    const release = await holdRequests(page, `**/api/listings/${id}`)
    await page.getByRole('link', { name: 'Slowline cabinet' }).click()
    const shown = page.getByRole('main').locator('picture img')
    const addressesOf = () =>
      shown.evaluateAll((all) =>
        all.map((one) => one instanceof HTMLImageElement && one.complete && one.currentSrc),
      )
    await expect
      .poll(addressesOf)
      .toEqual([expect.stringMatching(/\/320\.avif$/), expect.stringMatching(/\/640\.avif$/)])
    await expect(page.getByRole('contentinfo')).not.toBeInViewport()
    const large = (await addressesOf())[1]
    release()
    await expect(page.getByRole('link', { name: /photo 1 of 1$/ })).toBeVisible()
    expect((await addressesOf())[0]).toBe(large)
  })

  test('[PHOTO-VIEWER] [DETAIL-PHOTO-FIRST] a press on a photo shows it in full screen, and Back closes it', async ({
    page,
    oja,
  }) => {
    const id = await listing(oja, await person(oja), { photoCount: 3 })
    await open(page, '/about')
    await open(page, `/listings/${id}`)
    const first = page.getByRole('link', { name: /photo 1 of 3$/ })
    const header = await page.getByRole('banner').boundingBox()
    expect((await first.boundingBox())?.y).toBe(header?.height)
    await first.click()
    await expect(viewer(page)).toContainText('1 of 3')
    await expect(viewer(page).getByRole('button', { name: 'Close' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('ArrowRight')
    await expect(viewer(page)).toContainText('2 of 3')
    await page.goBack()
    await expect(viewer(page)).toHaveCount(0)
    await expect(page).toHaveURL(`/listings/${id}`)
    const second = page.getByRole('link', { name: /photo 2 of 3$/ })
    await expect(second).toBeFocused()
    await expect(second).toBeInViewport({ ratio: 0.9 })

    await page.keyboard.press('Enter')
    await expect(viewer(page)).toContainText('2 of 3')
    await page.keyboard.press('Escape')
    await expect(viewer(page)).toHaveCount(0)
    // What it put into the history is gone with it.
    await expect.poll(() => page.evaluate(() => 'overlay' in (history.state ?? {}))).toBe(false)
    await page.goBack()
    await expect(page).toHaveURL('/about')
  })

  test('[BOTTOM-BAR] a press where the bar comes back is not the bar’s', async ({ page }) => {
    // The height that a keyboard leaves.
    await page.setViewportSize({ ...phone, height: 420 })
    await open(page, '/login')
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await expect(bar(page)).toBeHidden()
    const login = page.getByRole('button', { name: 'Login', exact: true })
    await login.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight))
    const box = await login.boundingBox()
    if (!box) throw new Error('It is not to be seen.')
    await page.touchscreen.tap(box.x + box.width - 20, box.y + box.height / 2)
    await expect(page.getByText('Invalid email address')).toBeVisible()
  })

  test('[BOTTOM-BAR] the bar of shortcuts covers no link, and steps aside', async ({ page, oja }) => {
    const seller = await person(oja)
    const id = await listing(oja, seller, { title: 'Barred cupboard' })
    await open(page, '/')
    await expect(bar(page).getByRole('link')).toHaveText(['Home', 'Search', 'Sell', 'Messages', 'Login'])
    await expect(bar(page).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    await expect(bar(page).getByRole('link', { name: 'Messages' })).toHaveAttribute(
      'href',
      '/login?next=/chat',
    )
    await bar(page).getByRole('link', { name: 'Search' }).click()
    await expect(page).toHaveURL('/listings')
    await open(page, '/listings')
    await page.getByRole('main').locator('input:visible').first().focus()
    await expect(bar(page)).toBeHidden()
    await open(page, `/listings/${id}`)
    await expect(bar(page)).toHaveCount(0)

    const buyer = await person(oja)
    const { id: thread } = await buyer.api('POST /api/threads', { body: { listingId: id } })
    await seller.api('POST /api/threads/:id/messages', {
      params: { id: thread },
      body: { body: 'It is here.', attachment: null, clientId: crypto.randomUUID() },
    })
    await signIn(page, oja, buyer)
    await open(page, '/favorites')
    await expect(bar(page).getByRole('link')).toHaveText([
      'Home',
      'Search',
      'Sell',
      '1Messages1 unread',
      'You',
    ])
    await bar(page).getByRole('link', { name: 'Messages 1 unread' }).click()
    await expect(page).toHaveURL('/chat')
    await expect(bar(page).getByRole('link', { name: /Messages/ })).toHaveAttribute('aria-current', 'page')
    await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().click()
    await expect(page).toHaveURL(/thread=/)
    await expect(bar(page)).toHaveCount(0)
  })
})

test('[END-RENEW] the note about the end is on the owner’s page before anything is touched, and nothing moves when it appears', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const weekAgo = new Date(Date.now() - 7.01 * 86_400_000)
  const id = await listing(oja, seller, { title: 'Steady table', created_at: weekAgo })
  const fresh = await listing(oja, seller, { title: 'Fresh table' })
  await signIn(page, oja, seller)
  const title = page.getByRole('heading', { level: 1 })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/listings/${fresh}`)
    const withoutNote = await topOf(title)
    const release = await holdRequests(page, '**/assets/entry-client-*.js')
    await page.goto(`/listings/${id}`)
    const before = await topOf(title)
    release()
    await expect(page.getByRole('button', { name: 'Renew for 60 days' })).toBeVisible()
    expect(await topOf(title), `at ${width} pixels`).toBe(before)
    expect(before - withoutNote, 'of one that a renewal would not move').toBeGreaterThan(100)
  }
  await page.getByRole('button', { name: 'Renew for 60 days' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Renew for 60 days' })).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('[QUICK-START] the questions to the seller are there before anything is touched, and nothing moves later', async ({
  page,
  oja,
}) => {
  const seller = await person(oja, { fullName: 'Ngozi Eze' })
  const id = await listing(oja, seller, { title: 'Steady shelf' })
  const sellerCard = page.getByRole('link', { name: /Ngozi Eze/ }).first()
  const follow = page.getByRole('button', { name: 'Follow Ngozi Eze' })
  for (const width of [360, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, `/listings/${id}`)
    await expect(page.getByRole('list', { name: 'Ask the seller' })).toBeVisible()
    const before = await topOf(sellerCard)
    await scrollALittle(page)
    await expect(follow).toBeVisible()
    expect(await topOf(sellerCard), `at ${width} pixels`).toBe(before)
  }
})

test('[QUICK-START] [MORE-FROM-SELLER] [RECENTLY-VIEWED] [SOLD-LEADS-ON] a buyer asks, looks on and finds back', async ({
  page,
  oja,
}) => {
  const seller = await person(oja, { fullName: 'Ngozi Eze' })
  const other = await listing(oja, seller, { title: 'Quick stool', created_at: minutesAgo(9) })
  const id = await listing(oja, seller, { title: 'Quick table' })
  const third = await listing(oja, await person(oja), { title: 'Quick shelf', created_at: minutesAgo(9) })
  const starts = page.getByRole('list', { name: 'Ask the seller' })
  const openListing = () => open(page, `/listings/${id}`)
  await openListing()
  await starts.getByRole('button', { name: 'Make an offer' }).click()
  await expect(page.getByRole('dialog')).toContainText('You need to be logged in to chat with sellers...')

  const buyer = await person(oja)
  await signIn(page, oja, buyer)
  await openListing()
  await expect(page.getByText('2 listings', { exact: true })).toBeVisible()
  // A fixed price has no last one.
  await expect(starts.getByRole('button')).toHaveText([
    'Is it still available?',
    'Make an offer',
    'Where can I see it?',
  ])
  await starts.getByRole('button', { name: 'Is it still available?' }).click()
  await expect(page).toHaveURL(/\/chat\?thread=\d+$/)
  await expect(bubble(page, 'Is it still available?')).toHaveCount(1)
  const asked = () =>
    oja.database.db
      .selectFrom('messages')
      .innerJoin('threads', 'threads.id', 'messages.thread_id')
      .select('messages.body')
      .where('threads.listing_id', '=', id)
      .execute()
  await expect.poll(asked).toEqual([{ body: 'Is it still available?' }])
  await openListing()
  await starts.getByRole('button', { name: 'Make an offer' }).click()
  await expect(page).toHaveURL(/\/chat\?thread=\d+&offer=1/)

  await open(page, `/listings/${id}`)
  const more = page.getByRole('region', { name: 'More from this seller' })
  await page.mouse.wheel(0, 5000)
  await more.getByRole('link', { name: 'Quick stool' }).click()
  await expect(page).toHaveURL(`/listings/${other}`)
  await expectHydrated(page)
  const stored = () => page.evaluate(() => localStorage.getItem('oja:private:viewed'))
  await expect.poll(stored).toBe(JSON.stringify([other, id]))

  await seller.api('PATCH /api/listings/:id', { params: { id: other }, body: { status: 'SOLD' } })
  await open(page, `/listings/${other}`)
  await expect(starts).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'See similar' }).click()
  await expect(page.getByRole('heading', { name: 'More like this' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Chat with Seller' })).toHaveCount(1)

  const viewed = page.getByRole('region', { name: 'Recently viewed' })
  // As another tab stores a listing that is opened there while this one reads its cards; the seller's are read by the page that is left.
  const cards = /\/api\/listings\/cards\?ids=[^&]*$/
  await page.route(cards, async (route) => {
    const ids = JSON.stringify([third, other, id])
    await page.evaluate((text) => localStorage.setItem('oja:private:viewed', text), ids)
    await route.continue()
  })
  await open(page, '/')
  await page.mouse.wheel(0, 5000)
  await expect(viewed.getByRole('heading', { level: 3 })).toHaveText(['Quick table'])
  // What was sold is not asked for again.
  await expect.poll(stored).toBe(JSON.stringify([third, id]))
  await page.unroute(cards)
  await open(page, '/')
  await page.mouse.wheel(0, 5000)
  await expect(viewed.getByRole('heading', { level: 3 })).toHaveText(['Quick shelf', 'Quick table'])
  await viewed.getByRole('button', { name: 'Clear' }).click()
  await expect(viewed).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'See it first. Pay after.' })).toBeFocused()
  await open(page, '/')
  await page.mouse.wheel(0, 5000)
  await expect(page.getByRole('contentinfo')).toBeInViewport()
  await expect(viewed).toHaveCount(0)
})

test('[QUICK-START] on a slow line a question to the seller that was pressed shows that it is on its way', async ({
  page,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Slow wardrobe' })
  await signIn(page, oja, await person(oja))
  const release = await holdRequests(page, '**/api/threads')
  await open(page, `/listings/${id}`)
  await scrollALittle(page)
  const question = page.getByRole('button', { name: 'Where can I see it?' })
  await question.click()
  await expect(question).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('button', { name: 'Make an offer' })).not.toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page).toHaveURL(/\/chat\?thread=\d+$/)
})
