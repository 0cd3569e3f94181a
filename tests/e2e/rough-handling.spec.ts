import { expect, expectToast, holdRequests, open, phone, test } from './support/browser.ts'
import { composer, talk, write } from './support/chat-fixture.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[PROFILE-DELETE] the second click of a double click does not confirm again', async ({ page, oja }) => {
  const seller = await person(oja)
  await listing(oja, seller, { title: 'Chair to go' })
  await signIn(page, oja, seller)
  await open(page, '/profile')
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'DELETE') calls += 1
  })
  await page.getByRole('button', { name: 'Delete Chair to go' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).dblclick()
  await expectToast(page, 'Listing deleted')
  await expect(page.getByText('No active listings')).toBeVisible()
  expect(calls).toBe(1)
})

test('[ERROR-QUESTIONS] [TOAST-OFFLINE] the first failure shows that the network is down', async ({
  page,
  oja,
  pageErrors,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Ice blender' })
  await signIn(page, oja, await person(oja))
  await open(page, `/listings/${id}`)
  const loaded = page.waitForResponse(/\/assets\/toaster-/)
  await page.getByRole('button', { name: 'Ask Question' }).click()
  await page.getByLabel('Your question').fill('Does it crush ice too?')
  await (await loaded).finished()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Post Question' }).click()
  await expectToast(page, 'Failed to post question', 'You are offline')
  await expect(page.getByLabel('Your question')).toHaveValue('Does it crush ice too?')
  const others = pageErrors.filter((error) => !/net::ERR_|WebSocket/.test(error))
  pageErrors.splice(0, pageErrors.length, ...others)
})

test('[CHAT-CLOSED] a message about a listing deleted meanwhile is refused, and the conversation shows why', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(410)
  const { buyer, seller, threadId, listingId } = await talk(oja, { first: 'Hello' })
  await signIn(page, oja, buyer)
  await open(page, `/chat?thread=${threadId}`)
  await expect(composer(page)).toBeVisible()
  // Deleted once the message is on its way: a late read of the page would close the conversation before it is written.
  await page.route(`**/api/threads/${threadId}/messages`, async (route) => {
    if (route.request().method() === 'POST')
      await seller.api('DELETE /api/listings/:id', { params: { id: listingId } })
    await route.continue()
  })
  await write(page, 'Are you there?')
  await expectToast(page, 'Error', 'Failed to send message')
  await expect(page.getByText('This listing was deleted. You can read what was written')).toBeVisible()
  await expect(composer(page)).toHaveCount(0)
})

test('[DETAIL-SELLER] a seller’s long name does not widen a phone’s page', async ({ page, oja }) => {
  const seller = await person(oja, { fullName: 'Olúwatóbilọ́ba '.repeat(5).trim() })
  const id = await listing(oja, seller)
  await page.setViewportSize(phone)
  await open(page, `/listings/${id}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
})

test('[PROFILE-DELETE] on a slow line the dialog shows that the listing is being deleted, and keeps the focus', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Bench to go' })
  await signIn(page, oja, seller)
  await open(page, '/profile')
  const release = await holdRequests(page, `**/api/listings/${id}`)
  await page.getByRole('button', { name: 'Delete Bench to go' }).click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true })
  await confirm.press('Enter')
  await expect(confirm).toHaveAttribute('aria-busy', 'true')
  await expect(confirm).toBeFocused()
  release()
  await expectToast(page, 'Listing deleted')
})

test('on a slow line the bar at the top shows that the code of a dialog is on its way', async ({
  page,
  oja,
}) => {
  const id = await listing(oja, await person(oja), { title: 'Slow dialog' })
  await signIn(page, oja, await person(oja))
  await open(page, `/listings/${id}`)
  const release = await holdRequests(page, '**/assets/*.js')
  await page.getByRole('button', { name: 'Report Listing' }).click()
  const bar = page.locator('.progress-bar')
  await expect(bar).toHaveAttribute('data-phase', 'busy')
  release()
  await expect(page.getByRole('dialog', { name: 'Report Listing' })).toBeVisible()
  await expect(bar).toHaveAttribute('data-phase', 'idle')
})
