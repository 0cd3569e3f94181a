import { expectAccessibleEverywhere, expectToast, phone, routeOnce } from './support/browser.ts'
import { bubble, bubbles, composer, expect, sendButton, talk, test, write } from './support/chat-fixture.ts'
import { chooser } from './support/listing-form.ts'
import { photoFiles } from './support/test-listings.ts'

test('[OFFER-TRADE] [CHAT-HEADER] on two phones: an offer from an address, a counter-offer sent on a bad line, accepted, and its price in the deal', async ({
  enter,
  oja,
}) => {
  test.slow()
  const { buyer, seller, threadId } = await talk(oja, { price: 2_500_000, first: 'I like it.' })
  const path = `/chat?thread=${threadId}`
  const ofSeller = await enter(seller, path, { viewport: phone })
  const ofBuyer = await enter(buyer, `${path}&offer=1`, { viewport: phone })
  await expect(ofBuyer.getByRole('banner').getByRole('link', { name: 'Oja, home' })).toBeHidden()

  const dialog = ofBuyer.getByRole('dialog', { name: 'Make an offer' })
  await dialog.getByRole('button', { name: '₦22,500' }).click()
  await expect(dialog.getByLabel('Your price')).toHaveValue('22,500')
  await dialog.getByLabel('Your price').fill('20000')
  await expectAccessibleEverywhere(ofBuyer)
  await ofBuyer.setViewportSize(phone)
  await dialog.getByRole('button', { name: 'Offer ₦20,000' }).click()
  await expect(ofBuyer).toHaveURL(path)
  await expect(bubble(ofBuyer, '₦20,000')).toContainText('Waiting for an answer')

  await expect(bubble(ofSeller, '₦20,000').getByRole('button', { name: 'Accept' })).toBeVisible()
  await bubble(ofSeller, '₦20,000').getByRole('button', { name: 'Counter' }).click()
  const counter = ofSeller.getByRole('dialog', { name: 'Offer another price' })
  await expect(counter).toContainText('Their offer is ₦20,000.')
  await counter.getByLabel('Your price').fill('23000')
  // The answer to the first attempt is lost.
  await routeOnce(ofSeller, '**/messages', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await counter.getByRole('button', { name: 'Offer ₦23,000' }).click()

  await expect(bubble(ofBuyer, '₦20,000')).toContainText('Answered with another offer')
  await bubble(ofBuyer, '₦23,000').getByRole('button', { name: 'Accept' }).click()
  await expect(bubble(ofSeller, 'Your offer₦')).toContainText('Accepted')
  await expect(bubble(ofSeller, 'I accept your offer of ₦23,000.')).toBeVisible()
  await expect(bubbles(ofSeller)).toHaveCount(4)
  await expectAccessibleEverywhere(ofBuyer)
  await ofBuyer.setViewportSize(phone)

  await bubble(ofBuyer, '₦23,000').getByRole('button', { name: 'Set place and time' }).click()
  const deal = ofBuyer.getByRole('dialog', { name: 'Propose a deal' })
  await expect(deal.getByLabel('Price (₦)')).toHaveValue('23,000')
})

test('[OFFER-TRADE] the price that two agreed on is the deal’s, also where one wrote another one before', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja, { price: 2_500_000, first: 'I like it.' })
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const dialog = page.getByRole('dialog', { name: 'Propose a deal' })
  const price = dialog.getByLabel('Price (₦)')
  await page.getByRole('button', { name: 'Propose a deal' }).click()
  await price.fill('24000')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Propose a deal' }).click()
  await expect(price).toHaveValue('24,000')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const params = { id: threadId }
  const { id } = await buyer.api('POST /api/threads/:id/messages', { params, body: { offer: 2_000_000 } })
  await seller.api('PATCH /api/messages/:id/offer', { params: { id }, body: { status: 'ACCEPTED' } })
  for (const reload of [() => Promise.resolve(), () => page.reload()]) {
    await reload()
    await bubble(page, '₦20,000').getByRole('button', { name: 'Set place and time' }).click()
    await expect(price).toHaveValue('20,000')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }

  // The deal takes the place of offers.
  const meetsAt = new Date(Date.now() + 86_400_000).toISOString()
  const place = { place: 'Inside a bank', state: 'Lagos', lga: 'Ikeja' }
  await seller.api('POST /api/threads/:id/deals', { params, body: { price: 2_000_000, meetsAt, ...place } })
  await expect(page.getByRole('link', { name: 'Answer' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set place and time' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Make an offer' })).toHaveCount(0)
})

test('[CHAT-HEADER] on a low screen, such as a phone held sideways, one can offer and propose; while one writes the messages have the room', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja, { first: 'I like it.' })
  const page = await enter(buyer, `/chat?thread=${threadId}`, { viewport: { width: 640, height: 360 } })
  const acts = ['Make an offer', 'Propose a deal'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  )
  // Alone, and beside the list of conversations.
  for (const width of [640, 800]) {
    await page.setViewportSize({ width, height: 360 })
    for (const act of acts) await expect(act).toBeInViewport({ ratio: 1 })
    await expect(bubbles(page).first()).toBeInViewport({ ratio: 1 })
  }
  await composer(page).click()
  for (const act of acts) await expect(act).toBeHidden()
  await composer(page).blur()
  await acts[0]?.click()
  await expect(page.getByRole('dialog', { name: 'Make an offer' })).toBeVisible()
})

test('[CHAT-PICTURE] [CHAT-REPLY] [CHAT-DELETE] [CHAT-LISTING-LINK] several pictures at once open in full screen; a reply leads to its message; a message deleted for oneself stays with the other one', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId, listingId } = await talk(oja, {
    title: 'Sewing machine',
    first: 'Pictures?',
  })
  const path = `/chat?thread=${threadId}`
  const [page, other] = [await enter(seller, path, { viewport: phone }), await enter(buyer, path)]
  await chooser(page).setInputFiles(await photoFiles(3))
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove picture 2' }).click()
  await composer(page).fill('Front and back')
  await sendButton(page).click()
  await expect(bubbles(page).getByRole('button', { name: /Picture from you/ })).toHaveCount(2)
  await expect(bubbles(other).getByRole('button', { name: /Picture from/ })).toHaveCount(2)
  await expect(bubble(other, 'Front and back').getByRole('button', { name: /Picture from/ })).toBeVisible()

  await bubbles(other)
    .getByRole('button', { name: /Picture from/ })
    .first()
    .click()
  const viewer = other.getByRole('dialog', { name: 'Photos' })
  await expect(viewer).toContainText('1 of 2')
  await other.keyboard.press('ArrowRight')
  await expect(viewer).toContainText('2 of 2')
  await other.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(other).toHaveURL(path)

  await bubble(page, 'Pictures?').getByRole('button', { name: 'Reply or delete' }).click()
  await bubble(page, 'Pictures?').getByRole('button', { name: 'Reply', exact: true }).click()
  await expect(composer(page)).toBeFocused()
  await write(page, `There they are. See ${new URL(page.url()).origin}/listings/${listingId}`)
  const reply = bubble(other, 'There they are.')
  await expect(reply.getByRole('link', { name: /^Sewing machine/ })).toHaveAttribute(
    'href',
    `/listings/${listingId}`,
  )
  await reply.getByRole('button', { name: /Pictures\?/ }).click()
  await expect(other.getByRole('listitem').filter({ has: other.locator(':scope:focus') })).toContainText(
    'Pictures?',
  )

  await bubble(page, 'Pictures?').first().getByRole('button', { name: 'Reply or delete' }).click()
  await bubble(page, 'Pictures?').first().getByRole('button', { name: 'Delete for me' }).click()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await page
    .getByRole('alertdialog', { name: 'Delete this message for you?' })
    .getByRole('button', { name: 'Delete for me' })
    .click()
  await expect(bubbles(page)).toHaveCount(3)
  await expect(bubble(page, 'There they are.')).toContainText('Deleted for you')
  await expect(page.getByRole('region', { name: /^Messages with/ }).locator(':focus')).toHaveCount(1)
  await expect(bubbles(other)).toHaveCount(4)
  await page.reload()
  await expect(bubbles(page)).toHaveCount(3)
})

test('[CHAT-QUICK-ANSWER] a seller answers “Is it still available?” by one tap, and a sold one is marked by another', async ({
  enter,
  oja,
}) => {
  const { seller, threadId, listingId } = await talk(oja, { first: 'Is it still available?' })
  const page = await enter(seller, `/chat?thread=${threadId}`, { viewport: phone })
  await expect(page.getByRole('button', { name: 'Yes, it is still available' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  const conversation = page.getByRole('region', { name: /^Conversation with/ })
  await page.getByRole('button', { name: 'Sorry, it is sold' }).press('Enter')
  await expect(bubble(page, 'Sorry, it is sold')).toBeVisible()
  await expect(conversation).toBeFocused()
  await page.getByRole('button', { name: 'Mark sold' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Mark sold' })).toHaveCount(0)
  await expect(conversation).toBeFocused()
  const statuses = await oja.database.db
    .selectFrom('listings')
    .select('status')
    .where('id', '=', listingId)
    .execute()
  expect(statuses).toEqual([{ status: 'SOLD' }])
})

test('[OFFER-MESSAGE] an offer that was not sent does not say that it waits for an answer', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja, { price: 2_500_000 })
  const page = await enter(buyer, `/chat?thread=${threadId}&offer=1`)
  await page.route('**/messages', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, body: '' }) : route.continue(),
  )
  const dialog = page.getByRole('dialog', { name: 'Make an offer' })
  await dialog.getByLabel('Your price').fill('20000')
  await dialog.getByRole('button', { name: 'Offer ₦20,000' }).click()
  await expect(bubble(page, '₦20,000')).toHaveAttribute('data-state', 'failed')
  await expect(bubble(page, '₦20,000')).not.toContainText('Waiting for an answer')
})

test('[OFFER-ANSWER] an answer that comes too late shows what became of the offer', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja, { price: 2_500_000, first: 'I like it.' })
  await buyer.api('POST /api/threads/:id/messages', { params: { id: threadId }, body: { offer: 2_000_000 } })
  const page = await enter(seller, `/chat?thread=${threadId}`)
  // Withdrawn while the answer is on its way: any earlier, and the page may read the conversation once more and take the button away.
  await page.route('**/messages/*/offer', async (route) => {
    await oja.database.db
      .updateTable('offers')
      .set({ status: 'WITHDRAWN', ended_at: new Date() })
      .where('thread_id', '=', threadId)
      .execute()
    await route.continue()
  })
  await bubble(page, '₦20,000').getByRole('button', { name: 'Accept' }).click()
  await expectToast(page, 'Your answer did not count', 'This offer was withdrawn.')
  await expect(bubble(page, '₦20,000')).toContainText('Withdrawn')
})
