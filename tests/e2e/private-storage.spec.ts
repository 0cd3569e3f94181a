import type { Page } from '@playwright/test'
import { logIn, logOut } from './support/auth-forms.ts'
import { expect, open, test } from './support/browser.ts'
import {
  bubble,
  composer,
  conversations,
  sendButton,
  sendMessage,
  storedBodies,
  talk,
} from './support/chat-fixture.ts'
import { field } from './support/listing-form.ts'
import { expectOwner, type Person, password, person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

// A device stores no personal data after a logout, or once another person signs in.

/** Everything in the browser's storage except impersonal keys. */
const stored = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) =>
      Object.entries(storage)
        .filter(
          ([key]) =>
            !/^oja:(fetched-entry|install-declined|reloaded|scroll|visits|worker-checked)$/.test(key),
        )
        .map((entry) => entry.join('=')),
    ),
  )

test('[PRIVATE-STORAGE] logging out deletes drafts of listings, messages, and the last input', async ({
  page,
  oja,
}) => {
  const buyer = await person(oja)
  const { threadId } = await talk(oja, { buyer })
  await signIn(page, oja, buyer)
  await open(page, `/chat?thread=${threadId}`)
  await composer(page).fill('A secret message')
  await open(page, '/sell')
  await field(page, 'Title').fill('A secret listing')
  await expect.poll(() => stored(page)).toContainEqual(expect.stringContaining('A secret listing'))
  expect((await stored(page)).join()).toContain('A secret message')
  // Text typed just before is not stored yet, and would be on unload.
  await field(page, 'Description').fill('Typed a moment before logging out')
  // Nothing personal: the next person is not asked again either.
  await page.evaluate(() => localStorage.setItem('oja:install-declined', '1'))
  await logOut(page)
  expect(await stored(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('oja:install-declined'))).toBe('1')
})

test('[PRIVATE-STORAGE] another open tab stores nothing more', async ({
  page,
  context,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const one = await person(oja)
  await signIn(page, oja, one)
  const other = await context.newPage()
  await open(other, `/listings/${await listing(oja, await person(oja))}`)
  await other.getByRole('button', { name: 'Ask Question' }).click()
  await other.getByLabel('Your question').fill('A secret question')
  await expectOwner(other, one)
  await expect.poll(() => stored(other)).toContainEqual(expect.stringContaining('A secret question'))
  await open(page, '/about')
  await logOut(page)
  await other.getByLabel('Your question').fill('Typed after the logout in the first tab')
  await other.goto('/about')
  expect(await stored(page)).toEqual([])
})

test('[PRIVATE-STORAGE] data of an ended session is deleted when another person signs in', async ({
  page,
  oja,
}) => {
  const [one, other] = [await person(oja), await person(oja)]
  await signIn(page, oja, one)
  await open(page, '/sell')
  await field(page, 'Title').fill('A secret listing')
  await page.goto('/about')
  await expectOwner(page, one)
  await page.context().clearCookies()
  await open(page, '/about')
  expect((await stored(page)).join()).toContain('A secret listing')
  await signIn(page, oja, other)
  await open(page, '/about')
  await expect.poll(async () => (await stored(page)).join()).not.toContain('A secret listing')
})

test('[PRIVATE-STORAGE] data of an ended session is deleted after an hour', async ({ page, oja }) => {
  await page.clock.install()
  const one = await person(oja)
  await signIn(page, oja, one)
  await open(page, '/sell')
  await field(page, 'Title').fill('A secret listing')
  await page.goto('/about')
  await expectOwner(page, one)
  await page.context().clearCookies()
  await open(page, '/about')
  // A late chunk notes when the hour begins.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('oja:private:owner'))).toContain('leftAt')
  await page.clock.fastForward('01:01:00')
  await open(page, '/about')
  await expect.poll(() => stored(page)).toEqual([])
})

/** Logs out in another tab, where somebody then logs in; returns that tab. */
async function changePerson(page: Page, next: Person): Promise<Page> {
  const other = await page.context().newPage()
  await open(other, '/safety')
  await logOut(other)
  await open(other, '/login')
  await logIn(other, next.email)
  await expect(other).toHaveURL('/')
  await expectOwner(other, next)
  return other
}

test('[PRIVATE-STORAGE] [CHAT-RELIABLE] a tab in which the same person goes on after a new login sends what they write', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  // The counts of unread messages and notifications are read again between logout and login.
  expectedStatuses.push(401)
  const buyer = await person(oja, { password })
  const { threadId } = await talk(oja, { buyer, first: 'Hello' })
  await signIn(page, oja, buyer)
  await open(page, '/about')
  await expectOwner(page, buyer)
  await changePerson(page, buyer)
  await page.bringToFront()
  await page.getByRole('banner').getByRole('link', { name: 'Messages' }).click()
  await expect(bubble(page, 'Hello')).toBeVisible()
  await composer(page).fill('Is it still available?')
  await sendButton(page).click()
  await expect(bubble(page, 'Is it still available?')).toHaveAttribute('data-state', /sent|read/)
  expect(await storedBodies(oja, threadId)).toEqual(['Hello', 'Is it still available?'])
})

test('[STATE-CHAT] a tab in which the same person goes on after a new login shows messages as they come', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const buyer = await person(oja, { password })
  const { seller, threadId } = await talk(oja, { buyer, first: 'Hello' })
  await signIn(page, oja, buyer)
  let connections = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('40')) connections += 1
    }),
  )
  await open(page, '/about')
  await expectOwner(page, buyer)
  await expect.poll(() => connections).toBe(1)
  const other = await page.context().newPage()
  await open(other, '/safety')
  await logOut(other)
  // As a visitor, before the login.
  await expect.poll(() => connections).toBe(2)
  await open(other, '/login')
  await logIn(other, buyer.email)
  await expect(other).toHaveURL('/')
  await expectOwner(other, buyer)
  await page.bringToFront()
  await page.getByRole('banner').getByRole('link', { name: 'Messages' }).click()
  await expect(bubble(page, 'Hello')).toBeVisible()
  await sendMessage(seller, threadId, 'Is anybody there?')
  await expect(bubble(page, 'Is anybody there?')).toBeVisible()
})

test('[PRIVATE-STORAGE] the next person finds nothing of the one before in a tab that was left open', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const ada = await person(oja, { password })
  const bola = await person(oja, { password })
  const { threadId } = await talk(oja, { buyer: ada, first: 'My account number is 0123456789' })
  await talk(oja, { buyer: bola, first: 'Hello from Bola' })
  await signIn(page, oja, ada)
  await open(page, `/chat?thread=${threadId}`)
  await expectOwner(page, ada)
  await page.getByRole('banner').getByRole('link', { name: 'Browse' }).click()
  await expect(page).toHaveURL('/listings')
  await changePerson(page, bola)
  await page.bringToFront()
  await page.getByRole('banner').getByRole('link', { name: 'Messages' }).click()
  await expect(conversations(page)).toContainText('Hello from Bola')
  await expect(page.locator('body')).not.toContainText('0123456789')
})
