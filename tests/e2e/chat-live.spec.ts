import { expectHydrated, phone, routeOnce } from './support/browser.ts'
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
import { startServer } from './support/server.ts'

/** An attempt without a response times out after 20 s, and the delays between attempts grow to 15 s. */
const untilNextTry = { timeout: 120_000 }

test('[STATE-CHAT] [CHAT-TYPING] [CHAT-READ] a message of the other party is read immediately, without a reload', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja, { first: 'Hello' })
  const [buying, selling] = await Promise.all([
    enter(buyer, `/chat?thread=${threadId}`),
    enter(seller, `/chat?thread=${threadId}`),
  ])
  await write(buying, 'Is it available?')
  await expect(bubble(selling, 'Is it available?')).toBeVisible()
  await expect(bubble(buying, 'Is it available?')).toContainText('Read')

  const read = buying.waitForResponse(
    (response) =>
      response.request().method() === 'GET' && /\/api\/threads\/\d+\/messages\?after=/.test(response.url()),
  )
  await composer(selling).pressSequentially('Yes')
  await expect(buying.getByRole('region', { name: /Conversation/ }).getByText('typing...')).toBeVisible()
  await composer(selling).press('Enter')
  await expect(bubble(buying, 'Yes')).toBeVisible()
  await read
  await expect(buying.getByText('typing...')).toHaveCount(0)
  await expect(conversations(buying).getByRole('listitem').first()).toContainText('Yes')
  expect(await storedBodies(oja, threadId)).toEqual(['Hello', 'Is it available?', 'Yes'])
})

test('[CHAT-LIVE-LIST] a conversation that starts meanwhile appears in the list', async ({ enter, oja }) => {
  const seller = await person(oja)
  const page = await enter(seller)
  // The list is read once after the connection: what comes later is told by an event.
  const list = page.waitForResponse((response) => response.url().endsWith('/api/threads'))
  await page.goto('/chat')
  await expect(page.getByText('Select a conversation to start chatting')).toBeVisible()
  await (await list).finished()
  const { buyer, threadId } = await talk(oja, { seller })
  await sendMessage(buyer, threadId, 'A new voice')
  await expect(conversations(page).getByText('A new voice')).toBeVisible()
})

test('[CHAT-LIVE-LIST] what changes at a listing right after a message is shown too', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId, listingId } = await talk(oja, { first: 'Hello' })
  const page = await enter(buyer, '/chat')
  const row = conversations(page).getByRole('listitem').first()
  await expect(row).toContainText('Hello')
  // Shown by a read of the list: the one that follows the connection is over.
  const change = (body: { title: string } | { status: 'SOLD' }) =>
    seller.api('PATCH /api/listings/:id', { params: { id: listingId }, body })
  await change({ title: 'Gas cooker with two rings' })
  await expect(row).toContainText('Gas cooker with two rings')
  await sendMessage(seller, threadId, 'Sorry, it is sold')
  await change({ status: 'SOLD' })
  await expect(row).toContainText('Sorry, it is sold')
  await expect(row.getByText('Sold', { exact: true })).toBeVisible()
})

test('[CHAT-CONVERSATION] the listing that a conversation leads to is the one that it shows, also where the tab read it before', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId, listingId } = await talk(oja, { first: 'Hello', price: 2_500_000 })
  const page = await enter(buyer, `/listings/${listingId}`, { viewport: phone })
  await expect(page.getByRole('main')).toContainText('₦25,000')
  await page.getByRole('button', { name: 'Contact' }).click()
  await expect(page).toHaveURL(`/chat?thread=${threadId}`)
  const body = { price: 2_200_000 }
  await seller.api('PATCH /api/listings/:id', { params: { id: listingId }, body })
  const conversation = page.getByRole('region', { name: /^Conversation/ })
  await conversation.getByRole('link', { name: /₦22,000/ }).click()
  await expect(page).toHaveURL(`/listings/${listingId}`)
  await expect(page.getByRole('main')).toContainText('₦22,000')
})

test('[CHAT-READ] opening a conversation marks it as read only when the window has the focus', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja, { first: 'Hello' })
  await sendMessage(seller, threadId, 'Good evening')
  const page = await enter(buyer)
  await page.addInitScript(() => {
    document.hasFocus = () => false
  })
  await page.goto('/chat')
  await expect(bubble(page, 'Good evening')).toBeVisible()
  await sendMessage(seller, threadId, 'Are you there?')
  await expect(bubble(page, 'Are you there?')).toBeVisible()
  expect(await buyer.api('GET /api/messages/unread-count')).toEqual({ count: 2 })
  await page.evaluate(() => {
    document.hasFocus = () => true
    window.dispatchEvent(new Event('focus'))
  })
  await expect.poll(() => buyer.api('GET /api/messages/unread-count')).toEqual({ count: 0 })
})

test('[CHAT-READ] a read receipt that did not reach the server is sent again', async ({
  enter,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(503)
  const { seller, threadId } = await talk(oja, { first: 'Hello' })
  const page = await enter(seller)
  await page.clock.install()
  await routeOnce(page, '**/read', (route) => route.fulfill({ status: 503 }))
  const failed = page.waitForResponse((response) => response.url().endsWith('/read'))
  await page.goto(`/chat?thread=${threadId}`)
  expect((await failed).status()).toBe(503)
  await expect
    .poll(async () => {
      await page.clock.runFor(5000)
      return seller.api('GET /api/messages/unread-count')
    })
    .toEqual({ count: 0 })
})

test('[CHAT-READ] a read receipt that is refused is not sent again and again', async ({ enter, oja }) => {
  const { buyer, seller, threadId } = await talk(oja, { first: 'Hello' })
  const leaves = new Date(Date.now() + 86_400_000)
  await oja.database.db
    .updateTable('users')
    .set({ deletion_due_at: leaves })
    .where('id', '=', seller.id)
    .execute()
  const page = await enter(seller)
  await page.clock.install()
  let receipts = 0
  page.on('request', (request) => {
    if (request.url().endsWith(`/api/threads/${threadId}/read`)) receipts += 1
  })
  const refused = page.waitForResponse((response) => response.url().endsWith('/read'))
  await page.goto(`/chat?thread=${threadId}`)
  await expect(bubble(page, 'Hello')).toBeVisible()
  await (await refused).finished()
  await page.clock.runFor(31_000)
  // Answered after what the timers caused was sent.
  await page.evaluate(() => fetch('/api/site'))
  expect(receipts).toBe(1)
  expect(
    await buyer.api('GET /api/threads/:id/messages', { params: { id: threadId }, query: {} }),
  ).toMatchObject([{ readAt: null }])
})

test('[CHAT-RELIABLE] [CHAT-ORDER] a lost connection loses no message, duplicates none and keeps the order', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja, { first: 'Hello' })
  const [buying, selling] = await Promise.all([
    enter(buyer, `/chat?thread=${threadId}`),
    enter(seller, `/chat?thread=${threadId}`),
  ])
  await write(buying, 'before')
  await expect(bubble(selling, 'before')).toBeVisible()

  await buying.context().setOffline(true)
  await expect(buying.getByText('Waiting for network...')).toBeVisible()
  for (const text of ['one', 'two', 'three']) await write(buying, text)
  await expect(bubble(buying, 'three')).toHaveAttribute('data-state', 'sending')
  await expect(sendButton(buying)).toBeDisabled()
  await write(selling, 'meanwhile')
  await expect(bubble(selling, 'meanwhile')).toHaveAttribute('data-state', 'sent')

  await buying.context().setOffline(false)
  await expect(bubble(buying, 'three')).toHaveAttribute('data-state', /sent|read/, untilNextTry)
  await expect(buying.getByText('Waiting for network...')).toHaveCount(0)
  await expect(bubbles(selling)).toHaveCount(6)
  const stored = ['Hello', 'before', 'meanwhile', 'one', 'two', 'three']
  expect(await storedBodies(oja, threadId)).toEqual(stored)
  expect(await shownTexts(buying)).toEqual(stored)
  expect(await shownTexts(selling)).toEqual(stored)
})

test('[CHAT-RELIABLE] a message written offline survives a reload, and is sent once', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  // Sending messages fails, while the page itself loads.
  await page.route('**/api/threads/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await write(page, 'first')
  await write(page, 'second')
  await expect(bubble(page, 'second')).toHaveAttribute('data-state', 'sending')
  await page.reload()
  await expect(bubble(page, 'second')).toHaveAttribute('data-state', 'sending')
  await page.unroute('**/api/threads/*/messages')
  await expect(bubble(page, 'second')).toHaveAttribute('data-state', 'sent', untilNextTry)
  expect(await storedBodies(oja, threadId)).toEqual(['first', 'second'])
  expect(await shownTexts(page)).toEqual(['first', 'second'])
})

test('[CHAT-RELIABLE] unsent messages are sent from whichever page is opened next', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await page.route('**/api/threads/*/messages', (route) =>
    route.request().method() === 'POST' && page.url().includes('/chat') ? route.abort() : route.continue(),
  )
  await write(page, 'left behind')
  await expect(bubble(page, 'left behind')).toHaveAttribute('data-state', 'sending')
  const again = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.goto('/about')
  await again
  expect(await storedBodies(oja, threadId)).toEqual(['left behind'])
})

test('[CHAT-RELIABLE] a message that another tab sent is shown where it was written, although no WebSocket opens there', async ({
  enter,
  oja,
}) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const writing = await page.context().newPage()
  await writing.routeWebSocket('**', () => {})
  await writing.route('**/api/threads/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await writing.goto(page.url())
  await expectHydrated(writing)
  await write(writing, 'sent by the first tab')
  await expect(bubble(writing, 'sent by the first tab')).toHaveAttribute('data-state', 'sent')
  await expect(bubble(page, 'sent by the first tab')).toHaveAttribute('data-state', 'sent')
  expect(await storedBodies(oja, threadId)).toEqual(['sent by the first tab'])
})

test('[CHAT-RELIABLE] a conversation that the server could not join is asked for again, and read', async ({
  enter,
  oja,
}) => {
  const between = await talk(oja, { first: 'Hello' })
  const page = await enter(between.buyer)
  let refused = 0
  await page.routeWebSocket(/\/ws\//, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((message) => {
      const [, ack] = /^42(\d+)\["join_thread"/.exec(String(message)) ?? []
      if (ack === undefined || refused > 0) return server.send(message)
      refused += 1
      socket.send(`43${ack}[{"ok":false,"code":"UNAVAILABLE","detail":"Later"}]`)
    })
  })
  await page.goto(`/chat?thread=${between.threadId}`)
  await expect.poll(() => refused).toBe(1)
  // No event tells of it.
  await oldMessages(oja, between, 1)
  await expect(bubble(page, 'line 1')).toBeVisible()
})

test('[CHAT-RELIABLE] a message that arrives while the conversation is being loaded is shown', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja, { first: 'Hello' })
  const page = await enter(buyer)
  const [read, shown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/threads/*/messages?limit=*', async (route) => {
    const response = await route.fetch()
    read.resolve()
    await shown.promise
    await route.fulfill({ response })
  })
  await page.goto('/chat')
  await read.promise
  // The event of the first one may come before the page listens.
  await expect(async () => {
    await sendMessage(seller, threadId, 'Are you there?')
    await expect(conversations(page)).toContainText('Are you there?', { timeout: 1000 })
  }).toPass()
  shown.resolve()
  await expect(bubble(page, 'Are you there?').first()).toBeVisible()
})

test('[CHAT-RELIABLE] a lost response makes no second message', async ({ enter, oja }) => {
  const { buyer, threadId } = await talk(oja)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  let lost = 0
  await page.route('**/api/threads/*/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort()
  })
  await write(page, 'only once')
  await expect(bubble(page, 'only once')).toHaveAttribute('data-state', 'sent', untilNextTry)
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('outbox'))))
    .toEqual([])
  expect(lost).toBe(1)
  await expect(bubbles(page)).toHaveCount(1)
  expect(await storedBodies(oja, threadId)).toEqual(['only once'])
})

test('[CHAT-RELIABLE] after kill -9 of the server during sending, every message is stored once', async ({
  enter,
}) => {
  test.slow()
  const server = await startServer()
  try {
    const { buyer, seller, threadId } = await talk(server, { first: 'Hello' })
    const [buying, selling] = await Promise.all([
      enter(buyer, `/chat?thread=${threadId}`, { server }),
      enter(seller, `/chat?thread=${threadId}`, { server }),
    ])
    const texts = Array.from({ length: 12 }, (_, index) => `message ${index + 1}.`)
    const all = ['Hello', ...texts]
    for (const text of texts.slice(0, 6)) await write(buying, text)
    await server.kill()
    for (const text of texts.slice(6)) await write(buying, text)
    await expect(buying.getByText('Waiting for network...')).toBeVisible()
    await expect(bubbles(buying)).toHaveCount(13)
    await server.startAgain()
    await expect(bubble(buying, 'message 12.')).toHaveAttribute('data-state', /sent|read/, untilNextTry)
    await expect(bubbles(selling)).toHaveCount(13)
    expect(await storedBodies(server, threadId)).toEqual(all)
    expect(await shownTexts(buying)).toEqual(all)
    expect(await shownTexts(selling)).toEqual(all)
  } finally {
    await server.stop()
  }
})

test('[CHAT-TWO-TABS] two tabs of one person show and send everything once', async ({ enter, oja }) => {
  const { buyer, threadId } = await talk(oja)
  const one = await enter(buyer, `/chat?thread=${threadId}`)
  const two = await one.context().newPage()
  await two.goto(`/chat?thread=${threadId}`)
  await expect(composer(two)).toBeVisible()
  let isReachable = false
  let posts = 0
  // Stays until the end: Playwright does not report a request that is sent while its last route is removed.
  for (const page of [one, two])
    await page.route('**/api/threads/*/messages', (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      if (!isReachable) return route.abort()
      posts += 1
      return route.continue()
    })
  await write(one, 'from the first')
  await expect(bubble(two, 'from the first')).toHaveAttribute('data-state', 'sending')
  expect(await two.getByText('typing...').count()).toBe(0)
  await write(two, 'from the second')
  await expect(bubble(one, 'from the second')).toHaveAttribute('data-state', 'sending')
  isReachable = true
  for (const page of [one, two]) {
    await expect(bubble(page, 'from the second')).toHaveAttribute('data-state', 'sent', untilNextTry)
    expect(await shownTexts(page)).toEqual(['from the first', 'from the second'])
  }
  expect(await storedBodies(oja, threadId)).toEqual(['from the first', 'from the second'])
  expect(posts).toBe(2)
})

test('[CHAT-OLDER] scrolling up loads older messages and keeps the position', async ({ enter, oja }) => {
  const conversation = await talk(oja)
  await oldMessages(oja, conversation, 95)
  const page = await enter(conversation.buyer, `/chat?thread=${conversation.threadId}`)
  await expect(bubble(page, 'line 95')).toBeInViewport()
  const box = page.getByRole('region', { name: `Messages with ${conversation.seller.fullName}` })
  const top = page.getByText('line 66', { exact: true })
  await expect(top).toHaveCount(1)
  await top.scrollIntoViewIfNeeded()
  const before = await top.boundingBox()
  await expect(page.getByText('line 40', { exact: true })).toHaveCount(1)
  const after = await top.boundingBox()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(4)
  for (let tries = 0; tries < 5 && (await bubbles(page).count()) < 95; tries += 1) {
    await box.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }))
    await page.waitForLoadState('networkidle')
  }
  await expect(bubbles(page)).toHaveCount(95)
  expect(await shownTexts(page)).toEqual(Array.from({ length: 95 }, (_, index) => `line ${index + 1}`))

  // A reader further up is not scrolled, and gets a notice of new messages.
  const first = bubbles(page).first()
  await first.scrollIntoViewIfNeeded()
  const place = await first.boundingBox()
  await sendMessage(conversation.seller, conversation.threadId, 'a late answer')
  const pill = page.getByRole('button', { name: 'New messages' })
  await expect(pill).toBeVisible()
  expect(Math.abs(((await first.boundingBox())?.y ?? 0) - (place?.y ?? 0))).toBeLessThan(4)
  await pill.press('Enter')
  await expect(bubble(page, 'a late answer')).toBeInViewport()
  await expect(pill).toHaveCount(0)
  await expect(page.getByRole('region', { name: /^Messages with/ })).toBeFocused()
})
