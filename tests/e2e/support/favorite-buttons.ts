import type { Locator, Page } from '@playwright/test'
import { expect } from './browser.ts'
import type { Person } from './people.ts'

export const calls = '**/api/favorites{,/*}'
export const heart = (within: Page | Locator, title: string): Locator =>
  within.getByRole('button', { name: `Save ${title}`, exact: true })
export const isSaved = (button: Locator, saved: boolean) =>
  expect(button).toHaveAttribute('aria-pressed', String(saved))
export const savedOf = (who: Person) => who.api('GET /api/favorites')

/** Requests that never arrive; the browser's own errors about them are not the page's. */
export async function cutOff(page: Page, pageErrors: string[]) {
  await page.route(calls, (route) => route.abort())
  return async () => {
    await page.unroute(calls)
    const others = pageErrors.filter((error) => !error.includes('net::ERR_FAILED'))
    pageErrors.splice(0, pageErrors.length, ...others)
  }
}

export async function save(who: Person, ...ids: number[]) {
  for (const listingId of ids) await who.api('POST /api/favorites', { body: { listingId } })
}
