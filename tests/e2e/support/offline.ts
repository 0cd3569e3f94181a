import type { Page } from '@playwright/test'
import { test as base, expect } from './browser.ts'
import { startProxy, type TestProxy } from './proxy.ts'

/** Playwright's test with service workers, over a proxy that can be cut. */
export const test = base.extend<{ testProxy: TestProxy }>({
  serviceWorkers: 'allow',
  testProxy: async ({ oja }, use) => {
    const testProxy = await startProxy(oja.url)
    await use(testProxy)
    await testProxy.close()
  },
  baseURL: async ({ testProxy }, use) => use(testProxy.url),
  // Without a connection the browser logs errors; when it is back, a visitor's session is read again (401).
  expectedMessages: async ({ browserName: _ }, use) => use(/net::ERR_|WebSocket|preloaded/),
  expectedStatuses: async ({ browserName: _ }, use) => use([401]),
})

/** Cuts the connection for the page, the worker and the browser's online state. */
export async function cut(page: Page, testProxy: TestProxy): Promise<void> {
  testProxy.cut = true
  await page.context().setOffline(true)
}

export async function mend(page: Page, testProxy: TestProxy): Promise<void> {
  testProxy.cut = false
  await page.context().setOffline(false)
}

/** Opens a page and waits until the worker controls it. */
export async function openWithWorker(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}

/** The content of every cache: addresses and texts. */
export function readCaches(page: Page): Promise<{ cache: string; url: string; text: string }[]> {
  return page.evaluate(async () => {
    const found: { cache: string; url: string; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) {
        const answer = await cache.match(url, { ignoreVary: true })
        found.push({ cache: name, url, text: (await answer?.text()) ?? '' })
      }
    }
    return found
  })
}

/** Waits until a cache has a response for this path. */
export async function expectKept(page: Page, cache: string, path: RegExp): Promise<void> {
  await expect
    .poll(async () => (await readCaches(page)).some((entry) => entry.cache === cache && path.test(entry.url)))
    .toBe(true)
}
