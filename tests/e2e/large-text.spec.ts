import type { Page } from '@playwright/test'
import { createTokenSession } from '../support/sessions.ts'
import { boxOf, expect, linesOf, open, phone, test } from './support/browser.ts'
import { talk } from './support/chat-fixture.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

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

test('[LARGE-TEXT] [ICON-SIZE] the button of the profile picture stays within its card, and its icon keeps its size beside a label that wraps', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/settings')
  const button = page.getByRole('button', { name: 'Add a picture' })
  for (const size of [...narrow, { width: 320, letters: '200%' }]) {
    await showNarrow(page, size)
    const card = await boxOf(page.getByRole('region', { name: 'Profile' }))
    expect((await boxOf(button)).right).toBeLessThan(card.right)
    expect((await boxOf(button.locator('svg'))).width).toBe(18)
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

test('[LARGE-TEXT] beside a conversation at 400 % the state of its deal is read whole', async ({
  page,
  oja,
}) => {
  const { seller, buyer, threadId } = await talk(oja, { first: 'I take it.' })
  await buyer.api('POST /api/threads/:id/deals', {
    params: { id: threadId },
    body: {
      price: 1_000_000,
      place: 'Police station',
      state: 'Lagos',
      lga: 'Ikeja',
      meetsAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  await signIn(page, oja, seller)
  // 1280 × 1024 pixels, four times as large.
  await page.setViewportSize({ width: 320, height: 256 })
  await open(page, `/chat?thread=${threadId}`)
  const state = page.getByRole('region', { name: 'Deal', exact: true }).getByText('Proposes a deal')
  await expect(state).toBeVisible()
  expect(await state.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})

test('[LARGE-TEXT] a dialog with much text scrolls to its buttons', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await page.setViewportSize(phone)
  await open(page, '/settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog).toBeVisible()
  for (const width of [320, 360]) {
    await showNarrow(page, { width, letters: '200%' })
    await page.mouse.move(width / 2, phone.height / 2)
    await page.mouse.wheel(0, -3000)
    await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await page.mouse.wheel(0, 3000)
    await expect(dialog.getByRole('button', { name: 'Delete my account' })).toBeInViewport({ ratio: 1 })
    expect((await boxOf(dialog.getByLabel('Your password'))).height).toBeGreaterThan(44)
  }
})

test('[LARGE-TEXT] the age of a listing is read whole with the distances between letters that WCAG asks for', async ({
  page,
  oja,
}) => {
  await listing(oja, await person(oja), {
    title: 'Spaced kettle',
    price_type: 'NEGOTIABLE',
    created_at: new Date(Date.now() - 29 * 60_000),
  })
  await page.setViewportSize({ ...phone, width: 320 })
  await open(page, '/listings?search=spaced+kettle')
  await page.evaluate(() => {
    const apart = new CSSStyleSheet()
    apart.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
    )
    document.adoptedStyleSheets.push(apart)
  })
  const age = page.getByRole('article').getByText(/minutes ago$/)
  await expect(age).toBeVisible()
  expect(await age.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
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
