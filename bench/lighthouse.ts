/**
 * `npm run lighthouse`, or `npm run lighthouse -- http://localhost:3000` against a running Oja (without an
 * address it starts one with the demo marketplace). Runs Lighthouse's phone profile (simulated slow 4G, a
 * four times slower processor) on home, browse and a listing. Prints the median of three loads of each and
 * exits with 1 if a limit is missed. npx fetches Lighthouse: as a dependency it was 96 packages and 222 MB of each install.
 */
import { execFile } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { promisify } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { chromiumOptions } from '#tests/e2e/support/chromium.ts'
import { freePort } from '#tests/support/free-ports.ts'
import { startDemo } from './demo-server.ts'
import { median } from './report/statistics.ts'
import { markdownRow } from './report/table.ts'

const runs = Number(process.env.RUNS ?? 3)
/** Names of pages to test; all by default. */
const pageNames = process.env.PAGES?.split(',')

/** The measurements, their names in the table, and their limits: minimum for scores, maximum for all else. */
const scores = {
  performance: { name: 'performance', least: 95 },
  accessibility: { name: 'accessibility', least: 100 },
  'best-practices': { name: 'best practices', least: 100 },
  seo: { name: 'SEO', least: 100 },
} as const
const figures = {
  'largest-contentful-paint': { name: 'LCP (ms)', most: 1800, digits: 0 },
  'cumulative-layout-shift': { name: 'CLS', most: 0.02, digits: 3 },
  'total-blocking-time': { name: 'TBT (ms)', most: 100, digits: 0 },
  'total-byte-weight': { name: 'bytes', most: Number.POSITIVE_INFINITY, digits: 0 },
} as const

/** What is read of Lighthouse's report. */
interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>
}

type Measured = Record<keyof typeof scores | keyof typeof figures, number>

const given = process.argv[2]
const demo = given ? undefined : await startDemo()
// On Ctrl-C, stops the server and the browser, which ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await demo?.stop()
    process.exit(1)
  })
try {
  if (demo) console.error('Starting an Oja with the demo marketplace, which may take a minute…')
  await demo?.ready
  const missed = await judge(given ?? demo?.url ?? '')
  if (missed > 0) {
    process.exitCode = 1
    warnIfBusy()
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await demo?.stop()
}

/** Prints a row for each page; returns the number of missed limits. */
async function judge(base: string): Promise<number> {
  const listings = (await (await fetch(`${base}/api/listings?limit=1`)).json()) as { id: number }[]
  const pages = { home: '/', browse: '/listings', detail: `/listings/${listings[0]?.id}` }
  console.log(
    markdownRow(['page', ...[...Object.values(scores), ...Object.values(figures)].map(({ name }) => name)]),
  )
  console.log(markdownRow(Array.from({ length: 9 }, () => '---')))
  let missed = 0
  for (const [name, path] of Object.entries(pages)) {
    if (pageNames && !pageNames.includes(name)) continue
    const reports: Report[] = []
    for (let run = 0; run < runs; run += 1) reports.push(await report(base + path))
    missed += show(name, reports)
  }
  return missed
}

/** One load in a fresh browser, without caches. */
async function report(url: string): Promise<Report> {
  const port = await freePort()
  const { executablePath, args } = await chromiumOptions()
  const browser: Browser = await chromium.launch({
    executablePath,
    args: [...args, `--remote-debugging-port=${port}`],
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  try {
    const command = ['--yes', 'lighthouse@13.5.0', url, `--port=${port}`, '--output=json', '--quiet']
    const { stdout } = await promisify(execFile)('npx', command, { maxBuffer: Number.POSITIVE_INFINITY })
    return JSON.parse(stdout)
  } finally {
    await browser.close()
  }
}

/** Prints a page's row and its missed limits; returns their number. */
function show(name: string, reports: Report[]): number {
  const medians = medianOf(reports.map(measure))
  const cells = [
    ...Object.keys(scores).map((key) => medians[key as keyof Measured].toFixed(0)),
    ...Object.entries(figures).map(([key, { digits }]) => medians[key as keyof Measured].toFixed(digits)),
  ]
  console.log(markdownRow([name, ...cells]))
  const misses = [
    ...Object.entries(scores).flatMap(([key, { name: what, least }]) =>
      medians[key as keyof Measured] < least ? [`${what} below ${least}`] : [],
    ),
    ...Object.entries(figures).flatMap(([key, { name: what, most }]) =>
      medians[key as keyof Measured] > most ? [`${what} above ${most}`] : [],
    ),
  ]
  for (const miss of misses) console.error(`${name}: ${miss}`)
  for (const failure of failures(reports)) console.error(`${name}: ${failure}`)
  return misses.length
}

function measure({ categories, audits }: Report): Measured {
  const score = Object.keys(scores).map((key) => [key, (categories[key]?.score ?? 0) * 100])
  const figure = Object.keys(figures).map((key) => [
    key,
    audits[key]?.numericValue ?? Number.POSITIVE_INFINITY,
  ])
  return Object.fromEntries([...score, ...figure]) as Measured
}

function medianOf(all: Measured[]): Measured {
  const keys = Object.keys(all[0] ?? {}) as (keyof Measured)[]
  return Object.fromEntries(keys.map((key) => [key, median(all.map((load) => load[key]))])) as Measured
}

/** Blocking time is wall clock time: other programs lengthen it. */
function warnIfBusy(): void {
  const [load = 0] = loadavg()
  const processors = availableParallelism()
  if (load > processors)
    console.error(
      `This machine is busy (load ${load.toFixed(1)} on ${processors} processors): run it again when it is not.`,
    )
}

/** Failed audits of the categories that must be perfect. */
function failures(reports: Report[]): string[] {
  const found = reports.flatMap(({ categories, audits }) =>
    ['accessibility', 'best-practices', 'seo']
      .flatMap((category) => categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id} (${audits[id]?.title})`),
  )
  return [...new Set(found)]
}
