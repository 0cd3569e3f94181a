/**
 * Measures whether a tab grows: `node bench/tab-memory.ts http://localhost:3000 [--rounds 200]` against a running demo marketplace. In one
 * document a member goes round from Browse to a listing, back, to a conversation, sends a message, and back to Browse. Prints every
 * tenth of the rounds what the page holds after a garbage collection, and the growth a round over the second half.
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumOptions } from '#tests/e2e/support/chromium.ts'
import { openPhone, type Phone } from './phone/journey.ts'

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '200' } },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
const figures = ['JSHeapUsedSize', 'Nodes', 'JSEventListeners'] as const
type Figures = Record<(typeof figures)[number], number>
const kept: [round: number, held: Figures][] = []

const browser = await chromium.launch(await chromiumOptions())
const phone = await openPhone(browser, positionals[0] ?? 'http://localhost:3000')
await phone.devtools.send('Performance.enable')
await phone.page.goto(`${phone.base}/listings`, { waitUntil: 'networkidle' })
console.log('| round | heap (KB) | nodes | listeners |\n| --- | --- | --- | --- |')
for (let round = 1; round <= rounds; round += 1) {
  await goRound(phone, round)
  if (round % Math.ceil(rounds / 10) > 0) continue
  const held = await measure(phone)
  kept.push([round, held])
  console.log(`| ${[round, ...textOf(held)].join(' | ')} |`)
}
const [from, to] = [kept[kept.length >> 1], kept.at(-1)]
if (from && to) {
  const growth = figures.map((name) => [name, (to[1][name] - from[1][name]) / (to[0] - from[0])] as const)
  console.log(
    `Growth a round from round ${from[0]}: ${textOf(Object.fromEntries(growth) as Figures, 1).join(' KB, ')}`,
  )
}
await browser.close()

async function goRound({ page }: Phone, round: number): Promise<void> {
  const cards = page.locator('main article a')
  await cards.nth(round % 12).tap()
  await page.getByRole('region', { name: 'Photos' }).waitFor()
  await page.goBack()
  await cards.first().waitFor()
  await page.locator('a[href="/chat"]:visible').first().tap()
  await page
    .locator('a[href*="thread="]')
    .nth(round % 3)
    .tap()
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill(`Round ${round}`)
  await page.getByRole('button', { name: 'Send' }).tap()
  await page.locator('[id^=message-]').getByText(`Round ${round}`, { exact: true }).last().waitFor()
  await page.goBack()
  await page.locator('a[href="/listings"]:visible').first().tap()
  await cards.first().waitFor()
}

async function measure({ devtools, page }: Phone): Promise<Figures> {
  await page.waitForLoadState('networkidle')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Figures
}

function textOf({ JSHeapUsedSize, Nodes, JSEventListeners }: Figures, digits = 0): string[] {
  return [JSHeapUsedSize / 1000, Nodes, JSEventListeners].map((one) => one.toFixed(digits))
}
