import type { Locator, Page, Route } from '@playwright/test'
import { expect, expectToast } from './browser.ts'

export interface SentForm {
  /** The request that sends it. */
  call: string
  method?: 'POST' | 'PATCH'
  /** The form, its dialog, or its section. */
  scope: Locator
  /** The submit button. */
  button: string
  /** The title of the toast. */
  title: string
  /** The message if the response has no reason. */
  fallback: string
  /** A field that the server may refuse: its path and locator. */
  field?: { path: string; at: Locator }
  /** A single button: only the toast shows the error. */
  toastOnly?: true
  /** Without an answer of the server it waits on the device and is sent later: only refusals fail. */
  waits?: true
}

const typedIn = (scope: Locator) =>
  scope
    .locator('input:not([type=hidden]), textarea, select')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))

const problem =
  (status: number, code: string, detail: string, more: object = {}) =>
  (route: Route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status, code, title: code, detail, ...more }),
    })

/** An element, or what it is in, whose text screen readers say: the toast is, and nobody hears it twice. */
const spoken = 'xpath=ancestor-or-self::*[@role="alert" or @role="status" or @aria-live]'

const notReached = 'Oja could not be reached. Check your connection, then try again.'

/** Ways in which a request fails: how, and the expected message; null for the form's own fallback. */
const failures: {
  name: string
  act?: (route: Route) => Promise<void>
  said: string | null
  refuses?: true
}[] = [
  { name: 'offline', said: 'You are offline. Check your connection, then try again.' },
  {
    name: 'no server',
    act: (route) => route.abort('connectionrefused'),
    said: notReached,
  },
  {
    name: '502 of a proxy',
    act: (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }),
    said: notReached,
  },
  {
    name: 'a page of a proxy in place of the answer',
    act: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Welcome</h1>' }),
    said: notReached,
  },
  {
    name: 'a page of a firewall',
    act: (route) => route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Blocked</h1>' }),
    said: notReached,
  },
  {
    name: 'a status alone',
    act: (route) => route.fulfill({ status: 500 }),
    said: null,
  },
  {
    name: '429',
    refuses: true,
    act: problem(429, 'RATE_LIMITED', 'Please wait a minute.'),
    said: 'Please wait a minute.',
  },
  {
    name: '409',
    refuses: true,
    act: problem(409, 'CONFLICT', 'It was taken meanwhile.'),
    said: 'It was taken meanwhile.',
  },
]

/** Statuses of these failures. */
export const failureStatuses = [400, 403, 409, 429, 500, 502]

/**
 * Submits a filled form into each failure, by keyboard. Expects the message in the toast and at the form, no lost
 * input, and focus where it was: on the button, or on the field that the server refused.
 */
export async function failEveryWay(page: Page, form: SentForm): Promise<void> {
  const { scope, title } = form
  const button = scope.getByRole('button', { name: form.button, exact: true })
  const said = scope.locator('[data-form-failure]')
  const typed = await typedIn(scope)
  let answer = (route: Route): Promise<void> => route.abort()
  const handler = (route: Route) =>
    route.request().method() === (form.method ?? 'POST') ? answer(route) : route.fallback()
  await page.route(form.call, handler)
  // A disabled button takes no focus.
  await expect(button).toBeEnabled()
  // Loads the toast code before the network is cut.
  await button.focus()
  for (const { name, act, said: words, refuses } of [...failures.slice(1), ...failures.slice(0, 1)]) {
    if (form.waits && !refuses) continue
    answer = act ?? ((route) => route.continue())
    await page.context().setOffline(!act)
    const sent = act && page.waitForRequest(form.call)
    await page.keyboard.press('Enter')
    // The toast of the last failure may say the same: a press counts once the button is free again.
    await sent
    await expect(button).not.toHaveAttribute('aria-busy', 'true')
    const text = words === null || (form.toastOnly && words === notReached) ? form.fallback : words
    await expectToast(page, title, text)
    if (!form.toastOnly) {
      await expect(said, name).toHaveText(text)
      await expect(said.locator(spoken)).toHaveCount(0)
    }
    await expect(button, `${name}: the focus stays`).toBeFocused()
  }
  await page.context().setOffline(false)
  expect(await typedIn(scope)).toEqual(typed)
  if (form.field) {
    const message = 'Please choose another one.'
    answer = problem(400, 'VALIDATION_FAILED', message, { errors: [{ path: form.field.path, message }] })
    await page.keyboard.press('Enter')
    await expect(scope.getByRole('alert').filter({ hasText: message }).first()).toBeVisible()
    await expect(form.field.at).toBeFocused()
    expect(await typedIn(scope)).toEqual(typed)
  }
  await page.unroute(form.call, handler)
}
