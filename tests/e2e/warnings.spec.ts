import type { Page } from '@playwright/test'
import { administrator, rowOf } from './support/administrators.ts'
import { expectAccessibleEverywhere, expectToast, routeOnce } from './support/browser.ts'
import { bubble, composer, expect, sendMessage, talk, test, write } from './support/chat-fixture.ts'

const fee = 'Send the rider fee 6,500 to this account 0123456789 Opay before he can move to your location.'
const card = (page: Page, title: string) => page.getByRole('note', { name: title })
const courier = 'Looks like a false delivery fee'

test('[SHIELD-CARD] [SHIELD-SENDER-BLIND] [SHIELD-KNOWN] a false courier writes live: the buyer sees a card at that message, the sender nothing', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja, { first: 'Is it still available? I am in Lagos.' })
  const phone = { width: 360, height: 800 }
  const [buying, selling] = await Promise.all([
    enter(buyer, `/chat?thread=${threadId}`, { viewport: phone }),
    enter(seller, `/chat?thread=${threadId}`),
  ])
  await write(selling, 'Yes, it is.')
  await expect(bubble(buying, 'Yes, it is.')).toBeVisible()
  const reads: string[] = []
  buying.on('request', (request) => reads.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await write(selling, fee)
  await expect(card(buying, courier)).toContainText('rider fee')
  await expect(bubble(buying, 'rider fee')).toBeInViewport()
  await expect(card(buying, courier).getByRole('link', { name: 'Safe ways to pay' })).toHaveAttribute(
    'href',
    '/safety#pay',
  )
  await expect(bubble(selling, 'rider fee')).toContainText('Read')
  await expect(selling.getByRole('note')).toHaveCount(0)
  const source = await (await selling.request.get(selling.url())).text()
  expect(source).toContain('Send the rider fee')
  expect(source).not.toContain('fake-courier')
  // What any message costs, and nothing else. Scripts are loaded once, some after the first view.
  const usual = [
    'GET /api/threads',
    `GET /api/threads/${threadId}/messages`,
    `POST /api/threads/${threadId}/read`,
    'GET /api/messages/unread-count',
    'GET /api/notifications/unread-count',
  ]
  expect(reads.filter((one) => !one.startsWith('GET /assets/') && !usual.includes(one))).toEqual([])
  await expectAccessibleEverywhere(buying)

  // What the server did not take is shown again.
  await routeOnce(buying, '**/dismiss-warnings', (route) => route.fulfill({ status: 503, body: '' }))
  await card(buying, courier).getByRole('button', { name: 'I know this person' }).press('Enter')
  await expectToast(buying, 'The warning could not be dismissed')
  await expect(card(buying, courier)).toBeVisible()
  await card(buying, courier).getByRole('button', { name: 'I know this person' }).press('Enter')
  await expect(buying.getByRole('note')).toHaveCount(0)
  await expect(buying.getByRole('region', { name: /^Messages with/ })).toBeFocused()
  await buying.reload()
  await expect(bubble(buying, 'rider fee')).toBeVisible()
  await expect(buying.getByRole('note')).toHaveCount(0)
})

test('[SHIELD-CARD] “Report and block” does both, and the card stays', async ({ enter, oja }) => {
  const { buyer, seller, threadId } = await talk(oja, { first: 'Is it still available?' })
  await sendMessage(seller, threadId, fee)
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await card(page, courier).getByRole('button', { name: 'Report and block' }).click()
  const form = page.getByRole('dialog', { name: 'Report User' })
  await expect(form.getByLabel('Reason')).toHaveValue('Scam or fraud')
  await form.getByRole('button', { name: 'Report and block' }).click()
  await expect(page.getByText(/^You blocked Sade Seller/)).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
  await expect(card(page, courier).getByRole('button')).toHaveText(['I know this person'])
  const reports = await oja.database.db.selectFrom('reports').selectAll().execute()
  expect(reports.filter(({ reporter_id }) => reporter_id === buyer.id)).toMatchObject([
    { target_type: 'USER', target_id: seller.id, reason: 'Scam or fraud' },
  ])
})

test('[SHIELD-LINK] a link that passes for a bank leads to a page of ours without a way on', async ({
  enter,
  oja,
}) => {
  const { buyer, seller, threadId } = await talk(oja, { first: 'Hello' })
  await sendMessage(seller, threadId, 'See https://gtbank-verify.example/pay?a=1')
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await bubble(page, 'See').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We stopped this link')
  await expect(page.getByRole('main')).toContainText('Its address looks like GTBank, but it is not.')
  await expect(page.getByRole('main').locator('strong').first()).toHaveText('gtbank-verify.example')
  await expect(page.locator('a[href*="gtbank"]')).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await page.getByRole('link', { name: 'Go back' }).click()
  await page.waitForURL(`**/chat?thread=${threadId}`)
  // Nothing but a website is shown, and nothing is followed.
  await page.goto('/link-warning?to=javascript:alert(1)')
  await expect(page.getByRole('main')).not.toContainText('alert')
})

test('[SHIELD-SENDERS] a sender whose messages wait sees a note, and an administrator releases them', async ({
  enter,
  oja,
}) => {
  const { seller } = await talk(oja)
  for (let warned = 0; warned < 4; warned += 1) {
    const { threadId } = await talk(oja, { seller, first: 'Is it still available?' })
    await sendMessage(seller, threadId, fee)
  }
  const { buyer, threadId } = await talk(oja, { seller, first: 'Hello' })
  const page = await enter(seller, `/chat?thread=${threadId}`)
  await write(page, 'Good evening')
  await expect(page.getByText('Your messages to new people wait for a check by our team')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Appeal' })).toHaveAttribute('href', '/appeal')

  const desk = await enter(await administrator(oja), '/admin?tab=held&kind=SENDER')
  const row = rowOf(desk, '4 people warned')
  await expect(row).toContainText('fake courier')
  await row.getByRole('button', { name: /^Release/ }).click()
  await expect(bubble(page, 'Good evening')).toContainText('Sent')
  const messages = await buyer.api('GET /api/threads/:id/messages', { params: { id: threadId }, query: {} })
  expect(messages.map(({ body }) => body)).toEqual(['Hello', 'Good evening'])
})
