import type { Page, Response } from '@playwright/test'
import { administrator } from './support/administrators.ts'
import { logIn, logOut } from './support/auth-forms.ts'
import {
  expect,
  expectHydrated,
  expectToast,
  forgetLostNetwork,
  holdRequests,
  open,
  test,
} from './support/browser.ts'
import { bubble, composer, sendButton, sendMessage, storedBodies, talk } from './support/chat-fixture.ts'
import { endSessionAt, expectOwner, type Person, password, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing } from './support/test-listings.ts'

// The user logged out in another tab or on another device, while this page still considers them signed in.

/** Ends a user's session while the page has no connection, and brings that back; resolves with the refusal of the page's next `read`. */
async function endSessionOffline(page: Page, oja: OjaServer, who: Person, read: string): Promise<Response> {
  await page.context().setOffline(true)
  await oja.database.db.deleteFrom('sessions').where('user_id', '=', who.id).execute()
  const answered = page.waitForResponse(read)
  await page.context().setOffline(false)
  return answered
}

test('[ROUTE-FAVORITES] [ROUTE-CHAT] [ROUTE-SETTINGS] a link to a private page leads to the login', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  let ada = await person(oja, { password })
  await signIn(page, oja, ada)
  const ways: [link: string, address: string, read: string][] = [
    ['Favorites', '/favorites', '**/api/favorites/listings*'],
    ['Messages', '/chat', '**/api/threads*'],
  ]
  for (const [link, address, read] of ways) {
    await open(page, '/about')
    await endSessionAt(page, { oja, who: ada }, 'GET', read)
    await page.getByRole('banner').getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(`/login?next=${address}`)
    ada = await person(oja, { password })
    await signIn(page, oja, ada)
  }
  await open(page, '/about')
  await endSessionAt(page, { oja, who: ada }, 'GET', '**/api/settings*')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/login?next=/settings')
  await expectHydrated(page)
  await logIn(page, ada.email)
  await expect(page).toHaveURL('/settings')
})

test('[ROUTE-FAVORITES] [ROUTE-SETTINGS] a logout in another tab leads from private pages to the login, and interrupts nobody who types', async ({
  page,
  oja,
}) => {
  const ada = await person(oja)
  await signIn(page, oja, ada)
  const id = await listing(oja, ada, { title: 'Standing fan' })
  const openTab = async (address: string) => {
    const tab = await page.context().newPage()
    await open(tab, address)
    await expectOwner(tab, ada)
    return tab
  }
  const [settings, favorites, edit] = [
    await openTab('/settings'),
    await openTab('/favorites'),
    await openTab(`/edit-listing/${id}`),
  ]
  await edit.getByLabel('Title').fill('Standing fan with a remote')
  await open(page, '/about')
  await logOut(page)
  await expect(settings).toHaveURL('/login?next=/settings')
  await expect(favorites).toHaveURL('/login?next=/favorites')
  await expect(edit).toHaveURL(`/edit-listing/${id}`)
  await expect(edit.getByLabel('Title')).toHaveValue('Standing fan with a remote')
})

test('[ROUTE-ADMIN] a logout in another tab takes the dashboard from the screen', async ({ page, oja }) => {
  const admin = await administrator(oja)
  await signIn(page, oja, admin)
  await open(page, '/admin?tab=users')
  await expectOwner(page, admin)
  const other = await page.context().newPage()
  await open(other, '/about')
  await logOut(other)
  await expect(page).toHaveURL('/login?next=/admin%3Ftab%3Dusers')
})

test('[ROUTE-SETTINGS] a link whose data was refused before the press leads to the login too', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const ada = await person(oja, { password })
  await signIn(page, oja, ada)
  await open(page, '/about')
  await endSessionAt(page, { oja, who: ada }, 'GET', '**/api/settings*')
  await page.getByRole('button', { name: 'Account menu' }).click()
  const refused = page.waitForResponse((response) => response.url().endsWith('/api/settings'))
  await page.getByRole('menuitem', { name: 'Settings' }).hover()
  expect((await refused).status()).toBe(401)
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page).toHaveURL('/login?next=/settings')
})

test('[HEADER-LOGOUT] logging out of a conversation leads home, however late the home page loads', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const buyer = await person(oja)
  const { seller, threadId } = await talk(oja, { buyer })
  await signIn(page, oja, buyer)
  await open(page, `/chat?thread=${threadId}`)
  // Only a connected socket hears of the end of the session.
  await sendMessage(seller, threadId, 'Good evening')
  await expect(bubble(page, 'Good evening')).toBeVisible()
  const release = await holdRequests(page, `${oja.url}/`)
  // The conversation gets the end of the session at once, and reads again.
  const refused = page.waitForResponse(
    (answer) => answer.status() === 401 && /\/api\/threads/.test(answer.url()),
  )
  await page.getByRole('button', { name: 'Account menu' }).click()
  // Playwright's click waits for the navigation, if that begins during it.
  const clicked = page.getByRole('menuitem', { name: 'Logout' }).click()
  await refused
  release()
  await clicked
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})

test('[CHAT-DRAFT] [CHAT-RELIABLE] a message sent after the session ended waits for the login, and is sent once', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const buyer = await person(oja, { password })
  const { threadId } = await talk(oja, { buyer })
  await signIn(page, oja, buyer)
  await open(page, `/chat?thread=${threadId}`)
  await composer(page).fill('Is it still there?')
  await endSessionAt(page, { oja, who: buyer }, 'POST', '**/api/threads/*/messages')
  await sendButton(page).click()
  await expect(page).toHaveURL(`/login?next=/chat%3Fthread%3D${threadId}`)
  await expectHydrated(page)
  await logIn(page, buyer.email)
  await expect(page).toHaveURL(`/chat?thread=${threadId}`)
  await expect(bubble(page, 'Is it still there?')).toHaveAttribute('data-state', /sent|read/)
  expect(await storedBodies(oja, threadId)).toEqual(['Is it still there?'])
})

test('[DETAIL-LOGIN-DIALOGS] Go to Login leads there, and back to the question in progress', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const buyer = await person(oja, { password })
  const id = await listing(oja, await person(oja), { title: 'Glass jar blender' })
  await signIn(page, oja, buyer)
  await open(page, `/listings/${id}`)
  await page.getByRole('button', { name: 'Ask Question' }).click()
  await page.getByLabel('Your question').fill('Is the jar of glass or of plastic?')
  await endSessionAt(page, { oja, who: buyer }, 'POST', '**/api/listings/*/questions')
  await page.getByRole('button', { name: 'Post Question' }).click()
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL(`/login?next=/listings/${id}`)
  await expectHydrated(page)
  await logIn(page, buyer.email)
  await expect(page).toHaveURL(`/listings/${id}`)
  await expectHydrated(page)
  await page.getByRole('button', { name: 'Ask Question' }).click()
  await expect(page.getByLabel('Your question')).toHaveValue('Is the jar of glass or of plastic?')
})

test('[PROFILE-REVIEW-DIALOG] a review asks for the login, and keeps the input', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const seller = await person(oja)
  const buyer = await person(oja, { password })
  await signIn(page, oja, buyer)
  await open(page, `/users/${seller.id}`)
  await page.getByRole('button', { name: 'Leave Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave a Review' })
  await dialog.getByRole('radio', { name: '4 stars: Very good' }).locator('..').click()
  await dialog.getByLabel('Comment (optional)').fill('Prompt and kind.')
  await endSessionAt(page, { oja, who: buyer }, 'POST', '**/api/users/*/reviews')
  await dialog.getByRole('button', { name: 'Post Review' }).click()
  const login = page.getByRole('dialog', { name: 'Login required' })
  await login.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave Review' }).click()
  await expect(dialog.getByLabel('Comment (optional)')).toHaveValue('Prompt and kind.')
  await dialog.getByRole('button', { name: 'Post Review' }).click()
  await login.getByRole('link', { name: 'Go to Login' }).click()
  await expectHydrated(page)
  await logIn(page, buyer.email)
  await expect(page).toHaveURL(`/users/${seller.id}`)
  await expectHydrated(page)
  await page.getByRole('button', { name: 'Leave Review' }).click()
  await expect(dialog.getByLabel('Comment (optional)')).toHaveValue('Prompt and kind.')
  await dialog.getByRole('radio', { name: '4 stars: Very good' }).locator('..').click()
  await dialog.getByRole('button', { name: 'Post Review' }).click()
  await expect(page.getByText('Review posted', { exact: true })).toBeVisible()
  await page.reload()
  await expectHydrated(page)
  await page.getByRole('button', { name: 'Leave Review' }).click()
  const again = page.getByRole('dialog', { name: 'Update your review' })
  await again.getByLabel('Comment (optional)').fill('Prompt, kind and fair.')
  await again.getByRole('button', { name: 'Update Review' }).click()
  await expect(page.getByText('Review posted', { exact: true })).toBeVisible()
  await page.reload()
  await expectHydrated(page)
  await page.getByRole('button', { name: 'Leave Review' }).click()
  await expect(again.getByLabel('Comment (optional)')).toHaveValue('Prompt, kind and fair.')
})

test('[LOGIN-ENDED] after an ended session the login page shows why, after a logout it does not', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const ada = await person(oja, { password })
  const why = page.getByText('Your session has ended. Please log in again.')
  await open(page, '/login')
  await expect(why).toHaveCount(0)
  await signIn(page, oja, ada)
  await open(page, '/favorites')
  await expectOwner(page, ada)
  await page.context().clearCookies()
  const release = await holdRequests(page, '**/assets/*.js')
  await page.reload({ waitUntil: 'commit' })
  await expect(page).toHaveURL('/login?next=/favorites')
  const email = page.getByLabel('E-mail')
  // Its style has arrived.
  await expect(email).toHaveCSS('border-radius', '12px')
  const before = await email.boundingBox()
  release()
  await expect(why).toBeVisible()
  expect(await email.boundingBox(), 'the field stays under the finger').toEqual(before)
  await logIn(page, ada.email)
  await expect(page).toHaveURL('/favorites')
  await expectHydrated(page)
  await logOut(page)
  await open(page, '/login')
  await expect(why).toHaveCount(0)
})

test('[EDIT-FAIL] [ROUTE-OWN] somebody who edits a listing is not interrupted, and keeps what they wrote', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const ada = await person(oja, { password })
  const id = await listing(oja, ada, { title: 'Standing fan', category_id: 2 })
  await signIn(page, oja, ada)
  await open(page, `/edit-listing/${id}`)
  await endSessionAt(page, { oja, who: ada }, 'GET', '**/api/price-guide*')
  const refused = page.waitForResponse((answer) => answer.url().includes('/api/price-guide'))
  await page.getByLabel('Title').fill('Standing fan with a remote')
  expect((await refused).status()).toBe(401)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Error', 'Please log in to do this.')
  await expect(page).toHaveURL(`/edit-listing/${id}`)
  await expect(page.getByLabel('Title')).toHaveValue('Standing fan with a remote')
})

test('[EDIT-FAIL] somebody whose changes are just being saved is not interrupted, and keeps what they wrote', async ({
  page,
  oja,
  expectedStatuses,
  pageErrors,
}) => {
  expectedStatuses.push(401)
  const ada = await person(oja)
  const id = await listing(oja, ada, { title: 'Standing fan' })
  await signIn(page, oja, ada)
  const passport = `**/api/listings/${id}/passport`
  // The first read of it: a late answer would be taken for that of the second.
  await Promise.all([page.waitForResponse(passport), open(page, `/edit-listing/${id}`)])
  await page.getByLabel('Title').fill('A fan with a remote')
  const [saving, refused] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // A read that begins before the changes are sent is refused before they are.
  await page.route(passport, async (route) => {
    await saving.promise
    await route.continue()
  })
  await page.route(`**/api/listings/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') {
      saving.resolve()
      await refused.promise
    }
    await route.continue()
  })
  const begun = page.waitForRequest(passport)
  const answered = endSessionOffline(page, oja, ada, passport)
  await begun
  await page.getByRole('button', { name: 'Save Changes' }).click()
  expect((await answered).status()).toBe(401)
  refused.resolve()
  await expect(page.locator('.toast')).toContainText('Please log in to do this.')
  await expect(page).toHaveURL(`/edit-listing/${id}`)
  await expect(page.getByLabel('Title')).toHaveValue('A fan with a remote')
  forgetLostNetwork(pageErrors)
})

test('[EDIT-FAIL] [ROUTE-SETTINGS] somebody who edits is not interrupted when the end of the session is found after a lost connection', async ({
  page,
  oja,
  expectedStatuses,
  pageErrors,
}) => {
  expectedStatuses.push(401)
  for (const label of ['Title', 'About you']) {
    const ada = await person(oja)
    const id = await listing(oja, ada, { title: 'Standing fan' })
    await signIn(page, oja, ada)
    const address = label === 'Title' ? `/edit-listing/${id}` : '/settings'
    await open(page, address)
    await expectOwner(page, ada)
    await page.getByLabel(label).fill('A fan with a remote')
    const read = label === 'Title' ? '**/api/messages/unread-count' : '**/api/settings'
    expect((await endSessionOffline(page, oja, ada, read)).status()).toBe(401)
    await page.getByRole('button', { name: label === 'Title' ? 'Save Changes' : 'Save profile' }).click()
    await expect(page.locator('.toast')).toContainText('Please log in to do this.')
    await expect(page).toHaveURL(address)
    await expect(page.getByLabel(label)).toHaveValue('A fan with a remote')
  }
  forgetLostNetwork(pageErrors)
})

test('[DEAL-OFFLINE] a press at the meeting after the session ended leads to the login, and arrives after it', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const buyer = await person(oja, { password })
  const { seller, threadId } = await talk(oja, { buyer })
  const { id, version } = await buyer.api('POST /api/threads/:id/deals', {
    params: { id: threadId },
    body: {
      price: 2_400_000,
      place: 'Inside a bank',
      state: 'Lagos',
      lga: 'Ikeja',
      meetsAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  })
  await seller.api('POST /api/deals/:id/accept', { params: { id }, body: { version } })
  await signIn(page, oja, buyer)
  await open(page, `/deals/${id}`)
  await expectOwner(page, buyer)
  await endSessionAt(page, { oja, who: buyer }, 'POST', '**/api/deals/*/confirm')
  await page.getByRole('button', { name: 'I have seen and tried it' }).click()
  await expect(page).toHaveURL(`/login?next=/deals/${id}`)
  await expectHydrated(page)
  await logIn(page, buyer.email)
  await expect(page).toHaveURL(`/deals/${id}`)
  await expect(page.getByRole('main')).toContainText(`Seen and tried by ${buyer.fullName}`)
})
