import type { Locator, Page } from '@playwright/test'
import { administrator } from './support/administrators.ts'
import {
  boxOf,
  expect,
  expectAccessible,
  holdRequests,
  linesOf,
  open,
  phone,
  test,
} from './support/browser.ts'
import { talk } from './support/chat-fixture.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[SELL-CLEAR] the raised Sell does not cover View All', async ({ page, oja }) => {
  await listing(oja, await person(oja), { title: 'Clear of Sell' })
  for (const width of [320, phone.width]) {
    await page.setViewportSize({ ...phone, width })
    await open(page, '/')
    const all = page.getByRole('link', { name: 'View All Latest Listings' })
    await all.focus()
    const sell = await boxOf(page.getByRole('link', { name: 'Sell', exact: true }).locator('span').first())
    expect((await boxOf(all)).bottom).toBeLessThanOrEqual(sell.y)
  }
})

test('[REDUCED-MOTION] with reduced motion nothing is animated while the styles of a page arrive', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  for (let number = 1; number <= 12; number += 1)
    await listing(oja, seller, { title: `Stillword ${number}`, photoCount: 0 })
  await page.setViewportSize(phone)
  const release = await holdRequests(page, '**/entry-client-*.css')
  await page.addInitScript(() => {
    const animated: string[] = []
    Object.assign(window, { animated })
    addEventListener('transitionrun', ({ propertyName }) => animated.push(propertyName), true)
  })
  await page.goto('/listings?search=stillword', { waitUntil: 'commit' })
  // Reading a style computes those of the browser, from which the page's could be animated.
  const cards = page.getByRole('article')
  const borders = () => cards.evaluateAll((all) => all.map((card) => getComputedStyle(card).borderTopWidth))
  await expect.poll(async () => (await borders()).length).toBe(12)
  release()
  await cards.last().scrollIntoViewIfNeeded()
  await expect.poll(async () => new Set(await borders())).toEqual(new Set(['0px']))
  expect(await page.evaluate(() => (window as never as { animated: string[] }).animated)).toEqual([])
})

test('[REDUCED-MOTION] with reduced motion a press on a thumbnail shows its photo at once', async ({
  page,
  oja,
}) => {
  await open(page, `/listings/${await listing(oja, await person(oja), { photoCount: 3 })}`)
  const places = await page.locator('.gallery-track').evaluateHandle((track) => {
    const seen = new Set<number>()
    track.addEventListener('scroll', () => seen.add(track.scrollLeft))
    return seen
  })
  const last = page.getByRole('button', { name: 'Show photo 3' })
  await last.click()
  await expect(last).toHaveAttribute('aria-current', 'true')
  expect(await places.evaluate(({ size }) => size)).toBe(1)
})

test('[FORCED-COLOURS] a choice and a switch show their state where the system has its own colours', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const colourOf = (element: Locator, of: 'color' | 'backgroundColor' = 'backgroundColor') =>
    element.evaluate((node, name) => getComputedStyle(node)[name], of)
  await open(page, '/listings?condition=USED')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const condition = page.getByRole('group', { name: 'Condition' })
  const labelOf = (name: string) => condition.locator('label', { hasText: name })
  expect(await colourOf(labelOf('Used'), 'color')).not.toBe(await colourOf(labelOf('New'), 'color'))
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Search listings' }).focus()
  await expect(page.locator('search form > :focus-within')).not.toHaveCSS('outline-style', 'none')

  await open(page, '/settings')
  const onByMail = page.getByRole('switch', { name: 'Messages by e-mail' })
  const ground = await colourOf(page.locator('html'))
  const on = await colourOf(onByMail)
  await onByMail.click()
  await expect(onByMail).not.toBeChecked()
  expect(new Set([ground, on, await colourOf(onByMail)]).size).toBe(3)
})

test('[PLOT-TABLES] plots and their tables stand below each other', async ({ page, oja }) => {
  await listing(oja, await person(oja), { title: 'Counted in plots' })
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?tab=trends')
  const figures = page.locator('figure')
  await expect(figures).toHaveCount(3)
  for (const figure of await figures.all()) {
    const summary = figure.locator('summary')
    expect((await boxOf(summary)).height, 'a target for a thumb').toBeGreaterThanOrEqual(44)
    await summary.click()
  }
  await expect(page.locator('details[open] table')).toHaveCount(3)
  for (const figure of await figures.all()) {
    const table = await boxOf(figure.locator('details'))
    const end = (await boxOf(figure)).bottom
    expect(table.bottom).toBeLessThanOrEqual(end)
    for (const plot of await figure.locator('canvas').all()) {
      // The canvas is resized a frame after its container.
      await expect.poll(async () => (await boxOf(plot)).bottom).toBeLessThanOrEqual(table.y)
      expect((await boxOf(plot)).height).toBeGreaterThan(60)
    }
  }
})

test('names and the category of a listing are as high as a thumb', async ({ page, oja }) => {
  const seller = await person(oja)
  const { buyer, listingId } = await talk(oja, { seller, first: 'I take it.' })
  await buyer.api('POST /api/users/:id/reviews', { params: { id: seller.id }, body: { stars: 4 } })
  await buyer.api('POST /api/listings/:id/questions', {
    params: { id: listingId },
    body: { question: 'Does it come with a hose?' },
  })
  await page.setViewportSize(phone)
  const main = page.getByRole('main')
  const expectHigh = async (link: Locator) => {
    await link.scrollIntoViewIfNeeded()
    // Half of 44 pixels above its middle, and below.
    const isHit = await link.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect()
      const middle = (top + bottom) / 2
      return [-21.5, 21.5].every((to) => element.contains(document.elementFromPoint(left + 8, middle + to)))
    })
    expect(isHit, page.url()).toBe(true)
  }
  await open(page, `/listings/${listingId}`)
  await expectHigh(main.getByRole('link', { name: 'Phones & Tablets', exact: true }))
  await expectHigh(main.getByRole('link', { name: buyer.fullName }))
  await open(page, `/users/${seller.id}?tab=reviews`)
  await expectHigh(main.getByRole('link', { name: buyer.fullName }))
})

test('a text in Arabic is read from the right, also with words in Latin letters', async ({ page, oja }) => {
  const title = 'هاتف Samsung جديد'
  const seller = await person(oja, { fullName: 'Amina Bello' })
  const { threadId, buyer, listingId } = await talk(oja, { seller, title, description: title, first: title })
  await buyer.api('POST /api/favorites', { body: { listingId } })
  await signIn(page, oja, buyer)
  for (const path of [
    `/users/${seller.id}`,
    `/listings/${listingId}`,
    '/favorites',
    `/chat?thread=${threadId}`,
  ]) {
    await open(page, path)
    const texts = page.getByRole('main').getByText(title, { exact: true }).locator('visible=true')
    await expect(texts.first()).toBeVisible()
    for (const text of await texts.all()) {
      const [first, second] = await text.evaluate((element) =>
        ['هاتف', 'Samsung'].map((word) => {
          const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
          const range = document.createRange()
          const at = node?.textContent?.indexOf(word) ?? -1
          if (!node) return 0
          range.setStart(node, at)
          range.setEnd(node, at + word.length)
          return range.getBoundingClientRect().left
        }),
      )
      expect(first, path).toBeGreaterThan(second ?? 0)
    }
  }
})

test('the bar of a phone leaves its place to the conversations while somebody searches them', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  for (let number = 1; number <= 9; number += 1) await talk(oja, { seller, first: 'Is it there?' })
  await signIn(page, oja, seller)
  await page.setViewportSize(phone)
  await open(page, '/chat')
  const list = page.getByRole('navigation', { name: 'Conversations' }).getByRole('list')
  const search = page.getByRole('searchbox', { name: 'Search conversations' })
  await expect.poll(async () => (await boxOf(list)).bottom).toBeLessThan(phone.height - 50)
  await search.fill('cooker')
  await expect.poll(async () => (await boxOf(list)).bottom).toBeGreaterThan(phone.height - 2)
  await search.blur()
  await expect.poll(async () => (await boxOf(list)).bottom).toBeLessThan(phone.height - 50)
})

/** Follows a link of the app. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const link = Object.assign(document.createElement('a'), { href: to })
    document.body.append(link)
    link.click()
    link.remove()
  }, path)
}

test('the footer stays below the screen while a form, a map or a profile is loading', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller)
  await signIn(page, oja, seller)
  await page.setViewportSize(phone)
  await open(page, '/about')
  const release = await holdRequests(
    page,
    `**/api/listings/${id}`,
    '**/api/places',
    `**/api/users/${seller.id}`,
  )
  for (const path of ['/places', `/users/${seller.id}`, `/edit-listing/${id}`]) {
    await follow(page, path)
    await expect(page.getByText(/^Loading/).or(page.getByLabel(/^Loading/))).toBeVisible()
    await expect(page.getByRole('contentinfo')).not.toBeInViewport()
  }
  release()
  await expect(page.getByLabel('Title')).toBeVisible()
})

test('placeholders are as tall as what replaces them: own listings, settings and a profile', async ({
  page,
  oja,
}) => {
  const seller = await person(oja, { phoneVerified: true, bio: 'Chairs and tables from Nsukka.' })
  for (const kind of ['stool', 'chair', 'table'])
    await listing(oja, seller, { title: `A ${kind} of iroko wood for two` })
  await signIn(page, oja, seller)
  await page.setViewportSize(phone)
  await open(page, '/about')
  const top = async (locator: Locator) => Math.round((await boxOf(locator)).y)
  for (const { path, placeholder, content } of [
    { path: '/my-listings', placeholder: '.card:nth-child(2)', content: 'li:nth-child(2) > article' },
    { path: '/settings', placeholder: '.h-96', content: '#profile' },
    { path: `/users/${seller.id}`, placeholder: '.listing-grid', content: '.listing-grid' },
  ]) {
    const release = await holdRequests(page, /\/api\/(my-listings|settings|users)/)
    await follow(page, path)
    const loading = page.getByRole('status', { name: /^Loading/ }).locator(placeholder)
    const before = await top(loading.first())
    release()
    await expect(loading).toHaveCount(0)
    const after = await top(page.getByRole('main').locator(content).first())
    expect(Math.abs(after - before), `${path}: ${before}, then ${after}`).toBeLessThan(40)
  }
})

test('what arrives late on a page moves nothing on it', async ({ page, oja }) => {
  const seller = await person(oja)
  const id = await listing(oja, seller)
  const [buyer, admin] = [await person(oja), await administrator(oja)]
  await buyer.api('POST /api/follows', { body: { sellerId: seller.id } })
  await page.setViewportSize(phone)
  const tops = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('#content :is(h1, h2, nav, dl)')].map(
        (element) => element.getBoundingClientRect().top,
      ),
    )
  for (const { who, path, late } of [
    { who: buyer, path: `/users/${seller.id}`, late: page.getByRole('button', { name: 'Following' }) },
    { who: admin, path: `/users/${seller.id}`, late: page.getByRole('button', { name: /^Ban/ }) },
    { who: admin, path: `/listings/${id}`, late: page.getByRole('button', { name: /^Ban/ }) },
  ]) {
    const release = await holdRequests(page, /api\/(follows|admin)/)
    await signIn(page, oja, who)
    await open(page, path)
    const before = await tops()
    release()
    await expect(late).toBeVisible()
    expect(await tops()).toEqual(before)
  }
  await signIn(page, oja, buyer)
  await open(page, `/users/${seller.id}`)
  const [trust, follow] = [
    page.getByRole('button', { name: /^Who is this/ }),
    page.getByRole('button', { name: 'Following' }),
  ]
  expect((await boxOf(trust)).y, 'both on one line').toBe((await boxOf(follow)).y)
})

const shown = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first()

test('[STATUS-WORDS] a sold listing is marked Sold everywhere, also just after posting', async ({
  page,
  oja,
}) => {
  const { seller, buyer, threadId, listingId } = await talk(oja, { first: 'Is it there?' })
  await buyer.api('POST /api/favorites', { body: { listingId } })
  await seller.api('PATCH /api/listings/:id', { params: { id: listingId }, body: { status: 'SOLD' } })
  await signIn(page, oja, seller)
  await open(page, '/my-listings?tab=sold')
  await expect(shown(page, 'Sold')).toBeVisible()
  await expect(shown(page, 'Posted just now')).toBeVisible()
  await signIn(page, oja, buyer)
  for (const path of [`/chat?thread=${threadId}`, '/favorites']) {
    await open(page, path)
    await expect(shown(page, 'Sold')).toBeVisible()
    await expect(shown(page, 'Sold')).toHaveCSS('text-transform', 'none')
  }
})

test('a profile has one line for a name also on a tablet, with the buttons of a member', async ({
  page,
  oja,
}) => {
  const seller = await person(oja, { fullName: 'Adaeze Okonkwo' })
  await signIn(page, oja, await person(oja))
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await open(page, `/users/${seller.id}`)
    expect(await linesOf(page.getByRole('heading', { level: 1 }))).toEqual(['Adaeze Okonkwo'])
  }
})

test('the page of messages does not scroll with unread conversations below a low screen', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  for (let count = 0; count < 4; count += 1) await talk(oja, { seller, first: 'Is it there?' })
  await page.setViewportSize({ width: 800, height: 360 })
  await signIn(page, oja, seller)
  await open(page, '/chat')
  await expect(page.getByRole('navigation', { name: 'Conversations' }).getByRole('link')).toHaveCount(4)
  const tooHigh = () =>
    page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)
  expect(await tooHigh()).toBe(0)
})

test('the search of Browse shows what is typed on a folded phone', async ({ page }) => {
  await page.setViewportSize({ width: 280, height: 653 })
  await open(page, '/listings')
  const field = page.getByRole('combobox', { name: 'Search listings' })
  await field.fill('generator')
  expect(await field.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('the example of a title is not cut off on a phone', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await page.setViewportSize(phone)
  await open(page, '/sell')
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill((await title.getAttribute('placeholder')) ?? '')
  expect(await title.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('what one can do with a profile stands in one line on a tablet', async ({ page, oja }) => {
  const seller = await person(oja)
  await signIn(page, oja, await person(oja))
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, `/users/${seller.id}`)
  const main = page.getByRole('main')
  const [first, last] = [
    main.getByRole('button', { name: 'Who is this?' }),
    main.getByRole('button', { name: 'Report' }),
  ]
  await expect(last).toBeVisible()
  expect((await last.boundingBox())?.y).toBe((await first.boundingBox())?.y)
})

test('the headings of a profile lead from its name to the listings', async ({ page, oja }) => {
  const seller = await person(oja)
  await listing(oja, seller)
  await open(page, `/users/${seller.id}`)
  await expectAccessible(page, ['heading-order'])
})

test('a conversation on a phone has a heading: the name of the other', async ({ page, oja }) => {
  const { seller, buyer, threadId } = await talk(oja, { first: 'Is it there?' })
  await signIn(page, oja, buyer)
  await page.setViewportSize(phone)
  await open(page, `/chat?thread=${threadId}`)
  await expect(page.getByRole('heading', { name: seller.fullName })).toBeVisible()
})

test('a seller’s card says whole on a phone how soon they answer', async ({ page, oja }) => {
  await page.setViewportSize(phone)
  await page.route('**/api/users/*/trust*', async (route) => {
    const response = await route.fetch()
    const answers = { conversations: 12, answered: 12, medianSeconds: 44 * 60 }
    await route.fulfill({ response, json: { ...(await response.json()), answers } })
  })
  await open(page, `/listings/${await listing(oja, await person(oja))}`)
  await page.mouse.wheel(0, 10)
  const line = page.getByRole('main').getByText(/within 44 minutes/)
  await expect(line).toBeVisible()
  expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('the text of a dialog that has no other keeps its distance from the buttons', async ({ page, oja }) => {
  await open(page, `/listings/${await listing(oja, await person(oja))}`)
  await page.getByRole('button', { name: 'Report Listing' }).click()
  const dialog = page.getByRole('dialog')
  const text = await boxOf(dialog.getByText(/You need to be logged in/))
  expect((await boxOf(dialog.locator('footer'))).y - text.bottom).toBeGreaterThanOrEqual(20)
})

test('[WORDS-WHOLE] the names of users break between words only on an administrator’s tablet', async ({
  page,
  oja,
}) => {
  const { id } = await person(oja, { fullName: 'Chidinma Ozioma' })
  const email = `chidinma_ozioma_of_enugu_${id}@mail.example.com`
  const created_at = new Date(Date.now() - 29 * 60_000)
  await oja.database.db.updateTable('users').set({ email, created_at }).where('id', '=', id).execute()
  await signIn(page, oja, await administrator(oja))
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, `/admin?tab=users&q=%23${id}`)
  const name = page.getByRole('link', { name: 'Chidinma Ozioma', exact: true })
  await expect(name).toBeVisible()
  for (const line of (await linesOf(name)).slice(0, -1)) expect(line).toMatch(/\s$/)
})

test('the trends of administrators are one region with one heading of that name', async ({ page, oja }) => {
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?tab=trends')
  await expect(page.locator('figure')).toHaveCount(3)
  await expect(page.getByRole('region', { name: 'Trends' })).toHaveCount(1)
  await expect(page.getByRole('heading', { name: 'Trends' })).toHaveCount(1)
})

test('[FORCED-COLOURS] the page that is shown is marked among links where the system has its own colours', async ({
  page,
  oja,
}) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await open(page, `/users/${(await person(oja)).id}`)
  const tabs = page.getByRole('navigation', { name: 'Profile' }).getByRole('link')
  await expect(tabs).toHaveCount(2)
  const looks = tabs.evaluateAll((all) =>
    all.map((tab) => {
      const { color, backgroundColor, borderBottomColor } = getComputedStyle(tab)
      return `${color} ${backgroundColor} ${borderBottomColor}`
    }),
  )
  expect(new Set(await looks).size).toBe(2)
  // A ring of shadow is not drawn there.
  await open(page, `/listings/${await listing(oja, await person(oja), { photoCount: 2 })}`)
  const borders = page
    .getByRole('button', { name: /^Show photo/ })
    .evaluateAll((all) => all.map((thumbnail) => getComputedStyle(thumbnail).borderTopWidth))
  expect(new Set(await borders).size).toBe(2)
})

test('[FORCED-COLOURS] what a plot says of a bar is read where the system has its own colours', async ({
  page,
  oja,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light', reducedMotion: 'reduce' })
  await listing(oja, await person(oja))
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?tab=trends')
  const plot = page.getByRole('img', { name: /^Active listings by category/ })
  await expect(plot).toBeVisible()
  /** Pixels of the colour of the background: the words on the dark ground of a tooltip. */
  const words = () =>
    plot.evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      let light = 0
      for (let at = 0; at < pixels.length; at += 4)
        if ((pixels[at] ?? 0) > 200 && (pixels[at + 3] ?? 0) > 200) light += 1
      return light
    })
  const box = await boxOf(plot)
  await expect
    .poll(async () => {
      await page.mouse.move(box.x + box.width / 2, box.y + 20)
      await page.mouse.move(box.x + box.width / 2 + 5, box.y + 25)
      return words()
    })
    .toBeGreaterThan(20)
})

test('members without listings are led from their profile to a first one', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/profile')
  const start = page.getByRole('main').getByRole('link', { name: 'Sell something' })
  await expect(start).toHaveAttribute('href', '/sell')
})

test('the listings of a followed seller are counted on one line on a phone', async ({ page, oja }) => {
  const [seller, follower] = [await person(oja), await person(oja)]
  for (let count = 0; count < 28; count += 1) await listing(oja, seller)
  await follower.api('POST /api/follows', { body: { sellerId: seller.id } })
  await signIn(page, oja, follower)
  await page.setViewportSize(phone)
  await open(page, '/favorites')
  const following = page.getByRole('region', { name: 'Sellers you follow' })
  expect(await linesOf(following.getByText('28 active listings'))).toEqual(['28 active listings'])
})

test('the row of the settings’ sections ends at the edge of a tablet', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await page.setViewportSize({ width: 768, height: 1024 })
  await open(page, '/settings')
  const row = await boxOf(page.getByRole('navigation', { name: 'Settings' }))
  expect([row.x, row.right]).toEqual([0, await page.evaluate(() => document.documentElement.clientWidth)])
})
