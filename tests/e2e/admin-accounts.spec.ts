import type { Page } from '@playwright/test'
import { administrator, rowOf, tab } from './support/administrators.ts'
import { expect, expectAccessibleEverywhere, open, test } from './support/browser.ts'
import { password, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'

const chromeOnAndroid =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

async function tryToLogIn(oja: OjaServer, email: string, secret: string): Promise<number> {
  const answer = await fetch(new URL('/api/auth/login', oja.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': chromeOnAndroid },
    body: JSON.stringify({ email, password: secret }),
  })
  return answer.status
}

const panel = (page: Page, fullName: string) => page.getByRole('dialog', { name: `Activity of ${fullName}` })

/** Opens a user's account dialog from the list of users. */
async function openAccount(page: Page, fullName: string) {
  await rowOf(page, fullName)
    .getByRole('button', { name: `Activity of ${fullName}` })
    .click()
  await expect(panel(page, fullName)).toBeVisible()
  return panel(page, fullName)
}

test('[ADMIN-ACTIVITY] sign-ins, the newest first: time, device, method and address', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  const user = await person(oja, { fullName: 'Sade Signs', password })
  await person(oja, { fullName: 'Quiet Quadri' })
  expect(await tryToLogIn(oja, user.email, 'not it at all')).toBe(401)
  expect(await tryToLogIn(oja, user.email, password)).toBe(200)
  await signIn(page, oja, await administrator(oja))
  await open(page, '/admin?tab=users&q=sade+signs')

  const history = /\/api\/admin\/users\/\d+\/activity$/
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route(history, async (route) => {
    await asked
    await route.fulfill({ status: 500, body: '' })
  })
  const seen = await openAccount(page, 'Sade Signs')
  await expect(seen.getByRole('status', { name: 'Loading the activity' })).toBeVisible()
  answer()
  await expect(seen.getByRole('alert')).toContainText('This could not be loaded.')
  await expectAccessibleEverywhere(page)
  await page.unroute(history)
  await seen.getByRole('button', { name: 'Try again' }).click()

  const events = seen.getByRole('listitem')
  await expect(events).toHaveCount(2)
  await expect(events.first()).toContainText('Logged in with the password')
  await expect(events.first()).toContainText(/\d{1,2} \w{3} \d{4}, \d\d:\d\d \((just now|\d minutes? ago)\)/)
  await expect(events.first()).toContainText('Chrome on Android · 127.0.0.1')
  await expect(events.last()).toContainText('Login failed with the password')
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(seen).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Activity of Sade Signs' })).toBeFocused()

  await page.getByRole('searchbox', { name: 'Search users' }).fill('quiet quadri')
  await expect(await openAccount(page, 'Quiet Quadri')).toContainText('Nothing happened in this time.')
})

test('[ADMIN-SIGN-OUT] an administrator logs somebody out everywhere, with the result in the panel, without a toast', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  const user = await person(oja, { fullName: 'Lola Lost-Phone' })
  const isIn = () =>
    user.api('GET /api/auth/me').then(
      () => true,
      () => false,
    )
  const admin = await administrator(oja, 'Sober Admin')
  await signIn(page, oja, admin)
  await open(page, '/admin?tab=users&q=lola')
  const seen = await openAccount(page, 'Lola Lost-Phone')
  const start = seen.getByRole('button', { name: 'Log out everywhere' })
  const question = seen.getByRole('group', { name: 'Log Lola Lost-Phone out on every device?' })
  await start.click()
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessibleEverywhere(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(start).toBeFocused()
  expect(await isIn()).toBe(true)

  await page.route('**/sign-out', (route) => route.fulfill({ status: 500, body: '' }))
  await start.click()
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(seen.getByRole('alert')).toHaveText(
    'Not logged out. Please check your connection and try again.',
  )
  expect(await isIn()).toBe(true)
  await page.unroute('**/sign-out')

  await start.click()
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(seen.getByRole('status')).toHaveText('Lola Lost-Phone is logged out on every device.')
  await expect(seen.getByRole('alert')).toHaveCount(0)
  await expect(seen.getByRole('listitem').first()).toContainText('Logged out everywhere, by an administrator')
  await expect(page.locator('.toast')).toHaveCount(0)
  expect(await isIn()).toBe(false)

  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search users' }).fill('sober admin')
  const own = await openAccount(page, 'Sober Admin')
  await expect(own.getByRole('link', { name: 'settings' })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Log out everywhere' })).toHaveCount(0)
})

test('[ADMIN-HELD-EMPTY] an empty review queue shows a sentence', async ({ page, oja }) => {
  await signIn(page, oja, await administrator(oja))
  // Other tests leave items in the queue, also decided ones.
  await page.route('**/api/admin/held*', (route) => route.fulfill({ json: [] }))
  await open(page, '/admin')
  await tab(page, 'Held back').click()
  await expect(page.getByRole('heading', { name: 'Nothing is held back.' })).toBeVisible()
})
