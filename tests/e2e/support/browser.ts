import { existsSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import pack from '@sparticuz/chromium'
import { type OjaServer, startServer } from './server.ts'

const systemChromium = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))

interface WorkerFixtures {
  /** One server a worker; tests make the people and listings that they need. */
  oja: OjaServer
}

interface TestFixtures {
  /** Anything that the page wrote to console.error, or threw. A test fails when it is not empty at its end. */
  pageErrors: string[]
}

/** Playwright's test with a running Oja, at its address, and with errors in the page counting as failures. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  oja: [
    async ({ browserName: _ }, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ oja }, use) => use(oja.url),
  pageErrors: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text())
      })
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

test.use({
  launchOptions: async ({ browserName: _ }, use) => {
    const executablePath = systemChromium ?? (await pack.executablePath())
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-sync',
    ]
    await use({ executablePath, args: systemChromium ? args : [...pack.args, ...args] })
  },
})

export { expect }

/** No violation of WCAG 2.2 AA on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(', ')}`)).toEqual(
    [],
  )
}
