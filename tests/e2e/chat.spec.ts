import {
  closeToast,
  expectAccessibleEverywhere,
  expectHydrated,
  holdRequests,
  phone,
} from './support/browser.ts'
import {
  bubble,
  bubbles,
  composer,
  conversations,
  expect,
  oldMessages,
  sendButton,
  sendMessage,
  shownTexts,
  storedBodies,
  talk,
  test,
  write,
} from './support/chat-fixture.ts'
import { person } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[ROUTE-CHAT] /chat needs a signed-in user, and keeps the conversation in its address', async ({
  page,
}) => {
  await page.goto('/chat?thread=7')
  await expect(page).toHaveURL(/\/login\?next=\/chat%3Fthread%3D7$/)
})

test('[ROUTE-CHAT] an address of an unknown conversation shows an error, with a link to the own ones', async ({
  enter,
  oja,
}) => {
  const { threadId } = await talk(oja)
  const { buyer: stranger } = await talk(oja)
  const page = await enter(stranger, `/chat?thread=${threadId}`)
  await expect(page.getByText('There is no conversation at this address, or it is not yours.')).toBeVisible()
  await page.getByRole('link', { name: 'All conversations' }).click()
  await expect(page).toHaveURL('/chat')
  await expect(composer(page)).toBeVisible()
})

test('[CHAT-LIST] conversations show person, listing, time, the last message and a photo; the first is selected', async ({
  enter,
  oja,
}) => {
  const buyer = await person(oja)
  const first = await talk(oja, { buyer, title: 'Wooden dining table' })
  const second = await talk(oja, { buyer, title: 'Bicycle for a child', first: 'Which age?' })
  await sendMessage(buyer, first.threadId, 'Is the table still there?')
  await sendMessage(second.seller, second.threadId, 'The bicycle is sold tomorrow')

  const page = await enter(buyer, '/chat')
  const rows = conversations(page).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const top = rows.first()
  await expect(top).toContainText(second.seller.fullName)
  await expect(top).toContainText('Bicycle for a child')
  await expect(top).toContainText('The bicycle is sold tomorrow')
  await expect(top).toContainText('Just now')
  await expect(top.locator('img[src*="/media/"]')).toHaveCount(1)
  await expect(rows.nth(1)).toContainText('You: Is the table still there?')

  await expect(top.getByRole('link')).toHaveAttribute('aria-current', 'true')
  await expect(
    page.getByRole('region', { name: `Conversation with ${second.seller.fullName}` }),
  ).toBeVisible()
  await expect(page).toHaveURL('/chat')
  await expect(page).toHaveTitle(/Messages · Oja/)

  await rows.nth(1).getByRole('link').click()
  await expect(page).toHaveURL(`/chat?thread=${first.threadId}`)
  await expect(bubble(page, 'Is the table still there?')).toBeVisible()
  await page.goBack()
  await expect(bubble(page, 'The bicycle is sold tomorrow')).toBeVisible()
})

test('[CHAT-LIST] more than eight conversations can be searched', async ({ enter, oja }) => {
  const seller = await person(oja)
  for (let count = 1; count <= 9; count += 1)
    await talk(oja, { seller, title: `Chair of model-${count}`, first: 'Hello' })
  const page = await enter(seller, '/chat')
  await expect(conversations(page).getByRole('listitem')).toHaveCount(9)
  const search = page.getByRole('searchbox', { name: 'Search conversations' })
  await search.fill('model-4')
  // The keyboard of a phone, which covers the list, goes away with the focus.
  await search.press('Enter')
  await expect(search).not.toBeFocused()
  await expect(conversations(page).getByRole('listitem')).toHaveText([/model-4/])
  await search.fill('nothing like it')
  await expect(conversations(page).getByRole('status')).toHaveText('No conversation matches')
})

test('[CHAT-EMPTY] without conversations there is a sentence and a link to the listings', async ({
  enter,
  oja,
}) => {
  const page = await enter(await person(oja), '/chat')
  await expect(page.getByText('Select a conversation to start chatting')).toBeVisible()
  await expect(page.locator('#footer')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Browse Listings' }).click()
  await expect(page).toHaveURL('/listings')
  await expect(page.locator('#footer')).toBeVisible()
})

test('[CHAT-PHONE] on a phone list and conversation swap, with a back button', async ({ enter, oja }) => {
  const { buyer, seller, threadId } = await talk(oja, { first: 'Hello' })
  await sendMessage(seller, threadId, 'Good morning')
  const page = await enter(buyer, '/chat', { viewport: phone })
  await expect(conversations(page)).toBeVisible()
  await expect(composer(page)).toBeHidden()
  // Being listed does not mark a message as read.
  expect(await buyer.api('GET /api/messages/unread-count')).toEqual({ count: 1 })

  await conversations(page).getByRole('link').first().click()
  await expect(page).toHaveURL(`/chat?thread=${threadId}`)
  await expect(composer(page)).toBeVisible()
  await expect(conversations(page)).toBeHidden()
  await expect.poll(() => buyer.api('GET /api/messages/unread-count')).toEqual({ count: 0 })
  const field = await composer(page).boundingBox()
  expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(phone.height)

  await page.getByRole('link', { name: 'Back to conversations' }).click()
  await expect(page).toHaveURL('/chat')
  await expect(conversations(page)).toBeVisible()
  await page.goForward()
  await expect(composer(page)).toBeVisible()
  await page.goBack()
  await expect(conversations(page)).toBeVisible()
})

test('[CHAT-KEYBOARD] a phone’s keyboard never hides the composer', async ({ enter, oja }) => {
  const { buyer, threadId } = await talk(oja, { first: 'Hello' })
  const page = await enter(buyer, `/chat?thread=${threadId}`, { viewport: phone })
  const bottom = async () => {
    const box = await composer(page).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? phone.height)
  }
  expect(await bottom()).toBeGreaterThan(600)
  // iOS: the keyboard covers the page, and only the visual viewport shrinks.
  const show = (height: number) =>
    page.evaluate((visible) => {
      Object.defineProperty(visualViewport, 'height', { value: visible, configurable: true })
      visualViewport?.dispatchEvent(new Event('resize'))
    }, height)
  await show(440)
  await expect.poll(bottom).toBeLessThanOrEqual(440)
  await expect(bubble(page, 'Hello')).toBeInViewport()
  await show(phone.height)
  await expect.poll(bottom).toBeGreaterThan(600)
  // Android: the page itself shrinks.
  await page.setViewportSize({ width: phone.width, height: 440 })
  await expect.poll(bottom).toBeLessThanOrEqual(440)
})

test('[CHAT-CONVERSATION] the other party, the listing, messages of both sides and what was read', async ({
  enter,
  oja,
}) => {
  const conversation = await talk(oja, { title: 'Standing fan', price: 1850000, price_type: 'NEGOTIABLE' })
  const { buyer, seller, threadId, listingId } = conversation
  await sendMessage(buyer, threadId, 'Is it quiet?')
  await sendMessage(seller, threadId, 'Very quiet')
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const pane = page.getByRole('region', { name: `Conversation with ${seller.fullName}` })
  await expect(pane.getByRole('link', { name: seller.fullName })).toHaveAttribute(
    'href',
    `/users/${seller.id}`,
  )
  const summary = pane.getByRole('link', { name: /Standing fan/ })
  await expect(summary).toHaveAttribute('href', `/listings/${listingId}`)
  await expect(summary).toContainText('₦18,500')
  await expect(summary).toContainText('Negotiable')
  await expect(summary.locator('img')).toBeVisible()
  await expect(composer(page)).toHaveAttribute('placeholder', 'Type a message...')

  await expect(bubbles(page)).toHaveCount(2)
  await expect(bubble(page, 'Is it quiet?')).toHaveAttribute('data-own', 'true')
  await expect(bubble(page, 'Very quiet')).toHaveAttribute('data-own', 'false')
  await expect(bubble(page, 'Very quiet')).toContainText('Just now')
  await expect(page.getByText('Today', { exact: true })).toBeVisible()
  const [own, other] = await Promise.all([
    bubble(page, 'Is it quiet?').locator('> div').first().boundingBox(),
    bubble(page, 'Very quiet').locator('> div').first().boundingBox(),
  ])
  expect((own?.x ?? 0) + (own?.width ?? 0)).toBeGreaterThan((other?.x ?? 0) + (other?.width ?? 0))

  // The seller has not opened it yet; then does.
  await expect(bubble(page, 'Is it quiet?')).toContainText('Sent')
  await enter(seller, `/chat?thread=${threadId}`)
  await expect(bubble(page, 'Is it quiet?')).toContainText('Read')
  await expectAccessibleEverywhere(page)
})

test('[CHAT-COMPOSER] Enter sends, Shift+Enter does not, blank text is not sent, the newest message is visible', async ({
  enter,
  oja,
}) => {
  const conversation = await talk(oja)
  const { buyer, threadId } = conversation
  await oldMessages(oja, conversation, 29)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await expect(bubble(page, 'line 29')).toBeInViewport()
  await expect(sendButton(page)).toBeDisabled()
  await composer(page).fill('   ')
  await expect(sendButton(page)).toBeDisabled()
  await composer(page).press('Enter')
  await composer(page).fill('')

  await composer(page).pressSequentially('first line')
  await composer(page).press('Shift+Enter')
  await composer(page).pressSequentially('second line')
  await expect(sendButton(page)).toBeEnabled()
  // Enter that ends the writing of a letter of several keys.
  await composer(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await expect(composer(page)).toHaveValue('first line\nsecond line')
  await bubbles(page).first().scrollIntoViewIfNeeded()
  await composer(page).press('Enter')
  await expect(composer(page)).toHaveValue('')
  await expect(bubble(page, 'second line')).toBeInViewport()
  await expect
    .poll(() => storedBodies(oja, threadId).then((all) => all.at(-1)))
    .toBe('first line\nsecond line')

  await composer(page).fill('by the button')
  await sendButton(page).dblclick()
  await expect(bubble(page, 'by the button')).toHaveAttribute('data-state', 'sent')
  expect((await storedBodies(oja, threadId)).filter((body) => body === 'by the button')).toHaveLength(1)
  await expect(composer(page)).toBeFocused()
})

test('[CHAT-COMPOSER] Send is disabled while a message is being sent, and typing continues', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/threads/*/messages', async (route) => {
    if (route.request().method() === 'POST') await released
    await route.continue()
  })
  await write(page, 'slow one')
  await expect(bubble(page, 'slow one')).toHaveAttribute('data-state', 'sending')
  await composer(page).fill('the next')
  await expect(sendButton(page)).toBeDisabled()
  await composer(page).press('Enter')
  await expect(bubble(page, 'the next')).toHaveAttribute('data-state', 'sending')
  release()
  await expect(bubble(page, 'the next')).toHaveAttribute('data-state', 'sent')
  expect(await storedBodies(oja, threadId)).toEqual(['slow one', 'the next'])
})

test('[SPEC-C1] [ERROR-CHAT] a failure shows ‘Error’ / ‘Failed to send message’, and the message can be sent again', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await page.route('**/api/threads/*/messages', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await write(page, 'Can you hear me?')
  await expect(page.locator('.toast')).toContainText('Error')
  await expect(page.locator('.toast')).toContainText('Failed to send message')
  await expect(bubble(page, 'Can you hear me?')).toHaveAttribute('data-state', 'failed')
  await page.unroute('**/api/threads/*/messages')
  await page.reload()
  await expectHydrated(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(bubble(page, 'Can you hear me?')).toHaveAttribute('data-state', 'sent')
  expect(await storedBodies(oja, threadId)).toEqual(['Can you hear me?'])
})

test('[CHAT-QUICK] quick questions of an empty conversation, and none for the seller', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja, { price_type: 'NEGOTIABLE' })
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await expect(page.getByRole('button', { name: 'What is your best price?' })).toBeVisible()
  await page.getByRole('button', { name: 'Is this still available?' }).press('Enter')
  await expect(page.getByRole('region', { name: /^Messages with/ })).toBeFocused()
  await expect(bubble(page, 'Is this still available?')).toHaveAttribute('data-state', 'sent')
  await expect(page.getByRole('button', { name: 'Where can I see it?' })).toHaveCount(0)
  const theirs = await enter(seller, `/chat?thread=${threadId}`)
  await expect(theirs.getByRole('button', { name: 'Where can I see it?' })).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Reply or delete' }).click()
  await theirs.getByRole('button', { name: 'Delete for me' }).click()
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Delete for me' }).click()
  await expect(bubbles(theirs)).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: 'Where can I see it?' })).toHaveCount(0)
})

test('[CHAT-CLOSED] a conversation about a deleted or sold listing shows that', async ({ enter, oja }) => {
  const { buyer, seller, threadId, listingId } = await talk(oja)
  await sendMessage(buyer, threadId, 'Hello')
  const params = { id: threadId }
  await buyer.api('POST /api/threads/:id/messages', { params, body: { offer: 1_000_000 } })
  const page = await enter(buyer)
  // The messages are read once after the connection; the end of the offer is shown without another read.
  const read = page.waitForResponse((response) => /\/messages\?limit=/.test(response.url()))
  await page.goto(`/chat?thread=${threadId}`)
  await (await read).finished()
  const offer = bubble(page, '₦10,000')
  await expect(offer).toContainText('Waiting for an answer')
  await seller.api('PATCH /api/listings/:id', { params: { id: listingId }, body: { status: 'SOLD' } })
  await expect(offer).toContainText('No longer open')
  const pane = page.getByRole('region', { name: `Conversation with ${seller.fullName}` })
  await expect(pane.getByText('Sold', { exact: true })).toBeVisible()
  await expect(pane.getByRole('button', { name: 'Make an offer' })).toHaveCount(0)
  await expect(composer(page)).toBeVisible()
  await seller.api('DELETE /api/listings/:id', { params: { id: listingId } })
  await page.reload()
  await expect(pane.getByText('Deleted', { exact: true })).toBeVisible()
  await expect(pane.getByText('This listing was deleted.')).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await bubble(page, 'Hello').getByRole('button', { name: 'Reply or delete' }).click()
  await expect(bubble(page, 'Hello').getByRole('button')).toHaveText(['', 'Delete for me'])
})

test('[CHAT-BLOCK] a user is reported, blocked and unblocked from the conversation', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja)
  await sendMessage(buyer, threadId, 'Hello')
  const page = await enter(seller, `/chat?thread=${threadId}`)
  await page.getByRole('button', { name: 'More about this conversation' }).click()
  await page.getByRole('menuitem', { name: 'Report user' }).click()
  await expect(page.getByRole('dialog', { name: /Report/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const more = page.getByRole('button', { name: 'More about this conversation' })
  await expect(more).toBeFocused()
  await more.click()
  await page.getByRole('menuitem', { name: 'Block user' }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByText(`You blocked ${buyer.fullName}.`)).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  const theirs = await enter(buyer, `/chat?thread=${threadId}`)
  await expect(theirs.getByText(`You cannot write to ${seller.fullName} any more.`)).toBeVisible()
  await expect(more).toBeFocused()
  const unblock = page.getByRole('button', { name: 'Unblock' })
  const release = await holdRequests(page, '**/api/blocks/*')
  await unblock.click()
  await expect(unblock).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(composer(page)).toBeFocused()
  await closeToast(page)
  await more.click()
  await page.getByRole('menuitem', { name: 'Block user' }).click()
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await expect(composer(page)).toHaveCount(0)
  await closeToast(page)
  await more.click()
  await page.getByRole('menuitem', { name: 'Unblock user' }).click()
  await expect(composer(page)).toBeVisible()
})

test('[CHAT-REPLY] a press on a quote leads to its message, however many are between', async ({
  enter,
  oja,
}) => {
  const conversation = await talk(oja)
  const { buyer, threadId } = conversation
  // More than 20 pages of 30: read as while scrolling, it was once given up after those.
  const count = 650
  await oldMessages(oja, conversation, count)
  const first = await oja.database.db
    .selectFrom('messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await buyer.api('POST /api/threads/:id/messages', {
    params: { id: threadId },
    body: { body: 'About your first message', replyTo: first.id },
  })
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await bubble(page, 'About your first message').getByRole('button', { name: 'line 1' }).click()
  await expect(bubbles(page)).toHaveCount(count + 1)
  await expect(page.getByRole('listitem').filter({ has: page.locator(':scope:focus') })).toContainText(
    'line 1',
  )
  await expect(bubbles(page).first()).toBeInViewport()
  expect(await shownTexts(page)).toEqual([
    ...Array.from({ length: count }, (_, index) => `line ${index + 1}`),
    'About your first message',
  ])
})

test('among many messages a new one moves nothing that is read, and alone is rendered', async ({
  enter,
  oja,
}) => {
  const conversation = await talk(oja)
  const { buyer, seller, threadId } = conversation
  const count = 200
  await oldMessages(oja, conversation, count)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const box = page.getByRole('region', { name: `Messages with ${seller.fullName}` })
  await expect(async () => {
    await box.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }))
    await expect(bubbles(page)).toHaveCount(count, { timeout: 1000 })
  }).toPass()
  const row = (text: string) =>
    page.getByRole('listitem').filter({ has: page.getByText(text, { exact: true }) })
  await expect(row('line 100')).toHaveCSS('content-visibility', 'auto')
  await row('line 100').scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'To the newest message' })).toBeVisible()
  const place = await row('line 100').boundingBox()

  await page.evaluate(() => {
    // Each message that is rendered says its time.
    const times = { count: 0 }
    const { toISOString } = Date.prototype
    Date.prototype.toISOString = function () {
      times.count += 1
      return toISOString.call(this)
    }
    Object.assign(window, { times })
  })
  await sendMessage(seller, threadId, 'a late answer')
  await expect(page.getByRole('button', { name: 'New messages' })).toBeVisible()
  expect(Math.abs(((await row('line 100').boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(4)
  const rendered = await page.evaluate(() => (window as unknown as { times: { count: number } }).times.count)
  expect(rendered).toBeLessThan(count / 2)
})

test('[CHAT-PAGES] a conversation older than the first hundred shows what happens to it', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja, { first: 'Hello' })
  const newer: { listing_id: number; seller_id: number; buyer_id: number }[] = []
  while (newer.length < 100)
    newer.push({ listing_id: await listing(oja, seller), seller_id: seller.id, buyer_id: buyer.id })
  await oja.database.db.insertInto('threads').values(newer).execute()
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await expect(bubble(page, 'Hello')).toBeVisible()
  await seller.api('POST /api/blocks', { body: { userId: buyer.id } })
  await expect(page.getByText(`You cannot write to ${seller.fullName} any more.`)).toBeVisible()
  await expect(composer(page)).toHaveCount(0)

  await page.setExtraHTTPHeaders({ 'save-data': 'on' })
  await page.goto('/chat')
  const conversations = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link')
  await expect(conversations).toHaveCount(100)
  // Only what is loaded is searched.
  const search = page.getByRole('searchbox', { name: 'Search conversations' })
  const found = page.getByRole('navigation', { name: 'Conversations' }).getByRole('status')
  await search.fill('nothing like it')
  await expect(found).toHaveText('No match in the newest conversations')
  await search.fill('')
  await page.getByRole('button', { name: 'Show older conversations' }).press('Enter')
  await expect(conversations).toHaveCount(101)
  await expect(conversations.last()).toBeFocused()
  await search.fill('nothing like it')
  await expect(found).toHaveText('No conversation matches')
})

test('[ROUTE-CHAT] a conversation that a link leads to opens on a phone also where the list of conversations is not read', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja, { first: 'Which colour is it?' })
  const page = await enter(buyer, '/about', { viewport: phone })
  await page.route('**/api/threads', (route) => route.abort())
  const thread = `**/api/threads/${threadId}`
  await page.route(thread, (route) => route.abort())
  await page.evaluate((id) => {
    const link = document.createElement('a')
    link.href = `/chat?thread=${id}`
    link.textContent = 'The conversation'
    document.querySelector('main')?.prepend(link)
  }, threadId)
  await page.getByRole('link', { name: 'The conversation' }).click()
  await expect(page.getByRole('heading', { name: 'Your messages could not be loaded' })).toBeVisible()
  await page.route(thread, (route) => route.fallback())
  await page.unroute(thread)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(bubble(page, 'Which colour is it?')).toBeVisible()
})
