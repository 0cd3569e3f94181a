/**
 * Measures the bytes of a short visit: `node bench/visit-weight.ts http://localhost:3000` against a running Oja, with and without
 * data saver. One visitor with an empty cache opens home, Browse and three listings by their links, each until the page is
 * idle; 360 × 800 at three pixels a point. Counts headers and bodies, those of the service worker too. Prints kilobytes.
 */
import { extname } from 'node:path'
import { type Browser, chromium, type Page, type Request } from '@playwright/test'
import { chromiumOptions } from '#tests/e2e/support/chromium.ts'
import { markdownRow } from './report/table.ts'

const base = process.argv[2] ?? 'http://localhost:3000'
const kinds = ['document', 'script', 'stylesheet', 'picture', 'font', 'data'] as const
type Kind = (typeof kinds)[number]
type Bytes = Record<Kind, number>
/** By the end of the address, since the service worker's requests have no type. */
const kindsOfFiles: Record<string, Kind> = {
  '.js': 'script',
  '.css': 'stylesheet',
  '.avif': 'picture',
  '.webp': 'picture',
  '.png': 'picture',
  '.svg': 'picture',
  '.woff2': 'font',
}

const browser = await chromium.launch(await chromiumOptions())
console.log(
  markdownRow(['data saver', 'page', 'document', 'scripts', 'styles', 'pictures', 'fonts', 'data', 'all']),
)
console.log(markdownRow(Array.from({ length: 9 }, () => '---')))
for (const saver of [false, true]) await visit(browser, saver)
await browser.close()

async function visit(browser: Browser, saver: boolean): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
    extraHTTPHeaders: saver ? { 'save-data': 'on' } : {},
  })
  const page = await context.newPage()
  const total = noBytes()
  let bytes = noBytes()
  const counting: Promise<void>[] = []
  context.on('requestfinished', (request) => counting.push(count(request)))

  async function count(request: Request): Promise<void> {
    if (!request.url().startsWith(base)) return
    const { responseHeadersSize, responseBodySize } = await request.sizes()
    // The body size of a cached response is negative: it cancels the headers' size.
    bytes[kindOf(request)] += responseHeadersSize + responseBodySize
  }

  async function step(name: string, act: () => Promise<unknown>): Promise<void> {
    bytes = noBytes()
    await act()
    await idle(page)
    await Promise.all(counting)
    show(saver, name, bytes)
    for (const kind of kinds) total[kind] += bytes[kind]
  }

  await step('home', () => page.goto(base))
  await step('Browse', () => page.locator('a[href="/listings"]:visible').first().click())
  for (const [index, name] of ['first listing', 'second listing', 'third listing'].entries())
    await step(name, async () => {
      if (index > 0) await page.goBack()
      await page.locator('main article a').nth(index).click()
      await page.waitForURL(/\/listings\/\d+/)
    })
  show(saver, 'all', total)
  await context.close()
}

/** Includes what an idle page loads: notices, the worker and what it keeps for offline use. */
async function idle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve))')
  await page.waitForTimeout(5000)
}

function kindOf(request: Request): Kind {
  const { pathname } = new URL(request.url())
  return kindsOfFiles[extname(pathname)] ?? (pathname.startsWith('/api/') ? 'data' : 'document')
}

function noBytes(): Bytes {
  return { document: 0, script: 0, stylesheet: 0, picture: 0, font: 0, data: 0 }
}

function show(saver: boolean, page: string, bytes: Bytes): void {
  const all = kinds.reduce((sum, kind) => sum + bytes[kind], 0)
  const figures = [...kinds.map((kind) => bytes[kind]), all].map((one) => (one / 1000).toFixed(1))
  console.log(markdownRow([saver ? 'on' : 'off', page, ...figures]))
}
