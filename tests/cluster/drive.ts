/**
 * The driver of a run, on the host `client`: `node drive.ts <run> <comma-separated scenarios, or nothing>
 * <keep, or nothing>`.
 */
import { bringUp } from './bring-up.ts'
import { publicUrl } from './hosts/haproxy.ts'
import { folderOf, logs } from './paths.ts'
import { complaints, heading, row } from './report.ts'
import { scenarios } from './scenarios.ts'
import { smokeTest } from './support/look.ts'
import { createMarket } from './support/traders.ts'

const [number = '', only = '', keep = ''] = process.argv.slice(2)
const run = Number(number)
const asked = only ? only.split(',') : undefined
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => process.exit(130))

const cluster = await bringUp({ run, folder: folderOf(run), logs }, console.log)
const market = await createMarket(cluster)
await smokeTest(cluster, market, console.log)

const rows: string[] = []
let failed = 0
for (const scenario of scenarios) {
  if (asked && !asked.includes(scenario.name)) continue
  process.stdout.write(`${scenario.title} … `)
  const startedAt = performance.now()
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1000)} s`
  try {
    const outcome = await scenario.run(cluster, market)
    const wrong = complaints(outcome)
    console.log(`${wrong.length === 0 ? 'held' : 'DID NOT HOLD'} (${seconds()})`)
    for (const line of wrong.slice(0, 20)) console.log(`  ${line}`)
    failed += wrong.length > 0 ? 1 : 0
    rows.push(row(scenario, outcome))
  } catch (error) {
    console.log(`could not be tried (${seconds()}): ${(error as Error).stack}`)
    failed += 1
  }
}
if (rows.length > 0) console.log(`\n${[...heading, ...rows].join('\n')}\n`)
if (keep) {
  console.log(
    `It runs on until Ctrl-C. From a shell of its own: ip netns exec oja-cluster${run}-client curl ${publicUrl}/`,
  )
  await new Promise(() => setInterval(() => {}, 60_000))
}
console.log(failed === 0 ? 'Nothing was lost.' : `${failed} did not hold.`)
process.exit(failed === 0 ? 0 : 1)
