import type { Page } from '@playwright/test'
import { field, fillRegistration, newcomer } from './support/auth-forms.ts'
import { closeToast, expect, expectToast, forgetLostNetwork, open, test } from './support/browser.ts'
import { listing } from './support/goods.ts'
import { password, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'

interface Form {
  name: string
  /** Opens the page and fills the form in; presses its submit button. */
  send: (page: Page, oja: OjaServer) => Promise<void>
  /** Presses the button again. */
  again: string
  call: string
  title: string
}

const forms: Form[] = [
  {
    name: 'Login',
    call: '**/api/auth/login',
    title: 'Login failed',
    again: 'Login',
    async send(page) {
      await open(page, '/login')
      await field(page, 'E-mail').fill('ada@example.com')
      await field(page, 'Password').fill(password)
    },
  },
  {
    name: 'Register',
    call: '**/api/auth/register-email',
    title: 'Registration failed',
    again: 'Register',
    async send(page) {
      await open(page, '/register')
      await fillRegistration(page, newcomer())
    },
  },
  {
    name: 'Forgot password',
    call: '**/api/auth/forgot-password',
    title: 'Request failed',
    again: 'Send code',
    async send(page) {
      await open(page, '/forgot-password')
      await field(page, 'E-mail').fill('ada@example.com')
    },
  },
  {
    name: 'Change password',
    call: '**/api/settings/password',
    title: 'Password not changed',
    again: 'Change password',
    async send(page, oja) {
      await signIn(page, oja, await person(oja, { password }))
      await open(page, '/settings')
      await field(page, 'Current password').fill(password)
      await field(page, 'New password').fill('another horse 43')
      await field(page, 'Confirm new password').fill('another horse 43')
    },
  },
  {
    name: 'Ask',
    call: '**/api/listings/*/questions',
    title: 'Failed to post question',
    again: 'Post Question',
    async send(page, oja) {
      const id = await listing(oja, await person(oja))
      await signIn(page, oja, await person(oja))
      await open(page, `/listings/${id}`)
      await page.getByRole('button', { name: 'Ask Question' }).click()
      await field(page, 'Your question').fill('Does it still work as new?')
    },
  },
  {
    name: 'Report',
    call: '**/api/reports',
    title: 'Failed to submit report',
    again: 'Submit Report',
    async send(page, oja) {
      const id = await listing(oja, await person(oja))
      await signIn(page, oja, await person(oja))
      await open(page, `/listings/${id}`)
      await page
        .getByRole('button', { name: /^Report/ })
        .first()
        .click()
      await field(page, 'Reason').fill('Not as described')
    },
  },
  {
    name: 'Edit',
    call: '**/api/listings/*',
    title: 'Error',
    again: 'Save Changes',
    async send(page, oja) {
      const seller = await person(oja)
      const id = await listing(oja, seller)
      await signIn(page, oja, seller)
      await open(page, `/edit-listing/${id}`)
      await field(page, 'Title').fill('Another title')
    },
  },
]

for (const { name, send, again, call, title } of forms) {
  test(`[FORM-FAILURE] ${name}: what failed is said in the toast and stays at the form`, async ({
    page,
    oja,
    expectedStatuses,
    pageErrors,
  }) => {
    expectedStatuses.push(503)
    await send(page, oja)
    const detail = 'Oja is being moved. Please try again in a minute.'
    await page.route(call, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({
            status: 503,
            contentType: 'application/problem+json',
            body: JSON.stringify({ status: 503, code: 'UNAVAILABLE', title: 'Unavailable', detail }),
          }),
    )
    const scope = page.locator('main, dialog[open]')
    const button = scope.getByRole('button', { name: again, exact: true })
    await button.click()
    await expectToast(page, title, detail)
    await closeToast(page)
    const said = scope.locator('[data-form-failure]')
    await expect(said).toHaveText(detail)
    await expect(said).toHaveRole('alert')

    await page.unroute(call)
    await page.context().setOffline(true)
    await button.click()
    await expectToast(page, title, 'You are offline')
    await expect(said).toContainText('You are offline')
    await page.context().setOffline(false)
    forgetLostNetwork(pageErrors)
  })
}
