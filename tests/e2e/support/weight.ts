import type { Browser } from '@playwright/test'

/** A cheap phone: 360 × 800 at three device pixels per CSS pixel, the densest common one, on Lighthouse's slow 4G. */
const device = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 675_000 / 8,
}

export interface Weight {
  /** Bytes transferred with headers, until the page has been idle for a while without input. */
  all: number
  /** Compressed bytes of scripts and styles, without headers. */
  scripts: number
  styles: number
  /** Number of fonts loaded. */
  fonts: number
  /** Bytes of each picture, in loading order. */
  pictures: number[]
  /** Errors in the page's console. */
  errors: string[]
}

/** Loads a page without any cache, with or without data saver, and measures the transfer. */
export async function weigh(browser: Browser, url: string, { saver = false } = {}): Promise<Weight> {
  const context = await browser.newContext({
    ...device,
    reducedMotion: 'reduce',
    extraHTTPHeaders: saver ? { 'save-data': 'on' } : {},
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)

  const weight: Weight = { all: 0, scripts: 0, styles: 0, fonts: 0, pictures: [], errors: [] }
  const answers = new Map<string, { type: string; length: number }>()
  page.on('console', (message) => message.type() === 'error' && weight.errors.push(message.text()))
  page.on('pageerror', (error) => weight.errors.push(String(error)))
  devtools.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (response.url.startsWith('data:')) return
    const length = Number(response.headers['content-length'] ?? response.headers['Content-Length'])
    answers.set(requestId, { type, length })
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId)
    if (!answer) return
    weight.all += encodedDataLength
    if (answer.type === 'Script') weight.scripts += answer.length
    if (answer.type === 'Stylesheet') weight.styles += answer.length
    if (answer.type === 'Font') weight.fonts += 1
    if (answer.type === 'Image') weight.pictures.push(encodedDataLength)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  // Includes work of the idle page (notices, the worker's registration), which starts within 5 s.
  await page.evaluate('new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }))')
  await page.waitForLoadState('networkidle')
  // No event announces that a page will request nothing more.
  await page.waitForTimeout(1000)
  await context.close()
  return weight
}
