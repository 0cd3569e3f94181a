import { type Browser, chromium } from '@playwright/test'
import pg from 'pg'
import { chromiumOptions } from '#tests/e2e/support/chromium.ts'
import { median } from './report/statistics.ts'

/**
 * A moderator's day: seeds 500 reports about 150 listings and accounts into a running demo, and settles them with the keyboard, half of
 * them at 1280 × 800 and the others at 360 × 800: `node bench/desk-day.ts http://localhost:3000 <database URL>`. Prints key presses, the
 * times of pages and cases, and what is odd: a lost focus, a wrong count, a message of an error.
 */
const [origin = 'http://localhost:3000', url] = process.argv.slice(2)
if (!url) throw new Error('Say which database: node bench/desk-day.ts <origin> <database URL>')
const password = 'oja-demo-2026'
const reports = 500
const sizes = [
  { width: 1280, height: 800, until: 75 },
  { width: 360, height: 800, until: 0 },
]
/** A day's mix of actions by their keys; an action that a target does not allow becomes a dismissal. */
const mix = ['e', 'h', 'e', 'd', 'e', 'a', 'e', 'h', 'b', 'e']

const client = new pg.Client({ connectionString: url })
await client.connect()
/** The target of a report is the nth of 150 with a weight that falls: few targets have many reports. */
await client.query(`
  with targets as (
    select row_number() over () as n, type, id from (
      (select 'LISTING' as type, id from listings where status = 'ACTIVE' and deleted_at is null order by id limit 110)
      union all
      (select 'USER', id from users where role <> 'ADMIN' and deleted_at is null order by id limit 40)) as all_targets
    order by md5(type || id)
  ), reporters as (
    select row_number() over (order by id) as n, id from users where role <> 'ADMIN' and deleted_at is null
  ), wanted as (
    select t.type, t.id as target, p.id as reporter, row_number() over (order by round, t.n) as n
    from targets t cross join generate_series(1, 12) as round
    join reporters p on p.n = 1 + (t.n * 7 + round * 13) % (select count(*) from reporters)
    where round = 1 or t.n % round = 0 or t.n <= 40
  )
  insert into reports (reporter_id, target_type, target_id, reason, details, created_at)
  select reporter, type, target,
    (array['Looks like a scam', 'Spam', 'Prohibited item', 'Misleading photos or text', 'Rude or threatening'])[1 + n % 5],
    'They asked for money before I saw it, and then for more.', now() - interval '1 day' + n * interval '2 minutes'
  from (select distinct on (type, target, reporter) * from wanted order by type, target, reporter, n) as one
  order by n limit ${reports}
  on conflict do nothing`)
const open = async () =>
  (
    await client.query<{ reports: number; cases: number }>(
      `select count(*)::int as reports, count(distinct (target_type, target_id))::int as cases from reports where status = 'NEW'`,
    )
  ).rows[0] ?? { reports: 0, cases: 0 }
const before = await open()
console.log(`${before.reports} open reports about ${before.cases} targets`)

const browser = await chromium.launch(await chromiumOptions())
for (const size of sizes) await work(browser, size)
const after = await open()
console.log(`left: ${after.reports} open reports about ${after.cases} targets`)
await browser.close()
await client.end()

async function work(from: Browser, { width, height, until }: (typeof sizes)[number]): Promise<void> {
  const context = await from.newContext({ viewport: { width, height } })
  const page = await context.newPage()
  const odd = new Map<string, number>()
  const note = (what: string) => odd.set(what, (odd.get(what) ?? 0) + 1)
  page.on('pageerror', ({ message }) => note(`error on the page: ${message}`))
  page.on('response', (answer) => {
    if (answer.status() >= 400 && !answer.url().includes('/auth/'))
      note(`${answer.status()} ${new URL(answer.url()).pathname}`)
  })
  await page.goto(`${origin}/login`, { waitUntil: 'networkidle' })
  await page.locator('input[name=email]').fill('admin@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/`)

  const rows = page.getByRole('list', { name: 'Cases' }).locator(':scope > li')
  const pages: number[] = []
  for (let load = 0; load < 5; load += 1) {
    const start = performance.now()
    await page.goto(`${origin}/admin`)
    await rows.first().waitFor()
    pages.push(performance.now() - start)
  }
  const first = await rows.first().boundingBox()
  console.log(
    `${width} × ${height}: page ${Math.round(median(pages))} ms, first case ${Math.round(first?.y ?? 0)} px from the top`,
  )

  let presses = 0
  const press = async (key: string) => {
    presses += 1
    await page.keyboard.press(key)
  }
  const settled: number[] = []
  const hasFocus = () =>
    page.evaluate<string>(`document.activeElement?.closest('ol[aria-label=Cases] > li')?.id ?? ''`)
  await page.waitForLoadState('networkidle')
  for (let step = 0; (await open()).cases > until; step += 1) {
    if (!(await hasFocus())) {
      if (step > 0) note('no case had the focus')
      await press('j')
    }
    const id = await hasFocus()
    if (!id) break
    const row = page.locator(`[id="${id}"]`)
    const wanted = mix[step % mix.length] ?? 'e'
    const isPossible = await row.locator(`button[aria-keyshortcuts="${wanted}"]:enabled`).count()
    const start = performance.now()
    await press(isPossible > 0 ? wanted : 'e')
    const answer = page.waitForResponse((response) => response.url().endsWith('/settle'))
    await row.locator('fieldset').waitFor()
    await press('Enter')
    const body = await (await answer).json()
    settled.push(performance.now() - start)
    if (body.failed.length > 0) note(`refused: ${body.failed[0].message}`)
    await row.waitFor({ state: 'detached' })
    if (await page.getByText('Not saved.').count()) note('a case says “Not saved”')
  }
  await page.waitForLoadState('networkidle')
  const left = await open()
  const shown = await page.getByText(/^\d+ cases?$/).allTextContents()
  if (left.cases > 0 && !shown.includes(`${left.cases} cases`))
    note(`shown ${shown}, open ${left.cases} cases`)
  console.log(
    `${settled.length} cases, ${presses} key presses (${(presses / settled.length).toFixed(2)} a case), ` +
      `a case from the first key to the answer: median ${Math.round(median(settled))} ms, longest ${Math.round(Math.max(...settled))} ms`,
  )
  for (const [what, times] of odd) console.log(`odd, ${times} times: ${what}`)
  await context.close()
}
