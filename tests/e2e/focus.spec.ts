import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { createTokenSession } from '../support/sessions.ts'
import { expect, expectToast, open, phone, scrollALittle, test } from './support/browser.ts'
import { talk } from './support/chat-fixture.ts'
import { person, signIn } from './support/people.ts'
import { listing, minutesAgo } from './support/test-listings.ts'

test('[PAGE-FOCUS] where a followed link is gone, the focus is in the page: a filter, and all of them', async ({
  page,
  oja,
}) => {
  await listing(oja, await person(oja), { title: 'Focusword lamp' })
  await open(page, '/listings?search=focusword&condition=USED&minPrice=1')
  const badges = page.getByRole('list', { name: 'Active filters' })
  for (const name of ['Remove Used', 'Clear All']) {
    await badges.getByRole('link', { name }).press('Enter')
    await expect(badges.getByRole('link', { name })).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
  }
  await page.getByRole('link', { name: 'Safety tips' }).press('Enter')
  await expect(page.getByRole('main', { name: 'Safety tips · Oja' })).toBeFocused()
})

test('[PAGE-FOCUS] the focus stays where somebody moved it while the next page was being shown', async ({
  page,
}) => {
  await open(page, '/about')
  // As a key pressed then: after the page is changed, before its next frame.
  await page.evaluate(() => {
    const move = () => document.querySelector<HTMLElement>('#footer a')?.focus()
    new MutationObserver(move).observe(document.querySelector('main') as Node, { childList: true })
  })
  await page.getByRole('contentinfo').getByRole('link', { name: 'Safety tips' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Safety tips')
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
  await expect(page.getByRole('contentinfo').getByRole('link').first()).toBeFocused()
})

test('[ADMIN-FOCUS] after a listing is deleted on the own profile, the focus is on the next one', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  for (const [index, name] of ['upper', 'middle', 'lower'].entries())
    await listing(oja, seller, { title: `Own ${name}`, created_at: minutesAgo(index + 1) })
  await signIn(page, oja, seller)
  await open(page, `/users/${seller.id}`)
  await page.getByRole('button', { name: 'Delete Own upper' }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('listitem').filter({ hasText: 'Own middle' })).toBeFocused()
})

test('[ADMIN-FOCUS] “Show all” gives the focus to the first question that it showed', async ({
  page,
  oja,
}) => {
  const { seller, buyer, listingId } = await talk(oja)
  for (let number = 1; number <= 7; number += 1)
    await buyer.api('POST /api/listings/:id/questions', {
      params: { id: listingId },
      body: { question: `Question number ${number}?` },
    })
  await signIn(page, oja, seller)
  await open(page, `/listings/${listingId}`)
  await scrollALittle(page)
  await page.getByRole('link', { name: 'Show all 7 questions' }).press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'Question number 2?' })).toBeFocused()
})

test('[BUSY-FOCUS] a button that waits for the server keeps the focus, and its dialog gives it back', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  const ada = await person(oja)
  await createTokenSession(oja.database, ada)
  await signIn(page, oja, ada)
  await open(page, '/settings')
  const setUp = page.getByRole('button', { name: 'Set up' })
  await setUp.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(setUp).toBeFocused()

  await page.route('**/api/settings/sessions/*', (route) => route.fulfill({ status: 500, body: '' }))
  const logOut = page.getByRole('button', { name: /^Log out (?!everywhere)/ })
  await logOut.press('Enter')
  await expect(page.locator('.toast')).toContainText('Device not logged out')
  await expect(logOut).toBeFocused()
})

test('[BUSY-FOCUS] the box that reserves the listing of a deal keeps the focus while it waits for the server', async ({
  page,
  oja,
}) => {
  const { seller, buyer, threadId } = await talk(oja, { first: 'I take it.' })
  const { id, version } = await buyer.api('POST /api/threads/:id/deals', {
    params: { id: threadId },
    body: {
      price: 1_000_000,
      place: 'Police station',
      state: 'Lagos',
      lga: 'Ikeja',
      meetsAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  await seller.api('POST /api/deals/:id/accept', { params: { id }, body: { version } })
  await signIn(page, oja, seller)
  await open(page, `/deals/${id}`)
  const box = page.getByLabel('My listing is shown as reserved')
  await box.press('Space')
  await expect(box).toBeChecked()
  await expect(box).not.toHaveAttribute('aria-disabled', 'true')
  await expect(box).toBeFocused()
})

const desktop = { width: 1280, height: 800 }

test('[FOCUS-SEEN] the focus is seen on the dark green of the home page, and in rows that scroll', async ({
  page,
  oja,
}) => {
  await open(page, '/')
  await expectFocusSeen(page, page.getByRole('link', { name: 'Start Selling' }))
  await expectFocusSeen(page, page.getByRole('combobox'), page.locator('search form > div').first())
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    await expectFocusSeen(
      page,
      page.getByRole('list', { name: 'Popular categories' }).getByRole('link').first(),
    )
  }
  for (let more = 0; more < 5; more += 1) {
    await page.keyboard.press('Tab')
    await expect(page.locator('.hero-chip:focus')).toBeInViewport({ ratio: 1 })
  }
  await open(page, `/listings/${await listing(oja, await person(oja))}`)
  await scrollALittle(page)
  await expectFocusSeen(page, page.getByRole('button', { name: 'Is it still available?' }))
})

test('[FOCUS-SEEN] the focus is seen on the photos of a listing, and on a red message', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await open(page, `/listings/${await listing(oja, await person(oja), { photoCount: 2 })}`)
  for (const size of [desktop, phone]) {
    await page.setViewportSize(size)
    await expectFocusSeen(page, page.locator('.gallery-track'))
    await expectFocusSeen(page, page.getByRole('link', { name: /photo 1 of 2$/ }))
  }
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Failed to update favorites')
  // Its time stands still below a pointer.
  await page.locator('.toast').hover()
  await expectFocusSeen(page, page.locator('.toast').getByRole('button', { name: 'Close' }))
})

/**
 * Expects that the focus by keyboard draws a line all around an element, or what is drawn `around` it, in a colour with a contrast of 3 to
 * what was there.
 */
async function expectFocusSeen(page: Page, element: Locator, around = element): Promise<void> {
  await element.scrollIntoViewIfNeeded()
  await page.keyboard.press('Shift')
  const box = await around.boundingBox()
  if (!box) throw new Error('It is not to be seen.')
  const margin = 6
  const x = Math.max(0, box.x - margin)
  const y = Math.max(0, box.y - margin)
  const clip = { x, y, width: box.x + box.width + margin - x, height: box.y + box.height + margin - y }
  const pixels = async () => {
    const picture = await page.screenshot({ clip, animations: 'disabled' })
    return sharp(picture).removeAlpha().raw().toBuffer()
  }
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  const before = await pixels()
  await element.focus()
  const after = await pixels()
  let seen = 0
  for (let at = 0; at < before.length; at += 3) {
    const [one, other] = [luminanceOf(before, at), luminanceOf(after, at)]
    if ((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= 3) seen += 1
  }
  expect(seen).toBeGreaterThan(2 * (box.width + box.height))
}

/** Of a pixel, as WCAG defines it. */
function luminanceOf(pixels: Buffer, at: number): number {
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((channel) => {
    const value = (pixels[at + channel] ?? 0) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
