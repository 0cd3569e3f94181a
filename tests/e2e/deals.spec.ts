import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleEverywhere,
  expectHydrated,
  expectToast,
  holdRequests,
  phone,
  routeOnce,
} from './support/browser.ts'
import { test as chatTest, conversations, talk } from './support/chat-fixture.ts'
import { cut, mend, test as offlineTest, openWithWorker } from './support/offline.ts'
import { type Person, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'

const day = 86_400_000
/** The day after tomorrow as an input of type datetime-local has it, in Lagos time. */
const atTen = () => `${new Date(Date.now() + 2 * day + 3_600_000).toISOString().slice(0, 10)}T10:00`

const main = (page: Page) => page.getByRole('main')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const dealOf = (oja: OjaServer, threadId: number) =>
  oja.database.db
    .selectFrom('deals')
    .selectAll()
    .where('thread_id', '=', threadId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

/** Proposes in a conversation to meet a day from now. */
const propose = (by: Person, threadId: number) =>
  by.api('POST /api/threads/:id/deals', {
    params: { id: threadId },
    body: {
      price: 2_400_000,
      place: 'Inside a bank',
      state: 'Lagos',
      lga: 'Ikeja',
      meetsAt: new Date(Date.now() + day).toISOString(),
    },
  })

chatTest(
  '[DEAL-TRADE] [DEAL-SHARE] [DEAL-RESERVED] a whole trade on two phones: proposed, accepted, shared, both press at once without a network, completed, sold',
  async ({ page: stranger, oja, enter, expectedStatuses }) => {
    chatTest.slow()
    const { seller, buyer, threadId, listingId } = await talk(oja, { first: 'I take it.' })
    const path = `/chat?thread=${threadId}`
    const [ofBuyer, ofSeller] = [
      await enter(buyer, path, { viewport: phone }),
      await enter(seller, '/chat', { viewport: phone }),
    ]

    await ofBuyer.getByRole('button', { name: 'Propose a deal' }).click()
    const dialog = ofBuyer.getByRole('dialog', { name: 'Propose a deal' })
    await expect(dialog.getByLabel('LGA')).not.toHaveValue('')
    await dialog.getByLabel('Price (₦)').fill('24000')
    await expect(dialog.getByLabel('Price (₦)')).toHaveValue('24,000')
    await dialog.getByLabel('Day and time').fill(atTen())
    await dialog.getByRole('button', { name: 'In front of the police station' }).click()
    await expectAccessibleEverywhere(ofBuyer)
    await ofBuyer.setViewportSize(phone)
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click()
    await expect(heading(ofBuyer, `You proposed a deal to ${seller.fullName}`)).toBeVisible()

    // The seller sees it without loading the page again.
    await expect(conversations(ofSeller)).toContainText('Proposes a deal')
    await conversations(ofSeller).getByRole('link').first().click()
    await ofSeller.getByRole('link', { name: 'Answer' }).click()
    await expect(heading(ofSeller, `${buyer.fullName} proposes a deal`)).toBeVisible()
    await expect(main(ofSeller)).toContainText('In front of the police station')
    await ofSeller.getByRole('button', { name: 'Accept' }).click()
    await expect(ofSeller.getByRole('heading', { name: 'Is the money in your balance?' })).toBeVisible()
    await expect(ofSeller.getByLabel('My listing is shown as reserved')).toBeChecked()
    await stranger.goto(`/listings/${listingId}`)
    await expect(main(stranger)).toContainText('Reserved: a deal is agreed.')

    await expect(ofBuyer.getByRole('heading', { name: 'Have you seen and tried it?' })).toBeVisible()
    await ofBuyer.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    await ofBuyer.getByRole('button', { name: 'Share my meeting' }).click()
    const link = await ofBuyer.getByRole('link', { name: /\/meeting\?token=/ }).getAttribute('href')
    await stranger.goto(link ?? '')
    await expect(heading(stranger, `${buyer.fullName} meets ${seller.fullName}`)).toBeVisible()
    await expect(stranger.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
    await expect(main(stranger)).not.toContainText('24,000')
    await expectAccessibleEverywhere(stranger)
    await ofBuyer.getByRole('button', { name: 'Stop sharing' }).click()
    await expectToast(ofBuyer, 'The link no longer works')
    await expect(ofBuyer.getByRole('button', { name: 'Share my meeting' })).toBeVisible()
    expectedStatuses.push(404)
    await stranger.reload()
    await expect(heading(stranger, 'This link no longer works')).toBeVisible()

    await ofBuyer.context().setOffline(true)
    await ofBuyer.getByRole('button', { name: 'I have seen and tried it' }).click()
    await expect(main(ofBuyer)).toContainText('We do not know yet whether your press arrived.')
    // The seller's press arrives, its answer is lost.
    await routeOnce(ofSeller, '**/confirm', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await ofSeller.getByRole('button', { name: 'I have it' }).click()
    await expectAccessibleEverywhere(ofSeller)
    await ofSeller.setViewportSize(phone)
    await ofSeller
      .getByRole('alertdialog', { name: 'Is ₦24,000 in your balance?' })
      .getByRole('button', { name: 'Yes, I have it' })
      .click()
    await expect(heading(ofSeller, 'Deal completed')).toBeVisible()
    expect(await dealOf(oja, threadId)).toMatchObject({ status: 'COMPLETED', tried_at: null })
    await expect(heading(ofBuyer, `You have a deal with ${seller.fullName}`)).toBeVisible()
    await ofBuyer.context().setOffline(false)
    await expect(heading(ofBuyer, 'Deal completed')).toBeVisible()
    await expect.poll(async () => (await dealOf(oja, threadId)).tried_at).not.toBeNull()

    await expect(ofSeller.getByRole('heading', { name: 'You have ₦24,000', level: 2 })).toBeVisible()
    await expectAccessibleEverywhere(ofSeller)
    await ofSeller.setViewportSize(phone)
    await ofSeller.getByRole('button', { name: 'Mark sold' }).click()
    await expectToast(ofSeller, 'Your listing is marked as sold')
    await expect(ofSeller.getByRole('button', { name: 'Mark sold' })).toHaveCount(0)
    await ofSeller.goto('/my-listings?tab=sold')
    await expect(main(ofSeller)).toContainText(`Sold to ${buyer.fullName}`)
    await ofBuyer.getByRole('link', { name: `Review ${seller.fullName}` }).click()
    await expect(ofBuyer).toHaveURL(`/users/${seller.id}?tab=reviews#review`)
    await ofBuyer.goto(path)
    await expect(ofBuyer.getByRole('region', { name: 'Deal' })).toContainText('Deal completed')
  },
)

chatTest(
  '[DEAL-PROPOSE] terms that are being written are there after a reload, and gone once they are proposed',
  async ({ oja, enter }) => {
    const { seller, buyer, threadId } = await talk(oja, { first: 'I take it.' })
    const page = await enter(buyer, `/chat?thread=${threadId}`, { viewport: phone })
    const dialog = page.getByRole('dialog', { name: 'Propose a deal' })
    const openDialog = () => page.getByRole('button', { name: 'Propose a deal' }).click()
    await openDialog()
    await expect(dialog.getByLabel('LGA')).not.toHaveValue('')
    const tenOClock = atTen()
    await dialog.getByLabel('Day and time').fill(tenOClock)
    await dialog.getByLabel('Place', { exact: true }).fill('Inside the Shoprite of Ikeja')
    const send = dialog.getByRole('button', { name: 'Propose', exact: true })
    await expect(send).toBeEnabled()
    await dialog.getByLabel('State').selectOption('Ogun')
    await expect(send).toBeDisabled()
    await dialog.getByLabel('State').selectOption('Lagos')
    await dialog.getByLabel('LGA').selectOption('Ikeja')
    await dialog.getByLabel('Price (₦)').fill('')
    await page.reload()
    await openDialog()
    await expect(dialog.getByLabel('Place', { exact: true })).toHaveValue('Inside the Shoprite of Ikeja')
    await expect(dialog.getByLabel('Day and time')).toHaveValue(tenOClock)
    await dialog.getByLabel('Price (₦)').fill('24000')
    await dialog.getByLabel('Day and time').fill('2020-01-02T10:00')
    await send.click()
    await expect(dialog.getByLabel('Day and time')).toHaveAccessibleDescription(
      'Please choose a time that lies ahead',
    )
    await dialog.getByLabel('Day and time').fill(atTen())
    await send.click()
    await expect(main(page)).toContainText('Inside the Shoprite of Ikeja')
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('oja:private:draft:')))
    expect(await drafts()).toEqual([])
    await page.getByRole('button', { name: 'Change it' }).click()
    const changed = page.getByRole('dialog').getByLabel('Price (₦)')
    await expect(changed).toHaveValue('24,000')
    await changed.fill('20000')
    // What was written about other terms is no part of an answer to new ones.
    const { id, version, place } = await dealOf(oja, threadId)
    const meetsAt = new Date(Date.now() + day).toISOString()
    await seller.api('PATCH /api/deals/:id', {
      params: { id },
      body: { version, place, meetsAt, price: 2_300_000, state: 'Lagos', lga: 'Ikeja' },
    })
    await page.reload()
    await page.getByRole('button', { name: 'Suggest changes' }).click()
    await expect(changed).toHaveValue('23,000')
  },
)

chatTest(
  '[DEAL-PROPOSE] the price of the listing is in the form from the start: an answer that comes late does not get between what somebody types',
  async ({ oja, enter }) => {
    const { buyer, threadId, listingId } = await talk(oja, { first: 'I take it.' })
    const page = await enter(buyer, `/chat?thread=${threadId}`)
    const release = await holdRequests(page, `**/api/listings/${listingId}`)
    await page.getByRole('button', { name: 'Propose a deal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Propose a deal' })
    const price = dialog.getByLabel('Price (₦)')
    await price.selectText()
    release()
    await expect(dialog.getByLabel('LGA')).toHaveValue('Ikeja')
    await page.keyboard.insertText('24000')
    await expect(price).toHaveValue('24,000')
  },
)

chatTest(
  '[DEAL-PROPOSE] the page of a deal shows what happened while another page was open',
  async ({ oja, enter }) => {
    const { seller, buyer, threadId } = await talk(oja)
    const { id, version } = await propose(buyer, threadId)
    const page = await enter(buyer, `/deals/${id}`)
    await expect(heading(page, `You proposed a deal to ${seller.fullName}`)).toBeVisible()
    await main(page).getByRole('link', { name: 'Conversation' }).click()
    const bar = page.getByRole('region', { name: 'Deal' })
    await expect(bar).toContainText('You proposed a deal')
    await seller.api('POST /api/deals/:id/accept', { params: { id }, body: { version } })
    await expect(bar).toContainText('Deal agreed')
    await bar.getByRole('link', { name: 'See it' }).click()
    await expect(heading(page, `You have a deal with ${seller.fullName}`)).toBeVisible()
  },
)

chatTest(
  '[DEAL-PROPOSE] events in a row, which anybody can cause, make the page of a deal read again once',
  async ({ oja, enter }) => {
    const { seller, buyer, threadId } = await talk(oja)
    const { id } = await propose(buyer, threadId)
    const page = await enter(seller)
    await page.clock.install()
    let events = 0
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.includes('threads_changed')) events += 1
      }),
    )
    let reads = 0
    page.on('request', (request) => {
      if (request.url().endsWith(`/api/deals/${id}`)) reads += 1
    })
    await page.goto(`/deals/${id}`)
    // Its first read by script comes with the connection.
    await expect.poll(() => reads).toBe(1)
    await page.clock.pauseAt(Date.now() + 15_000)
    const stranger = await person(oja)
    for (const _ of [1, 2, 3]) {
      await stranger.api('POST /api/blocks', { body: { userId: seller.id } })
      await stranger.api('DELETE /api/blocks/:id', { params: { id: seller.id } })
    }
    await expect.poll(() => events).toBe(6)
    expect(reads).toBe(1)
    await page.clock.runFor(1000)
    await expect.poll(() => reads).toBe(2)
  },
)

chatTest(
  '[DEAL-PROPOSE] the page of a deal that ended offers another one only where it can be made',
  async ({ oja, enter }) => {
    const { seller, buyer, threadId } = await talk(oja)
    const { id, version } = await propose(buyer, threadId)
    await seller.api('POST /api/deals/:id/end', { params: { id }, body: { version, reason: 'Too low.' } })
    const page = await enter(seller, `/deals/${id}`)
    const again = page.getByRole('button', { name: 'Propose another deal' })
    await expect(again).toBeVisible()
    const openAgain = async (dealId: number) => {
      const read = page.waitForResponse((response) => response.url().endsWith(`/api/threads/${threadId}`))
      await page.goto(`/deals/${dealId}`)
      await read
    }
    const second = await propose(buyer, threadId)
    await openAgain(id)
    await expect(again).toHaveCount(0)
    await buyer.api('POST /api/blocks', { body: { userId: seller.id } })
    await openAgain(second.id)
    await expect(main(page)).toContainText('The conversation was closed.')
    await expect(again).toHaveCount(0)
  },
)

chatTest(
  '[DEAL-OFFLINE] a press on a line that answers nothing says after a while that it may not have arrived',
  async ({ oja, enter }) => {
    const { seller, buyer, threadId } = await talk(oja)
    const proposed = await propose(buyer, threadId)
    await seller.api('POST /api/deals/:id/accept', {
      params: { id: proposed.id },
      body: { version: proposed.version },
    })
    const page = await enter(buyer)
    await page.clock.install()
    await page.goto(`/deals/${proposed.id}`)
    const release = await holdRequests(page, '**/confirm')
    await page.getByRole('button', { name: 'I have seen and tried it' }).click()
    await expect(main(page)).toContainText('Sending...')
    await page.clock.runFor(16_000)
    await expect(main(page)).toContainText('We do not know yet whether your press arrived.')
    release()
    await expect(main(page)).toContainText(`Seen and tried by ${buyer.fullName}`)
  },
)

chatTest(
  '[DEAL-RESERVED] a seller accepts without reserving, and reserves later; a deal whose meeting was over a day ago does not say that the listing is shown as reserved',
  async ({ oja, enter }) => {
    const { seller, buyer, threadId } = await talk(oja)
    const proposed = await propose(buyer, threadId)
    const page = await enter(seller, `/deals/${proposed.id}`)
    await page.getByLabel('Show my listing as reserved').uncheck()
    await page.getByRole('button', { name: 'Accept' }).click()
    const reserved = page.getByLabel('My listing is shown as reserved')
    await expect(reserved).not.toBeChecked()
    await reserved.click()
    await expect(reserved).toHaveAttribute('aria-disabled', 'false')
    await expect(reserved).toBeChecked()
    await oja.database.db
      .updateTable('deals')
      .set({ meets_at: new Date(Date.now() - 2 * day) })
      .where('id', '=', proposed.id)
      .execute()
    await page.reload()
    await expect(heading(page, `You have a deal with ${buyer.fullName}`)).toBeVisible()
    await expect(reserved).toHaveCount(0)
  },
)

chatTest(
  '[DEAL-END] a reason that is being written is there after a reload, and gone once it is sent',
  async ({ oja, enter }) => {
    const { buyer, threadId } = await talk(oja, { first: 'I take it.' })
    const proposed = await propose(buyer, threadId)
    const page = await enter(buyer, `/deals/${proposed.id}`, { viewport: phone })
    const dialog = page.getByRole('dialog', { name: 'Withdraw this deal?' })
    const openDialog = () => page.getByRole('button', { name: 'Withdraw' }).click()
    await openDialog()
    await dialog.getByLabel('Reason').fill('My brother bought one.')
    // As a phone does that needs the memory for another app.
    await page.reload()
    await openDialog()
    await expect(dialog.getByLabel('Reason')).toHaveValue('My brother bought one.')
    await dialog.getByRole('button', { name: 'Withdraw' }).click()
    await expect(main(page)).toContainText('My brother bought one.')
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('brother')
  },
)

offlineTest(
  '[DEAL-OFFLINE] an accepted deal opens without a connection, and a press made there arrives later, from any page; a reason is read when it is called off',
  async ({ page, oja, testProxy, expectedStatuses }) => {
    offlineTest.slow()
    expectedStatuses.push(404)
    const { seller, buyer, threadId } = await talk(oja)
    const proposed = await propose(buyer, threadId)
    await seller.api('POST /api/deals/:id/accept', {
      params: { id: proposed.id },
      body: { version: proposed.version },
    })
    await page.setViewportSize(phone)
    await signIn(page, { ...oja, url: testProxy.url }, buyer)
    await openWithWorker(page, `/deals/${proposed.id}`)
    await expect(page.getByRole('heading', { name: 'Have you seen and tried it?' })).toBeVisible()
    await page.reload()
    await cut(page, testProxy)
    await page.reload()
    await expect(main(page)).toContainText('This is the deal as this device last read it.')
    await page.getByRole('button', { name: 'I have seen and tried it' }).click()
    await expect(main(page)).toContainText('We do not know yet whether your press arrived.')
    await page.reload()
    await expect(main(page)).toContainText('We do not know yet whether your press arrived.')
    // It is sent by whatever page is open when the connection is back.
    await page.goto('/about')
    await mend(page, testProxy)
    await expectToast(page, 'Oja knows that you have seen and tried it')
    expect((await dealOf(oja, threadId)).tried_at).not.toBeNull()

    await page.goto(`/deals/${proposed.id}`)
    await expectHydrated(page)
    await expect(main(page)).toContainText(`Seen and tried by ${buyer.fullName}`)
    await page.getByRole('button', { name: 'Call off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Call off this deal?' })
    await dialog.getByRole('button', { name: 'I changed my mind' }).click()
    await dialog.getByRole('button', { name: 'Call off' }).click()
    await expect(heading(page, 'You called this deal off')).toBeVisible()
    await expect(main(page)).toContainText('I changed my mind')
    await expect(page.getByRole('button', { name: 'Propose another deal' })).toBeVisible()
    expect(await dealOf(oja, threadId)).toMatchObject({
      status: 'CANCELLED',
      end_reason: 'I changed my mind',
    })
  },
)

chatTest(
  '[DEAL-TRADE] a deal is proposed also by a phone whose clock is three days ahead',
  async ({ oja, enter }) => {
    const { buyer, threadId } = await talk(oja, { first: 'I take it.' })
    const page = await enter(buyer)
    await page.clock.setFixedTime(Date.now() + 3 * day)
    await page.goto(`/chat?thread=${threadId}`)
    await expectHydrated(page)
    await page.getByRole('button', { name: 'Propose a deal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Propose a deal' })
    await expect(dialog.getByLabel('LGA')).not.toHaveValue('')
    await dialog.getByLabel('Price (₦)').fill('24000')
    await dialog.getByLabel('Day and time').fill(atTen())
    await dialog.getByRole('button', { name: 'Inside a bank' }).click()
    await dialog.getByRole('button', { name: 'Propose' }).click()
    await expect(page).toHaveURL(/\/deals\/\d+$/)
  },
)
