import type { Page } from '@playwright/test'
import { limits } from '#shared/limits.ts'
import {
  boxOf,
  expect,
  expectAccessibleEverywhere,
  expectToast,
  holdRequests,
  open,
  phone,
  test,
} from './support/browser.ts'
import { type Person, person, signIn } from './support/people.ts'
import { listing, minutesAgo } from './support/test-listings.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'My listings' }).getByRole('link', { name, exact: true })
const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Somebody who wrote about a listing. */
async function writer(
  oja: Parameters<typeof person>[0],
  seller: Person,
  listingId: number,
  fullName: string,
) {
  const buyer = await person(oja, { fullName })
  const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
  for (const by of [buyer, seller])
    await by.api('POST /api/threads/:id/messages', {
      params: { id },
      body: { body: 'At the gate at six?' },
    })
  return buyer
}

/** A deal between the two that the seller accepted. */
async function agree(seller: Person, buyer: Person, listingId: number) {
  const thread = await buyer.api('POST /api/threads', { body: { listingId } })
  const { id, version } = await buyer.api('POST /api/threads/:id/deals', {
    params: { id: thread.id },
    body: {
      ...{ price: 2_400_000, place: 'Inside a bank', state: 'Lagos', lga: 'Ikeja' },
      meetsAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  return seller.api('POST /api/deals/:id/accept', { params: { id }, body: { version } })
}

test('[MINE-TABS] [MINE-SALE] [MINE-PRICE] a seller finds a listing, lowers its price, and marks it as sold to somebody who wrote', async ({
  page,
  oja,
}) => {
  const seller = await person(oja, { fullName: 'Sade Desk' })
  const fan = await listing(oja, seller, { title: 'Standing fan, tall', price: 2_000_000 })
  await listing(oja, seller, { title: 'Ọjà basket of cane', ends_at: new Date(Date.now() + 43_200_000) })
  const bola = await writer(oja, seller, fan, 'Bola Buyer')
  await page.setViewportSize(phone)
  await signIn(page, oja, seller)
  await open(page, '/about')
  const release = await holdRequests(page, '**/api/my-listings/counts*')
  await page.getByRole('button', { name: /^Menu/ }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'My Listings' }).click()
  const placeholder = page.getByLabel('Loading your listings')
  await expect(placeholder).toBeVisible()
  const { y } = await boxOf(placeholder)
  release()
  await expect(page.getByRole('article')).toHaveCount(2)
  expect((await boxOf(page.getByRole('article').first())).y).toBe(y)
  // What ends soon can be renewed.
  await expect(card(page, 'Ọjà basket')).toContainText('Ends within a day')
  await expect(page.getByRole('button', { name: /^Renew: / })).toHaveAccessibleName(
    'Renew: Ọjà basket of cane',
  )
  // As Chromium reads the page of the server: it leaves out a text that is a space alone, which Playwright does not.
  await open(page, '/my-listings')
  const devtools = await page.context().newCDPSession(page)
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 })
  const heading = { backendNodeId: root.backendNodeId, role: 'heading', accessibleName: 'My Listings 2' }
  await expect
    .poll(async () => (await devtools.send('Accessibility.queryAXTree', heading)).nodes.length)
    .toBe(1)

  await page.getByRole('searchbox', { name: 'Search your listings' }).fill('oja BASK')
  await expect(card(page, 'Ọjà basket')).toBeVisible()
  await expect(card(page, 'Standing fan')).toHaveCount(0)
  await expect(page).toHaveURL('/my-listings?search=oja+BASK')
  const search = page.getByRole('searchbox', { name: 'Search your listings' })
  await search.fill('')
  await search.pressSequentially('abcdef')
  for (let count = 0; count < 3; count += 1) await page.keyboard.press('ArrowLeft')
  await search.pressSequentially('XYZ')
  await expect(search).toHaveValue('abcXYZdef')
  await search.fill('')
  const numbers = page.getByRole('group', { name: 'Numbers of Standing fan, tall' })
  await numbers.getByRole('button', { name: '1 chat', exact: true }).click()
  await expect(numbers.getByRole('img', { name: /^chats per day, the last 30 days: 1 in all/ })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)

  const dialog = page.getByRole('dialog')
  await button(page, 'Lower the price: Standing fan, tall').focus()
  await page.keyboard.press('Enter')
  for (const price of ['25,000', '20,000']) {
    await dialog.getByRole('textbox', { name: 'New price (₦)' }).fill(price)
    await expect(dialog).not.toContainText('Type a price below')
    await dialog.getByRole('button', { name: 'Lower the price' }).click()
    await expect(dialog).toContainText('Type a price below ₦20,000')
    await expect(dialog.getByRole('textbox')).toBeFocused()
  }
  await dialog.getByRole('button', { name: '−10 % ₦18,000' }).click()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await dialog.getByRole('button', { name: 'Lower the price' }).click()
  await expectToast(page, 'Now ₦18,000', 'We tell people who saved it.')
  await expect(card(page, 'Standing fan')).toContainText('₦18,000')
  await expect(button(page, 'Lower the price: Standing fan, tall')).toBeFocused()

  // By keyboard alone.
  await button(page, 'Mark sold: Standing fan, tall').focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await dialog.getByRole('radio', { name: /^Bola Buyer/ }).focus()
  await page.keyboard.press('Space')
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Sold to Bola Buyer' })).toBeVisible()
  await expect(tab(page, 'Sold 1')).toBeVisible()
  await dialog.getByRole('button', { name: 'Later' }).click()
  await tab(page, 'Sold 1').click()
  await expect(page).toHaveURL('/my-listings?tab=sold')
  await expect(card(page, 'Standing fan')).toContainText('Sold to Bola Buyer')
  await expect(page.getByRole('link', { name: 'Review Bola Buyer' })).toHaveAttribute(
    'href',
    `/users/${bola.id}?tab=reviews#review`,
  )
  const [asked] = await bola.api('GET /api/notifications', { query: {} })
  expect(asked).toMatchObject({ kind: 'REVIEW_ASK', title: 'How was it with Sade Desk?' })
  await seller.api('POST /api/users/:id/reviews', { params: { id: bola.id }, body: { stars: 5 } })
  await page.reload()
  await expect(card(page, 'Standing fan')).toContainText('Sold to Bola Buyer')
  await expect(page.getByRole('link', { name: 'Review Bola Buyer' })).toHaveCount(0)
})

test('[MINE-TABS] many listings come in pages, also after the way back from one; a hidden one leaves at once', async ({
  page,
  oja,
}) => {
  const { atOnce } = limits.ownListings
  const seller = await person(oja)
  const all = Array.from({ length: 2 * atOnce + 1 }, (_, number) =>
    listing(oja, seller, { title: `Tray number ${number}`, photoCount: 0 }),
  )
  await Promise.all(all)
  await signIn(page, oja, seller)
  // With data saver more come at a press.
  await page.setExtraHTTPHeaders({ 'save-data': 'on' })
  await open(page, '/my-listings')
  const cards = page.getByRole('article')
  await expect(tab(page, `Active ${all.length}`)).toBeVisible()
  await expect(cards).toHaveCount(atOnce)
  const more = page.getByRole('link', { name: 'Show more' })
  await more.press('Enter')
  await expect(cards).toHaveCount(2 * atOnce)
  // The link is gone: the focus is where the new ones begin.
  await expect(cards.nth(atOnce).getByRole('heading').getByRole('link')).toBeFocused()
  await more.click()
  await expect(cards).toHaveCount(all.length)
  await expect(more).toHaveCount(0)
  await page
    .getByRole('link', { name: /^View Tray number/ })
    .last()
    .click()
  await expect(page).toHaveURL(/\/listings\/\d+$/)
  await page.goBack()
  await expect(cards).toHaveCount(all.length)
  await page
    .getByRole('button', { name: /^Hide: Tray number/ })
    .first()
    .click()
  await expect(tab(page, `Active ${all.length - 1}`)).toBeVisible()
  await expect(cards).toHaveCount(all.length - 1)
  const found = page.getByRole('status').filter({ hasText: /found/ })
  await expect(found).toHaveCount(0)
  const search = page.getByRole('searchbox', { name: 'Search your listings' })
  await search.fill('number 17')
  // The keyboard of a phone, which covers the list, goes away with the focus.
  await search.press('Enter')
  await expect(search).not.toBeFocused()
  await expect(cards).toHaveCount(1)
  await expect(page).toHaveURL('/my-listings?search=number+17')
  await expect(found).toHaveText('1 listing found')
  await page.getByRole('button', { name: /^Hide: Tray number/ }).press('Enter')
  await expect(cards).toHaveCount(0)
  await expect(found).toHaveText('0 listings found, 1 under other tabs')
})

test('the picture and the title of an own listing open it', async ({ page, oja }) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Raffia mat, wide' })
  await page.setViewportSize(phone)
  await signIn(page, oja, seller)
  const one = card(page, 'Raffia mat')
  for (const pressed of [one.locator('img').first(), one.getByText('Raffia mat, wide', { exact: true })]) {
    await open(page, '/my-listings')
    const { x, y, width, height } = await boxOf(pressed)
    await page.mouse.click(x + width / 2, y + height / 2)
    await expect(page).toHaveURL(`/listings/${id}`)
  }
})

test('[MINE-PRICE] a price that was lowered on another device meanwhile is not raised', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Ceiling fan', price: 2_000_000 })
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  await seller.api('PATCH /api/listings/:id', { params: { id }, body: { price: 1_500_000 } })
  const release = await holdRequests(page, `**/api/listings/${id}`)
  await button(page, 'Lower the price: Ceiling fan').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Loading...' })).toHaveAttribute('aria-busy', 'true')
  release()
  await dialog.getByRole('textbox', { name: 'New price (₦)' }).fill('18,000')
  await dialog.getByRole('button', { name: 'Lower the price' }).click()
  await expect(dialog).toContainText('Type a price below ₦15,000')
  await expect(dialog).toContainText('Ceiling fan, now ₦15,000')
  expect(await seller.api('GET /api/listings/:id', { params: { id } })).toMatchObject({ price: 1_500_000 })
})

test('[MINE-SALE] [MINE-PRICE] a listing that is shown again after a sale can be sold again, and a dialog begins anew', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Iron, sold twice', price: 2_000_000 })
  await writer(oja, seller, id, 'Kemi Buyer')
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  const dialog = page.getByRole('dialog')
  await button(page, 'Lower the price: Iron, sold twice').click()
  await dialog.getByRole('textbox', { name: 'New price (₦)' }).fill('18,000')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  // Pointer and keyboard in turn: two quick presses at one place are a double tap.
  await button(page, 'Lower the price: Iron, sold twice').press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'New price (₦)' })).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await button(page, 'Mark sold: Iron, sold twice').click()
  await dialog.getByRole('radio', { name: /^Kemi Buyer/ }).click()
  await dialog.getByRole('button', { name: 'Mark sold' }).click()
  await dialog.getByRole('button', { name: 'Later' }).click()
  await tab(page, 'Sold 1').click()
  await button(page, 'Show again: Iron, sold twice').press('Enter')
  await tab(page, 'Active 1').click()
  await button(page, 'Mark sold: Iron, sold twice').click()
  await dialog.getByRole('radio', { name: /^Somebody else/ }).click()
  await dialog.getByRole('button', { name: 'Mark sold' }).click()
  await expectToast(page, 'Marked as sold')
})

test('[DEAL-CLOSED] who sells a listing to somebody else reads that an agreed deal about it ends', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Iron, promised' })
  const kemi = await writer(oja, seller, id, 'Kemi Buyer')
  const deal = await agree(seller, kemi, id)
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  await button(page, 'Mark sold: Iron, promised').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /^Kemi Buyer/ }).click()
  await expect(dialog.getByRole('status')).toContainText('Say in the deal that you have the money')
  await dialog.getByRole('radio', { name: /^Somebody else/ }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    'Your deal with Kemi Buyer ends then. We tell them, so that they do not come for nothing.',
  )
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Mark sold' }).click()
  await expectToast(page, 'Marked as sold')
  expect(await kemi.api('GET /api/deals/:id', { params: { id: deal.id } })).toMatchObject({
    ...{ status: 'CANCELLED', endReason: 'The listing was sold.' },
  })
})

test('[MINE-SALE] [MINE-EXPIRED] a listing that is hidden or has ended is marked as sold where it stands', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  await listing(oja, seller, { title: 'Hidden kettle', status: 'HIDDEN' })
  const ended = { ends_at: new Date(Date.now() - 60_000), ended_at: new Date() }
  await listing(oja, seller, { title: 'Ended kettle', status: 'HIDDEN', ...ended })
  await page.setViewportSize(phone)
  await signIn(page, oja, seller)
  for (const [at, title] of [
    ['hidden', 'Hidden kettle'],
    ['expired', 'Ended kettle'],
  ] as const) {
    await open(page, `/my-listings?tab=${at}`)
    await button(page, `Mark sold: ${title}`).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark sold' }).click()
    await expectToast(page, 'Marked as sold')
    await expect(card(page, title)).toHaveCount(0)
  }
  await tab(page, 'Sold 2').click()
  await expect(card(page, 'kettle')).toHaveCount(2)
})

test('[MINE-EXPIRED] a renewed listing that waits for a check is not announced as live', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, {
    ...{ title: 'Copper pot, ended', status: 'HIDDEN' },
    ...{ ends_at: new Date(Date.now() - 60_000), ended_at: new Date() },
  })
  const moderationReason = 'We look at this listing before others can see it: you have 2 like it.'
  await page.route(`**/api/listings/${id}/renew`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), moderationReason } })
  })
  await signIn(page, oja, seller)
  await open(page, '/my-listings?tab=expired')
  await button(page, 'Renew: Copper pot, ended').click()
  await expectToast(page, 'Not shown yet', moderationReason)
})

test('[MINE-STATISTICS] [MINE-HIDE] while the code of the curve loads, its canvas covers no button', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  await listing(oja, seller, { title: 'Copper ladle' })
  const release = await holdRequests(page, '**/api/my-listings/statistics?*')
  await page.setViewportSize(phone)
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  // The curve's code is never answered, as on a line that hangs.
  await page.route('**/assets/*.js', () => {})
  release()
  await expect(page.getByRole('img', { name: /^No views in the last/ })).toBeAttached()
  await button(page, 'Hide: Copper ladle').click()
  await expect(tab(page, 'Hidden 1')).toBeVisible()
})

test('[MINE-STATISTICS] [LARGE-TEXT] with larger letters the curve has a line of its own, and covers no button', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  await listing(oja, seller, { title: 'Copper spoon' })
  await page.setViewportSize(phone)
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  for (const letters of ['130%', '150%', '200%']) {
    await page.evaluate((size) => {
      document.documentElement.style.fontSize = size
    }, letters)
    const curve = page.locator('.my-listings-curve')
    await expect(curve.locator('canvas')).toBeAttached()
    // The canvas is resized a frame after its container.
    await expect
      .poll(async () => {
        const [line, canvas] = [await curve.boundingBox(), await curve.locator('canvas').boundingBox()]
        return line && canvas && canvas.height <= line.height
      })
      .toBe(true)
    await button(page, 'Mark sold: Copper spoon').click({ trial: true })
  }
})

test('[MINE-HIDE] a double tap on Hide hides one listing, not the one that takes its place too', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  for (const title of ['Rice pan, large', 'Rice pan, medium', 'Rice pan, small'])
    await listing(oja, seller, { title })
  await page.setViewportSize(phone)
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  const box = await button(page, 'Hide: Rice pan, small').boundingBox()
  if (!box) throw new Error('The button is not there.')
  const tap = () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  // Both taps at one moment, whatever time the machine takes between them.
  await page.evaluate(() => {
    const now = performance.now()
    performance.now = () => now
  })
  await tap()
  await expect(card(page, 'Rice pan, small')).toHaveCount(0)
  await tap()
  await expectToast(page, 'Hidden', 'Only you see it now.')
  await expect(tab(page, 'Hidden 1')).toBeVisible()
  expect(
    (await seller.api('GET /api/my-listings', { query: {} })).map(({ status }) => status).sort(),
  ).toEqual(['ACTIVE', 'ACTIVE', 'HIDDEN'])
})

test('[MINE-HIDE] [MINE-EXPIRED] hide, show again and renew answer at once; a refusal puts the card back', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  const seller = await person(oja)
  const stool = await listing(oja, seller, { title: 'Wooden stool, low' })
  await listing(oja, seller, { title: 'Wooden table, high' })
  await listing(oja, seller, {
    ...{ title: 'Iron bench, ended', status: 'HIDDEN' },
    ...{ ends_at: minutesAgo(125), ended_at: minutesAgo(125) },
  })
  await page.setViewportSize(phone)
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  const call = `**/api/listings/${stool}`
  // The list cannot be read again either.
  const list = '**/api/my-listings?*'
  for (const one of [call, list]) await page.route(one, (route) => route.fulfill({ status: 500, body: '' }))
  await button(page, 'Hide: Wooden stool, low').click()
  await expect(page.locator('.toast', { hasText: 'Not hidden' })).toBeVisible()
  await expect(tab(page, 'Active 2')).toBeVisible()
  for (const one of [call, list]) await page.unroute(one)
  await button(page, 'Hide: Wooden stool, low').focus()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Hidden', 'Only you see it now.')
  await expect(card(page, 'Wooden stool')).toHaveCount(0)
  await expect(page.locator('h2:focus, li:focus')).toHaveCount(1)

  await tab(page, 'Hidden 1').click()
  await button(page, 'Show again: Wooden stool, low').click()
  await expectToast(page, 'Shown again', 'Everyone can see it.')
  await expect(tab(page, 'Active 2')).toBeVisible()

  await tab(page, 'Expired 1').click()
  await expect(page).toHaveURL('/my-listings?tab=expired')
  await expect(card(page, 'Iron bench')).toContainText('Ended 2 hours ago')
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await button(page, 'Renew: Iron bench, ended').click()
  await expect(page.locator('.toast', { hasText: 'Renewed' })).toBeVisible()
  await tab(page, 'Active 3').click()
  await expect(card(page, 'Iron bench')).toBeVisible()
  await tab(page, 'Drafts 0').click()
  await expect(page.getByRole('heading', { name: 'No drafts' })).toBeVisible()
})

test('[MINE-SALE] when those who wrote could not be read, a seller reads that and tries again', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(503)
  const seller = await person(oja)
  const fan = await listing(oja, seller, { title: 'Wall fan, small' })
  await writer(oja, seller, fan, 'Wale Writer')
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  let isDown = true
  await page.route('**/possible-buyers', (route) =>
    isDown ? route.fulfill({ status: 503 }) : route.fallback(),
  )
  await button(page, 'Mark sold: Wall fan, small').click()
  const dialog = page.getByRole('dialog', { name: 'Who bought it?' })
  await expect(dialog.getByText('Who wrote to you did not load')).toBeVisible()
  await expect(dialog.getByText('Nobody wrote to you about it yet')).toHaveCount(0)
  isDown = false
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText('Wale Writer')).toBeVisible()
})

test('[MINE-SALE] where a deal was agreed, selling to its buyer leads to the deal', async ({ page, oja }) => {
  const seller = await person(oja)
  const drum = await listing(oja, seller, { title: 'Drum with a deal', price: 2_000_000 })
  const buyer = await writer(oja, seller, drum, 'Dele Dealer')
  const thread = await buyer.api('POST /api/threads', { body: { listingId: drum } })
  const { id, version } = await buyer.api('POST /api/threads/:id/deals', {
    params: { id: thread.id },
    body: {
      price: 1_800_000,
      place: 'Inside a bank',
      state: 'Lagos',
      lga: 'Ikeja',
      meetsAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  await seller.api('POST /api/deals/:id/accept', { params: { id }, body: { version } })
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  await button(page, 'Mark sold: Drum with a deal').click()
  const dialog = page.getByRole('dialog', { name: 'Who bought it?' })
  await dialog.getByRole('radio', { name: /^Dele Dealer Agreed on ₦18,000/ }).click()
  await dialog.getByRole('button', { name: 'Go to the deal' }).click()
  await expect(page).toHaveURL(`/deals/${id}`)
})

test('[MINE-SALE] [MINE-PRICE] a listing that was deleted on another device leaves the list instead of opening a dialog', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(410)
  const seller = await person(oja)
  const ids = [
    await listing(oja, seller, { title: 'Wall clock with birds' }),
    await listing(oja, seller, { title: 'Iron on two devices' }),
  ]
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  await expect(button(page, 'Mark sold: Iron on two devices')).toBeVisible()
  for (const id of ids) await seller.api('DELETE /api/listings/:id', { params: { id } })
  await button(page, 'Lower the price: Wall clock with birds').click()
  await expectToast(page, 'This listing was deleted')
  await expect(page.getByText('Wall clock with birds')).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('[MINE-SALE] [MINE-PRICE] when the listing could not be read, its dialogs say so and try again', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(503)
  const seller = await person(oja)
  const fan = await listing(oja, seller, { title: 'Table fan of the market', price: 2_000_000 })
  await signIn(page, oja, seller)
  await open(page, '/my-listings')
  let isDown = true
  await page.route(`**/api/listings/${fan}`, (route) =>
    isDown && route.request().method() === 'GET' ? route.fulfill({ status: 503 }) : route.fallback(),
  )
  await button(page, 'Mark sold: Table fan of the market').click()
  const sale = page.getByRole('dialog', { name: 'Who bought it?' })
  await expect(sale.getByText('did not load')).toBeVisible()
  await sale.getByRole('button', { name: 'Cancel' }).click()
  await button(page, 'Lower the price: Table fan of the market').click()
  const price = page.getByRole('dialog', { name: 'Lower the price' })
  await expect(price.getByText('The listing did not load')).toBeVisible()
  isDown = false
  await price.getByRole('button', { name: 'Try again' }).click()
  await price.getByLabel('New price (₦)').fill('15000')
  await price.getByRole('button', { name: 'Lower the price' }).click()
  await expectToast(page, 'Now ₦15,000')
})
