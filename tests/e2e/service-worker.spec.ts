import { expect, expectHydrated, expectToast, phone } from './support/browser.ts'
import { cut, mend, openWithWorker, test } from './support/offline.ts'

test('[SW-REGISTER] the worker is registered after the page is loaded, and its file is always revalidated', async ({
  page,
  request,
}) => {
  await page.goto('/')
  const url = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL)
  expect(new URL(url ?? '').pathname).toBe('/sw.js')
  const asked = await page.evaluate(() => {
    const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const worker = performance.getEntriesByType('resource').find(({ name }) => /\/update-/.test(name))
    return { loaded: page?.loadEventStart ?? 0, worker: worker?.startTime ?? 0 }
  })
  expect(asked.worker).toBeGreaterThanOrEqual(asked.loaded)
  const answer = await request.get('/sw.js')
  expect(answer.headers()['cache-control']).toBe('no-cache')
  expect(answer.headers()['content-type']).toContain('javascript')
  expect(answer.headers()['content-security-policy']).toContain("worker-src 'self'")
  expect(answer.headers()['content-security-policy']).toContain("manifest-src 'self'")
})

test('[OFFLINE-UPDATE] a browser that stores nothing looks for a new version too, once an hour', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Storage is turned off', 'SecurityError')
      },
    })
    const { update } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.update = function () {
      const { dataset } = document.documentElement
      dataset.checks = String(Number(dataset.checks ?? 0) + 1)
      return update.call(this)
    }
  })
  await openWithWorker(page, '/about')
  await page.reload()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('data-checks', '1')
  const look = () => page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
  await look()
  await expect(html).toHaveAttribute('data-checks', '1')
  await page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 3_700_000
  })
  await look()
  await expect(html).toHaveAttribute('data-checks', '2')
})

test('[OFFLINE-UPDATE] a new version is offered, applied on request, and otherwise with the next page', async ({
  page,
  testProxy,
  request,
}) => {
  await openWithWorker(page, '/about')
  const body = await (await request.get('/sw.js')).text()
  const release = (version: string) =>
    testProxy.instead.set('/sw.js', {
      status: 200,
      type: 'text/javascript',
      body: `${body}\nself.version = '${version}'`,
    })
  const update = () => page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  let tab = page
  const waits = () => tab.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)

  release('B')
  await update()
  // Somebody who asks for it gets it, whatever other tabs show.
  const other = await page.context().newPage()
  await other.goto('/safety')
  const notice = page.getByRole('complementary', { name: 'New version' })
  await expect(notice).toContainText('A new version of Oja is ready')
  await Promise.all([page.waitForEvent('load'), notice.getByRole('button', { name: 'Reload' }).click()])
  await expect.poll(waits).toBe(false)
  await expect(notice).toHaveCount(0)
  await other.close()

  // Until the page watches, a newer worker activates silently: the page itself is new.
  let version = 'C'
  await expect(async () => {
    version += 'C'
    release(version)
    await update()
    await expect(notice).toBeVisible({ timeout: 2000 })
  }).toPass()
  // Chromium sometimes keeps the new worker waiting while the old one serves a page: then it activates when Oja is opened again.
  await page.goto('/safety')
  const comesHere = await expect
    .poll(waits, { timeout: 6000 })
    .toBe(false)
    .then(
      () => true,
      () => false,
    )
  if (!comesHere) {
    tab = await page.context().newPage()
    await page.close()
    await tab.goto('/safety')
    await expect.poll(waits).toBe(false)
  }
  await expectHydrated(tab)
  await expect(tab.getByRole('complementary', { name: 'New version' })).toHaveCount(0)
})

test('[OFFLINE-UPDATE] code removed by a deployment loads the new version, once', async ({
  page,
  testProxy,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  await openWithWorker(page, '/about')
  await expectHydrated(page)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  const lost = '/assets/lost-of-the-version-before.js'
  testProxy.instead.set(lost, { status: 404, type: 'application/json', body: '{}' })
  const lose = () =>
    page.evaluate((url) => {
      const payload = new TypeError(`Failed to fetch dynamically imported module: ${location.origin}${url}`)
      dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
    }, lost)
  await lose()
  await expect.poll(() => loads).toBe(1)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expectHydrated(page)
  // The listener is added when the page is idle, which nothing on the page shows.
  await expect(async () => {
    await lose()
    await expect(page.getByRole('complementary', { name: 'New version' })).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 120_000 })
  expect(loads).toBe(1)
})

test('[OFFLINE-UPDATE] code removed by a deployment does not lose what somebody typed', async ({
  page,
  testProxy,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  await openWithWorker(page, '/listings')
  await expectHydrated(page)
  const box = page.getByRole('main').getByRole('combobox', { name: 'Search listings' })
  await box.fill('A long text')
  const lost = '/assets/lost-of-the-version-before.js'
  testProxy.instead.set(lost, { status: 404, type: 'application/json', body: '{}' })
  await page.evaluate((url) => {
    const payload = new TypeError(`Failed to fetch dynamically imported module: ${location.origin}${url}`)
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))
  }, lost)
  await expect(page.getByRole('complementary', { name: 'New version' })).toBeVisible()
  await expect(box).toHaveValue('A long text')
})

test('[OFFLINE-UPDATE] code that failed without a connection is there after another press with one', async ({
  page,
  testProxy,
}) => {
  await page.setViewportSize(phone)
  await openWithWorker(page, '/about')
  // Loads the code of toasts.
  await page.keyboard.press('Shift')
  await expect(page.locator('.toast-layer')).toBeAttached()
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  await cut(page, testProxy)
  await menu.click()
  await expectToast(page, 'This did not load')
  await mend(page, testProxy)
  await Promise.all([page.waitForEvent('load'), menu.click()])
  await expectHydrated(page)
  await menu.click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Register' })).toBeVisible()
})

test('[OFFLINE-UPDATE] a server without a worker removes it from the browser', async ({
  page,
  testProxy,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  await openWithWorker(page, '/about')
  testProxy.instead.set('/sw.js', { status: 404, type: 'application/json', body: '{}' })
  await page.goto('/safety')
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0)
  await expect.poll(() => page.evaluate(() => caches.has('oja-pages'))).toBe(false)
})
