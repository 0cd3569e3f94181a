import type { Locator, Page } from '@playwright/test'
import { test as base, expect, open } from './browser.ts'
import { type Person, person, signIn } from './people.ts'
import type { OjaServer } from './server.ts'
import { listing } from './test-listings.ts'

interface ChatFixtures {
  /** Opens a separate browser of a user, at an address or blank. Errors in its page fail the test, except network errors. */
  enter: (who: Person, path?: string, options?: EnterOptions) => Promise<Page>
}

interface EnterOptions {
  viewport?: { width: number; height: number }
  server?: OjaServer
}

/** A request that did not reach the server or came while it started, or that the test refuses on purpose. */
const lostNetwork =
  /net::ERR_|WebSocket connection|Failed to load resource: .* status of (400|403|404|409|415|500|503)/

export const test = base.extend<ChatFixtures>({
  enter: async ({ browser, oja }, use) => {
    const errors: string[] = []
    const opened: Page[] = []
    await use(async (who, path, { viewport = { width: 1280, height: 800 }, server = oja } = {}) => {
      const context = await browser.newContext({
        viewport,
        baseURL: server.url,
        reducedMotion: 'reduce',
        locale: 'en-NG',
        timezoneId: 'Africa/Lagos',
        // Playwright cannot intercept the requests of a service worker.
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      opened.push(page)
      page.on('pageerror', (error) => {
        if (!/Unable to preload CSS/.test(String(error))) errors.push(String(error))
      })
      // A read that was under way is refused after a logout.
      const refused = /status of 401/
      let isLoggedOut = false
      page.on('request', (request) => {
        isLoggedOut ||= request.url().endsWith('/api/auth/logout')
      })
      page.on('console', (message) => {
        const text = message.text()
        if (message.type() !== 'error' || lostNetwork.test(text) || (isLoggedOut && refused.test(text)))
          return
        errors.push(`${text} (${message.location().url})`)
      })
      await signIn(page, server, who)
      if (path) await open(page, path)
      return page
    })
    for (const page of opened) {
      // As in browser.ts.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().close()
    }
    expect(errors, 'errors in the pages').toEqual([])
  },
})

export interface Talk {
  seller: Person
  buyer: Person
  threadId: number
  listingId: number
}

let talks = 0

/** A buyer with a conversation with a seller; without `first`, the seller does not see it until the buyer writes. */
export async function talk(
  oja: OjaServer,
  fields: { seller?: Person; buyer?: Person; first?: string } & Parameters<typeof listing>[2] = {},
): Promise<Talk> {
  talks += 1
  const { seller: knownSeller, buyer: knownBuyer, first, ...columns } = fields
  const seller = knownSeller ?? (await person(oja, { fullName: `Sade Seller ${talks}` }))
  const buyer = knownBuyer ?? (await person(oja, { fullName: `Bayo Buyer ${talks}` }))
  const listingId = await listing(oja, seller, { title: `Gas cooker number ${talks}`, ...columns })
  const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
  if (first) await sendMessage(buyer, id, first)
  return { seller, buyer, threadId: id, listingId }
}

/** Sends a message with the API. */
export async function sendMessage(who: Person, threadId: number, body: string): Promise<void> {
  await who.api('POST /api/threads/:id/messages', { params: { id: threadId }, body: { body } })
}

/** Inserts old messages into the database: `1`, `2` … */
export async function oldMessages(
  oja: OjaServer,
  { threadId, seller, buyer }: Talk,
  count: number,
): Promise<void> {
  const start = Date.now() - count * 60_000
  const values = Array.from({ length: count }, (_, index) => {
    const [sender, recipient] = index % 3 === 0 ? [seller, buyer] : [buyer, seller]
    const created_at = new Date(start + index * 60_000)
    return {
      thread_id: threadId,
      sender_id: sender.id,
      recipient_id: recipient.id,
      client_id: `old-message-${index}`,
      body: `line ${index + 1}`,
      created_at,
      read_at: created_at,
    }
  })
  await oja.database.db.insertInto('messages').values(values).execute()
}

/** The messages of a conversation in the database, in order. */
export async function storedBodies(oja: OjaServer, threadId: number): Promise<string[]> {
  const rows = await oja.database.db
    .selectFrom('messages')
    .select('body')
    .where('thread_id', '=', threadId)
    .orderBy('id')
    .execute()
  return rows.map(({ body }) => body)
}

export const composer = (page: Page): Locator => page.getByPlaceholder('Type a message...')
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true })
export const conversations = (page: Page): Locator => page.getByRole('navigation', { name: 'Conversations' })
/** The displayed messages, oldest first. */
export const bubbles = (page: Page): Locator => page.locator('[data-own]')
export const bubble = (page: Page, text: string): Locator => bubbles(page).filter({ hasText: text })

export async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** The displayed texts of a conversation. */
export async function shownTexts(page: Page): Promise<string[]> {
  return page.locator('[data-own] p.whitespace-pre-wrap').allTextContents()
}

export { expect }
