import type { Locator, Page } from '@playwright/test'
import { createTokenSession } from '../support/sessions.ts'
import { administrator } from './support/administrators.ts'
import { expect, expectAccessible, holdRequests, open, phone, test } from './support/browser.ts'
import { talk } from './support/chat-fixture.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not to be seen.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

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

test('[EMAIL-BREAKS] the address in the menu wraps after its @ and dots', async ({ page, oja }) => {
  const who = await person(oja)
  const email = `adaeze.chukwuemeka.okonkwo_${who.id}@mail.example.com`
  await oja.database.db.updateTable('users').set({ email }).where('id', '=', who.id).execute()
  await signIn(page, oja, who)
  await page.setViewportSize(phone)
  await open(page, '/')
  await page.getByRole('button', { name: /^Menu/ }).click()
  const address = page.getByRole('dialog').getByText(email)
  await expect(address).toBeVisible()
  const lines = await linesOf(address)
  expect(lines.join('')).toBe(email)
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/[@.]$/)
})

test('[EMAIL-BREAKS] the address in the code dialog and its toast wraps after its @ and dots', async ({
  page,
}) => {
  const email = `adaeze.chukwuemeka.okonkwo.${Date.now()}@mail.marketplace.example.com`
  await page.setViewportSize({ ...phone, width: 320 })
  await open(page, '/forgot-password')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.locator('.toast')).toContainText(email)
  for (const address of [
    page.getByRole('dialog').locator('strong'),
    page.locator('.toast').getByText(email),
  ]) {
    const lines = await linesOf(address)
    expect(lines.length).toBeGreaterThan(1)
    // The sentence around it wraps at its spaces.
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/[@.\s-]$/)
  }
})

/** On the narrowest phone, and with letters twice as large. */
const narrow = [
  { width: 320, letters: '100%' },
  { width: 360, letters: '200%' },
]

async function showNarrow(page: Page, { width, letters }: (typeof narrow)[number]): Promise<void> {
  await page.setViewportSize({ ...phone, width })
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, letters)
}

test('[WORDS-WHOLE] choices and the checklist of the form to sell break between words only', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  const checklist = page.getByRole('region', { name: 'Listing checklist' })
  const texts = [
    ...['Used', 'New', 'Fixed price', 'Negotiable'].map((name) => page.getByText(name, { exact: true })),
    ...['Photos', '0/10', 'Category'].map((name) => checklist.getByText(name, { exact: true })),
  ]
  for (const size of narrow) {
    await showNarrow(page, size)
    for (const text of texts)
      for (const line of (await linesOf(text)).slice(0, -1)) expect(line).toMatch(/\s$/)
  }
})

test('[LARGE-TEXT] the link beside a label stays above the field', async ({ page }) => {
  await open(page, '/login')
  for (const size of narrow) {
    await showNarrow(page, size)
    const link = page.getByRole('link', { name: 'Forgot password?' })
    // The height of its letters, without the space around them for a thumb.
    const bottom = await link.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().bottom
    })
    expect(bottom).toBeLessThanOrEqual((await boxOf(page.getByLabel('Password', { exact: true }))).y)
  }
})

test('[LARGE-TEXT] the ₦ of a price field stands before what is typed', async ({ page }) => {
  await open(page, '/listings')
  await page.getByRole('button', { name: /^Filters/ }).click()
  const field = page.getByLabel('Minimum price in Naira')
  for (const size of narrow) {
    await showNarrow(page, size)
    const start = await field.evaluate((input) => {
      const { left } = input.getBoundingClientRect()
      return left + Number.parseFloat(getComputedStyle(input).paddingLeft)
    })
    const sign = await boxOf(page.getByRole('dialog').getByText('₦', { exact: true }).first())
    expect(sign.right).toBeLessThan(start)
  }
})

test('[LARGE-TEXT] the button of the profile picture stays within its card', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/settings')
  for (const size of [...narrow, { width: 320, letters: '200%' }]) {
    await showNarrow(page, size)
    const button = await boxOf(page.getByRole('button', { name: 'Add a picture' }))
    expect(button.right).toBeLessThan((await boxOf(page.getByRole('region', { name: 'Profile' }))).right)
  }
})

test('[LARGE-TEXT] View, Edit and Delete stay within their part of the card', async ({ page, oja }) => {
  const seller = await person(oja)
  await listing(oja, seller, { title: 'Chair in parts' })
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  for (const size of narrow) {
    await showNarrow(page, size)
    for (const name of ['View', 'Edit', 'Delete']) {
      const sides = await page.getByLabel(`${name} Chair in parts`).evaluate((element) => {
        const content = document.createRange()
        content.selectNodeContents(element)
        const [inner, outer] = [content.getBoundingClientRect(), element.getBoundingClientRect()]
        return { left: inner.left - outer.left, right: outer.right - inner.right }
      })
      expect(Math.min(sides.left, sides.right), name).toBeGreaterThanOrEqual(0)
    }
  }
})

test('[LARGE-TEXT] the bar of a deal leaves the messages their place', async ({ page, oja }) => {
  const { seller, threadId } = await talk(oja, { first: 'I take it for the price that you ask.' })
  await signIn(page, oja, seller)
  for (const size of narrow) {
    await open(page, `/chat?thread=${threadId}`)
    await showNarrow(page, size)
    const bar = page.getByRole('region', { name: 'Deal', exact: true })
    await expect(bar.getByRole('button', { name: 'Propose a deal' })).toBeVisible()
    expect((await boxOf(bar)).height).toBeLessThan(phone.height / 3)
    expect((await boxOf(page.getByPlaceholder('Type a message...'))).bottom).toBeLessThanOrEqual(phone.height)
  }
})

test('[LARGE-TEXT] the side menu shows its words and numbers whole', async ({ page, oja }) => {
  const { seller } = await talk(oja, { first: 'Is it still there?' })
  await signIn(page, oja, seller)
  await page.setViewportSize(phone)
  await open(page, '/about')
  await page.getByRole('button', { name: /^Menu/ }).click()
  const menu = page.getByRole('dialog')
  const links = menu.getByRole('navigation')
  await expect(links.getByText('1', { exact: true }).first()).toBeVisible()
  for (const size of [...narrow, { width: 320, letters: '200%' }]) {
    await showNarrow(page, size)
    const most = await links.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(most).toBeLessThanOrEqual(0)
  }
})

test('the highest price stays on one line on the narrowest phone', async ({ page, oja }) => {
  const seller = await person(oja)
  const price = 1_000_000_000_000
  const listingId = await listing(oja, seller, { title: 'A whole street', price })
  const buyer = await person(oja)
  await buyer.api('POST /api/favorites', { body: { listingId } })
  await page.setViewportSize({ ...phone, width: 320 })
  for (const [who, path] of [
    [buyer, '/favorites'],
    [seller, '/my-listings'],
  ] as const) {
    await signIn(page, oja, who)
    await open(page, path)
    expect(await linesOf(page.getByRole('article').getByText('₦10,000,000,000'))).toEqual(['₦10,000,000,000'])
  }
})

test('[LARGE-TEXT] the price above a conversation stays on one line', async ({ page, oja }) => {
  const { buyer, threadId } = await talk(oja, { first: 'I take it.', price: 5_200_000 })
  await signIn(page, oja, buyer)
  await open(page, `/chat?thread=${threadId}`)
  const price = page.getByText('₦52,000', { exact: true }).first()
  for (const size of [...narrow, { width: 320, letters: '200%' }]) {
    await showNarrow(page, size)
    expect(await linesOf(price)).toEqual(['₦52,000'])
  }
})

test('[WORDS-WHOLE] the names of devices break between words only', async ({ page, oja }) => {
  const ada = await person(oja)
  await createTokenSession(oja.database, ada, {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0',
  })
  await signIn(page, oja, ada)
  await open(page, '/settings')
  for (const size of narrow) {
    await showNarrow(page, size)
    const lines = await linesOf(page.getByText('Edge on Windows', { exact: true }))
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/\s$/)
  }
})

test('[LARGE-TEXT] a card of Favorites shows the name of its seller', async ({ page, oja }) => {
  const listingId = await listing(oja, await person(oja, { fullName: 'Ada Obi' }), { title: 'Saved stool' })
  const buyer = await person(oja)
  await buyer.api('POST /api/favorites', { body: { listingId } })
  await signIn(page, oja, buyer)
  await open(page, '/favorites')
  for (const size of narrow) {
    await showNarrow(page, size)
    const cut = await page
      .getByText('Ada Obi', { exact: true })
      .evaluate((name) => name.scrollWidth - name.clientWidth)
    expect(cut).toBeLessThanOrEqual(0)
  }
})

test('[LARGE-TEXT] a number of unread messages stays within its circle', async ({ page, oja }) => {
  const { seller } = await talk(oja, { first: 'Is it still there?' })
  await signIn(page, oja, seller)
  // On a wide screen the newest conversation opens beside the list, and is read.
  await page.setViewportSize(phone)
  await open(page, '/chat')
  for (const size of narrow) {
    await showNarrow(page, size)
    const badge = page.locator('li span[aria-hidden]', { hasText: /^1$/ }).first()
    const outside = await badge.evaluate((circle) => {
      const number = document.createRange()
      number.selectNodeContents(circle)
      return number.getBoundingClientRect().height - circle.getBoundingClientRect().height
    })
    expect(outside).toBeLessThanOrEqual(0)
  }
})

test('[WORDS-WHOLE] the name and the rating of a profile break between words only', async ({ page, oja }) => {
  const seller = await person(oja, { fullName: 'Adaeze Okonkwo' })
  const { buyer } = await talk(oja, { seller, first: 'I take it.' })
  await buyer.api('POST /api/users/:id/reviews', { params: { id: seller.id }, body: { stars: 4 } })
  await open(page, `/users/${seller.id}?tab=reviews`)
  for (const size of narrow) {
    await showNarrow(page, size)
    for (const line of (await linesOf(page.getByRole('heading', { level: 1 }))).slice(0, -1))
      expect(line).toMatch(/\s$/)
    const rating = page.getByRole('region', { name: 'Ratings' }).locator('p').first()
    expect(await linesOf(rating)).toEqual(['4.0'])
  }
})

test('[ICON-SIZE] an icon keeps its size beside a label that wraps', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/settings')
  const icon = page.getByRole('button', { name: 'Add a picture' }).locator('svg')
  for (const size of narrow) {
    await showNarrow(page, size)
    expect((await boxOf(icon)).width).toBe(18)
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
  for (const [path, link] of [
    [`/listings/${listingId}`, main.getByRole('link', { name: 'Phones & Tablets', exact: true })],
    [`/listings/${listingId}`, main.getByRole('link', { name: buyer.fullName })],
    [`/users/${seller.id}?tab=reviews`, main.getByRole('link', { name: buyer.fullName })],
  ] as const) {
    await open(page, path)
    await link.scrollIntoViewIfNeeded()
    // Half of 44 pixels above its middle, and below.
    const isHit = await link.evaluate((element) => {
      const { left, top, bottom } = element.getBoundingClientRect()
      const middle = (top + bottom) / 2
      return [-21.5, 21.5].every((to) => element.contains(document.elementFromPoint(left + 8, middle + to)))
    })
    expect(isHit, path).toBe(true)
  }
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
    await page.evaluate((to) => {
      const link = Object.assign(document.createElement('a'), { href: to })
      document.body.append(link)
      link.click()
      link.remove()
    }, path)
    await expect(page.getByText(/^Loading/).or(page.getByLabel(/^Loading/))).toBeVisible()
    await expect(page.getByRole('contentinfo')).not.toBeInViewport()
  }
  release()
  await expect(page.getByLabel('Title')).toBeVisible()
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

/** The text of an element by rendered lines. */
function linesOf(element: Locator): Promise<string[]> {
  return element.evaluate((node) => {
    const lines: string[] = []
    let top = Number.NaN
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (let at = 0; at < (text.textContent ?? '').length; at += 1) {
        const letter = document.createRange()
        letter.setStart(text, at)
        letter.setEnd(text, at + 1)
        const y = Math.round(letter.getBoundingClientRect().top)
        if (y !== top) lines.push('')
        top = y
        lines.push((lines.pop() ?? '') + letter.toString())
      }
    }
    return lines
  })
}

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
