import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, open, phone, scrollALittle } from './support/browser.ts'
import { talk, test } from './support/chat-fixture.ts'

const ask = (page: Page) => page.getByRole('button', { name: 'Who is this?' })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Who is this?' })

test('[TRUST-PANEL] one tap on a phone, or one key, opens the facts about the seller: on the listing, the profile and in the conversation', async ({
  page,
  oja,
  enter,
}) => {
  const { seller, buyer, threadId, listingId } = await talk(oja, { price: 12_000_000, first: 'Still there?' })
  await seller.api('PATCH /api/listings/:id', { params: { id: listingId }, body: { price: 10_000_000 } })

  await page.setViewportSize(phone)
  await open(page, `/listings/${listingId}`)
  await scrollALittle(page)
  await ask(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page)).toContainText('New here, since')
  await expect(panel(page)).toContainText('Phone numberNot verified')
  await expect(panel(page)).toContainText('Any member may write one.')
  await expect(panel(page)).toContainText('None in the last 12 months')
  await expect(panel(page)).toContainText('Lowered from ₦120,000 on')
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await page.keyboard.press('Escape')
  await expect(panel(page)).toHaveCount(0)
  await expect(ask(page)).toBeFocused()
  await ask(page).click()
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await expect(panel(page)).toHaveCount(0)

  await open(page, `/users/${seller.id}`)
  await ask(page).click()
  await expect(panel(page)).toContainText('1 active, 0 marked as sold')
  await expect(panel(page)).not.toContainText('This listing')

  const ofBuyer = await enter(buyer, `/chat?thread=${threadId}`, { viewport: phone })
  await ask(ofBuyer).click()
  await expect(panel(ofBuyer)).toContainText('Lowered from ₦120,000 on')
  await expectAccessibleEverywhere(ofBuyer)
  const ofSeller = await enter(seller, `/chat?thread=${threadId}`)
  await ask(ofSeller).click()
  await expect(panel(ofSeller)).toContainText(`What Oja knows about ${buyer.fullName}`)
  await expect(panel(ofSeller)).not.toContainText('This listing')
})
