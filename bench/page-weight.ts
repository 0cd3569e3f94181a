/**
 * Measures the bytes of the first view of a page: `node bench/page-weight.ts http://localhost:3000` against a
 * running Oja, with and without data saver. 360 × 800 at three pixels a point, empty cache, everything until
 * the page is idle.
 */
import { chromium } from '@playwright/test'
import { chromiumOptions } from '#tests/e2e/support/chromium.ts'
import { weigh } from '#tests/e2e/support/weight.ts'

const base = process.argv[2] ?? 'http://localhost:3000'
const browser = await chromium.launch(await chromiumOptions())
const listings = (await (await fetch(`${base}/api/listings?limit=1`)).json()) as { id: number }[]
const pages = { home: '/', browse: '/listings', detail: `/listings/${listings[0]?.id}` }

console.log('| page | JavaScript (KB) | CSS (KB) | pictures (KB) | all (KB) | with data saver (KB) |')
console.log('| --- | --- | --- | --- | --- | --- |')
for (const [name, path] of Object.entries(pages)) {
  const full = await weigh(browser, base + path)
  const saved = await weigh(browser, base + path, { saver: true })
  const pictures = full.pictures.reduce((sum, bytes) => sum + bytes, 0)
  const cells = [full.scripts, full.styles, pictures, full.all, saved.all].map((bytes) =>
    (bytes / 1000).toFixed(1),
  )
  console.log(`| ${[name, ...cells].join(' | ')} |`)
}
await browser.close()
