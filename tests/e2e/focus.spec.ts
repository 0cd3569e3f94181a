import { createTokenSession } from '../support/sessions.ts'
import { expect, open, scrollALittle, test } from './support/browser.ts'
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
  await page.getByRole('button', { name: 'Show all 7 questions' }).press('Enter')
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

test('[BUSY-FOCUS] so does the box that reserves the listing of a deal', async ({ page, oja }) => {
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
