/**
 * Measures a visitor's wait on a cheap phone: `node bench/first-paint.ts http://localhost:3000` against a
 * running Oja. Home, browse and a listing, five cold loads each, at 360 × 800 with Lighthouse's slow 4G (1.4
 * Mbit/s, 562 ms a request) and a four times slower processor; prints medians. JavaScript is the compressed
 * size of the scripts loaded after the page was idle for 3 s without interaction.
 */
import { chromium } from '@playwright/test'
import { chromiumOptions } from '#tests/e2e/support/chromium.ts'
import { median } from './report/statistics.ts'

const base = process.argv[2] ?? 'http://localhost:3000'
const runs = 5
const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 1_474_560 / 8,
  uploadThroughput: 675_000 / 8,
}

/** Runs in the page before anything else. */
const observer = `
  window.seen = { lcp: 0, cls: 0 }
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.lcp = entry.startTime })
    .observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) seen.cls += entry.value })
    .observe({ type: 'layout-shift', buffered: true })
`

interface Measured {
  /** Milliseconds. */
  lcp: number
  cls: number
  /** Compressed bytes. */
  script: number
  total: number
}

const browser = await chromium.launch(await chromiumOptions())
const listings = (await (await fetch(`${base}/api/listings?limit=1`)).json()) as { id: number }[]
const pages = { home: '/', browse: '/listings', detail: `/listings/${listings[0]?.id}` }

console.log('| page | LCP (ms) | CLS | JavaScript (KB) | all (KB) |\n| --- | --- | --- | --- | --- |')
for (const [name, path] of Object.entries(pages)) {
  const measured: Measured[] = []
  for (let run = 0; run < runs; run += 1) measured.push(await load(base + path))
  const middle = (key: keyof Measured) => median(measured.map((load) => load[key]))
  const kilobytes = (key: 'script' | 'total') => (middle(key) / 1000).toFixed(1)
  console.log(
    `| ${name} | ${middle('lcp').toFixed(0)} | ${middle('cls').toFixed(3)} | ${kilobytes('script')} | ${kilobytes('total')} |`,
  )
}
await browser.close()

async function load(url: string): Promise<Measured> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4g)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })

  const bytes = { script: 0, total: 0 }
  const scripts = new Set<string>()
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.endsWith('javascript')) scripts.add(requestId)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes.total += encodedDataLength
    if (scripts.has(requestId)) bytes.script += encodedDataLength
  })
  await page.addInitScript({ content: observer })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.waitForTimeout(3000)
  const seen = (await page.evaluate('seen')) as { lcp: number; cls: number }
  await context.close()
  return { ...seen, ...bytes }
}
