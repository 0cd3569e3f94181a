/**
 * Measures how fast pages respond to input on a phone: `node bench/interactions.ts http://localhost:3000` against a running demo marketplace. A
 * member loads pages, presses, types and swipes (bench/phone/journey.ts) at 360 × 800 with an empty cache, in each of five rounds.
 * Prints for each step the longest interaction to next paint (INP), the longest task after the first paint and the blocked time (what
 * tasks take beyond 50 ms), as third quartile and worst of the rounds, and the parts of tasks above 100 ms: processor time of the main thread, times four for a slow phone.
 * Several addresses are measured in turn, for comparison.
 */
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { chromiumOptions } from '#tests/e2e/support/chromium.ts'
import { openPhone, steps } from './phone/journey.ts'
import { type MainThread, traceMainThread } from './phone/main-thread.ts'
import { percentile } from './report/statistics.ts'
import { markdownRow } from './report/table.ts'

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
})
const bases = positionals.length > 0 ? positionals : ['http://localhost:3000']
/** Longer tasks are printed with their parts. */
const reportedTaskMs = 100

type Rounds = Map<string, MainThread[]>
const results: [base: string, rounds: Rounds][] = bases.map((base) => [base, new Map()])
const browser = await chromium.launch(await chromiumOptions())
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const [base, rounds] of results) await measure(browser, base, rounds)
await browser.close()
for (const [base, rounds] of results) show(base, rounds)

async function measure(browser: Browser, base: string, rounds: Rounds): Promise<void> {
  const phone = await openPhone(browser, base)
  for (const [name, act] of Object.entries(steps)) {
    const measured = await traceMainThread(phone.devtools, async () => {
      await act(phone)
      await phone.page.waitForLoadState('networkidle')
      await phone.page.waitForTimeout(500)
    }).catch((cause: unknown) => {
      throw new Error(`${base}: ${name}`, { cause })
    })
    rounds.set(name, [...(rounds.get(name) ?? []), measured])
  }
  await phone.page.context().close()
}

function show(base: string, rounds: Rounds): void {
  console.log(`\n${base}\n`)
  console.log(
    markdownRow([
      'step',
      'INP p75 (ms)',
      'worst',
      'longest task p75 (ms)',
      'worst',
      'blocked p75 (ms)',
      'worst',
    ]),
  )
  console.log(markdownRow(Array.from({ length: 7 }, () => '---')))
  const all: MainThread[] = []
  for (const [name, measured] of rounds) {
    console.log(markdownRow([name, ...figuresOf(measured)]))
    all.push(...measured)
  }
  console.log(markdownRow(['all', ...figuresOf(all)]))
  for (const [name, measured] of rounds)
    for (const { duration, parts } of measured.flatMap(({ tasks }) => tasks))
      if (duration > reportedTaskMs) console.log(`${name}: ${duration.toFixed(0)} ms: ${parts}`)
}

function figuresOf(measured: MainThread[]): string[] {
  return [measured.flatMap(inpOf), measured.map(taskOf), measured.map(blockedOf)].flatMap(quartileAndWorst)
}

/** The longest interaction of a step; empty for a step without input. */
function inpOf({ interactions }: MainThread): number[] {
  return interactions.length > 0 ? [Math.max(...interactions)] : []
}

function taskOf({ tasks }: MainThread): number {
  return Math.max(0, ...tasks.map(({ duration }) => duration))
}

/** Like Lighthouse's total blocking time. */
function blockedOf({ tasks }: MainThread): number {
  return tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
}

function quartileAndWorst(all: number[]): string[] {
  return all.length === 0 ? ['', ''] : [0.75, 1].map((share) => percentile(all, share).toFixed(0))
}
