import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test as base, expect, type Locator, type Page, type Route } from '@playwright/test'
import type axe from 'axe-core'
import { chromiumOptions } from './chromium.ts'
import { type OjaServer, startServer } from './server.ts'

interface WorkerFixtures {
  /** One server per worker; tests create their own users and listings. */
  oja: OjaServer
}

interface TestFixtures {
  /** Expected failed requests: add the status, such as 401, before it happens. */
  expectedStatuses: number[]
  /** Messages of the console that are no errors of the page. */
  expectedMessages: RegExp
  /** Other errors of the page: console.error and exceptions. A test fails unless it is empty at the end. */
  pageErrors: string[]
}

/** Playwright's test with a running Oja at its address; errors in the page or the server's log are failures. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  oja: [
    async ({ browserName: _ }, use) => {
      const server = await startServer()
      await use(server)
      const errors = server.errors()
      await server.stop()
      expect(errors, 'errors in the log of the server').toEqual([])
    },
    { scope: 'worker' },
  ],
  launchOptions: [async ({ browserName: _ }, use) => use(await chromiumOptions()), { scope: 'worker' }],
  baseURL: async ({ oja }, use) => use(oja.url),
  expectedStatuses: async ({ browserName: _ }, use) => use([]),
  // Without a connection, which tests alone cut, what the page loads late fails.
  expectedMessages: async ({ browserName: _ }, use) => use(/net::ERR_INTERNET_DISCONNECTED/),
  pageErrors: async ({ browserName: _ }, use) => use([]),
  // Tests of the chat open their own pages instead: a page that nobody uses costs 0.2 s of processor time.
  page: async ({ page, expectedStatuses, expectedMessages, pageErrors }, use) => {
    page.on('pageerror', (error) => pageErrors.push(String(error)))
    page.on('console', (message) => {
      if (message.type() !== 'error' || expectedMessages.test(message.text())) return
      const status = /^Failed to load resource: .* status of (\d+)/.exec(message.text())?.[1]
      if (status && expectedStatuses.includes(Number(status))) return
      pageErrors.push(`${message.text()} (${message.location().url})`)
    })
    await use(page)
    // A handler of a route that still runs fails when the page closes.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(pageErrors, 'errors in the page').toEqual([])
  },
})

export { expect }

/** The viewport sizes of all screens. */
export const phone = { width: 360, height: 800 }
const desktop = { width: 1280, height: 800 }

/** Rules that depend on colours alone. */
const colourRules = ['color-contrast', 'link-in-text-block']

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Minified: it is sent to and parsed in every document. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/** Expects no violation of WCAG 2.2 AA, or of the given rules, on the present page. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // Once a document: parsing the checker takes longer than a check.
  if (await page.evaluate(() => window.axe === undefined)) {
    await page.evaluate(axeSource)
    // What the bar covers scrolls out from under it, but the checker reports it as obscured.
    await page.evaluate(() => {
      const apart = new CSSStyleSheet()
      apart.replaceSync('.bottom-bar { position: static !important }')
      document.adoptedStyleSheets.push(apart)
    })
  }
  const found = await page.evaluate(async (runOnly) => {
    const checked = await window.axe?.run({ runOnly, resultTypes: ['violations'] })
    return checked?.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
    )
  }, rules ?? standards)
  expect(found).toEqual([])
}

/** The same on phones and desktops, in light and dark, without horizontal overflow. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  // Changing the theme animates the colours: hundreds of transitions on a long page.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
  })
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `pixels that stick out at ${size.width}`).toBeLessThanOrEqual(0)
    // From dark to dark: a change of the theme draws the whole page again.
    const schemes = size === phone ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // The dark theme changes only colours.
      await expectAccessible(page, colorScheme === 'dark' ? colourRules : undefined)
    }
  }
}

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expectHydrated(page)
}

/**
 * React marks hydrated elements. The page looks for the mark by itself: for `waitForFunction` Playwright would load the code of its locators
 * once more, which costs 50 ms of processor time in each document.
 */
export async function expectHydrated(page: Page): Promise<void> {
  const hydrated = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        const content = document.querySelector('#content > *')
        if (content && Object.keys(content).some((key) => key.startsWith('__reactProps'))) resolve()
        else setTimeout(look, 20)
      }
      look()
    })
  // Again in the next document if this one is left meanwhile.
  await expect(() => page.evaluate(hydrated)).toPass({ timeout: 60_000 })
}

/** Waits until the browser has stored a cookie that the page has set: Chromium does so later, and the next page could be fetched without it. */
export async function expectCookie(page: Page, name: string, value: string): Promise<void> {
  await expect
    .poll(async () => (await page.context().cookies()).find((cookie) => cookie.name === name)?.value)
    .toBe(value)
}

/**
 * Scrolls a little, as a reader does: parts below the first view load after that (web/ui/lazy-component.tsx). A move of the mouse would be missed
 * while the page is being hydrated.
 */
export async function scrollALittle(page: Page): Promise<void> {
  await page.mouse.wheel(0, 10)
}

/** Where an element is on the screen, in pixels. Throws if it is not shown. */
export async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not shown.')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** The text of an element by rendered lines. */
export function linesOf(element: Locator): Promise<string[]> {
  return element.evaluate((node) => {
    const lines: string[] = []
    let top = Number.NaN
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (let at = 0; at < (text.textContent ?? '').length; at += 1) {
        const letter = document.createRange()
        letter.setStart(text, at)
        letter.setEnd(text, at + 1)
        const y = Math.round(letter.getBoundingClientRect().top)
        if (y !== top) lines.push('')
        top = y
        lines.push((lines.pop() ?? '') + letter.toString())
      }
    }
    return lines
  })
}

type Address = Parameters<Page['route']>[0]

/** Holds requests to these addresses back, as a slow line does, until the returned function is called. */
export async function holdRequests(page: Page, ...addresses: Address[]): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const address of addresses)
    await page.route(address, async (route) => {
      await promise
      await route.continue()
    })
  return resolve
}

/**
 * Handles the first request to this address and passes on the others. Not by Playwright's `times`, which ends the interception meanwhile
 * (CONTRIBUTING.md).
 */
export async function routeOnce(
  page: Page,
  address: Address,
  handle: (route: Route) => Promise<void> | void,
): Promise<void> {
  let isOver = false
  await page.route(address, (route) => {
    if (isOver) return route.fallback()
    isOver = true
    return handle(route)
  })
}

/** Lets requests to this address reach the server, and holds its answers back until the returned function is called. */
export async function holdAnswers(page: Page, address: Address): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    const response = await route.fetch()
    await promise
    await route.fulfill({ response })
  })
  return resolve
}

/** Removes the errors of a connection that the test cut from `pageErrors`. */
export function forgetLostNetwork(pageErrors: string[]): void {
  const lost = /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)|Unable to preload CSS/
  const others = pageErrors.filter((error) => !lost.test(error))
  pageErrors.splice(0, pageErrors.length, ...others)
}

/** Waits for the only toast to have this text. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = page.locator('.toast')
  await expect(toast).toHaveCount(1)
  await expect(toast).toContainText(title)
  if (description !== undefined) await expect(toast).toContainText(description)
}

/** Dismisses a toast instead of waiting five seconds. */
export async function closeToast(page: Page): Promise<void> {
  await page.locator('.toast').getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('.toast')).toHaveCount(0)
}
