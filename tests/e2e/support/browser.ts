import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { chromiumOptions } from './chromium.ts'
import { type OjaServer, startServer } from './server.ts'

interface WorkerFixtures {
  /** One server a worker; tests make the people and listings that they need. */
  oja: OjaServer
}

interface TestFixtures {
  /** Failed requests that a test is about: add the status, such as 401, before it happens. */
  expectedStatuses: number[]
  /** Anything else that the page wrote to console.error, or threw. A test fails when it is not empty at its end. */
  pageErrors: string[]
}

/** Playwright's test with a running Oja, at its address, and with errors in the page or the server's log as failures. */
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
  pageErrors: [
    async ({ page, expectedStatuses }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => {
        if (message.type() !== 'error') return
        const status = /^Failed to load resource: .* status of (\d+)/.exec(message.text())?.[1]
        if (status && expectedStatuses.includes(Number(status))) return
        errors.push(`${message.text()} (${message.location().url})`)
      })
      await use(errors)
      expect(errors, 'errors in the page').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The sizes at which every screen is looked at. */
export const phone = { width: 360, height: 800 }
const desktop = { width: 1280, height: 800 }

/** No violation of WCAG 2.2 AA on the page as it stands. */
async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
  expect(found).toEqual([])
}

/** The same on phones and desktops, in light and dark, and nothing sticks out at the side. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `pixels that stick out at ${size.width}`).toBeLessThanOrEqual(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // Another theme comes by a transition of its colours.
      await page.waitForFunction(() =>
        document.getAnimations().every((animation) => !(animation instanceof CSSTransition)),
      )
      await expectAccessible(page)
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** Goes to a page and waits until it is hydrated: from then on its buttons do something. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expectHydrated(page)
}

/** React marks the elements that it has taken over. */
export async function expectHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const content = document.querySelector('#content > *')
    return content !== null && Object.keys(content).some((key) => key.startsWith('__reactProps'))
  })
}

/** Takes out of `pageErrors` what the browser said of a connection that the test took away. */
export function forgetLostNetwork(pageErrors: string[]): void {
  const others = pageErrors.filter((error) => !/net::ERR_INTERNET_DISCONNECTED/.test(error))
  pageErrors.splice(0, pageErrors.length, ...others)
}

/** The one toast, once it says this. */
export async function expectToast(page: Page, title: string, description?: string): Promise<void> {
  const toast = page.locator('.toast')
  await expect(toast).toHaveCount(1)
  await expect(toast).toContainText(title)
  if (description !== undefined) await expect(toast).toContainText(description)
}

/** A failure keeps its five seconds; tests do not wait for them. */
export async function closeToast(page: Page): Promise<void> {
  await page.locator('.toast').getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('.toast')).toHaveCount(0)
}
