/**
 * `npm run chaos`: breaks Oja's dependencies for real, one after the other, while people write; then compares
 * the acknowledged writes with the stored data. Prints a table; exits with 1 if anything was lost, doubled or
 * left half-done. `npm run chaos -- --only postgres,disk` runs some of them; `--list` names them. `--rounds
 * 30` sets the number of kills.
 */
import { fail, positive, readOptions } from '#tests/support/command-line.ts'
import { faults } from './faults.ts'
import { complaints, heading, row } from './report.ts'

const values = readOptions({
  only: { type: 'string' },
  list: { type: 'boolean' },
  rounds: { type: 'string' },
})
const rounds = values.rounds === undefined ? undefined : positive('--rounds', values.rounds)
if (values.list) {
  for (const { name, title } of faults) console.log(`${name.padEnd(12)} ${title}`)
  process.exit(0)
}
const asked = values.only?.split(',')
const unknown = asked?.filter((name) => !faults.some((fault) => fault.name === name)) ?? []
if (unknown.length > 0)
  fail(`There is no fault ${unknown.join(', ')}. Known: ${faults.map(({ name }) => name).join(', ')}.`)

const rows: string[] = []
let failed = 0
for (const fault of faults) {
  if (asked && !asked.includes(fault.name)) continue
  const reason = fault.missing?.()
  if (reason) {
    rows.push(`| ${fault.title} | not tried here: ${reason} | | | | | |`)
    continue
  }
  const startedAt = performance.now()
  process.stdout.write(`${fault.title} … `)
  try {
    const outcome = await fault.run((line) => console.log(`  ${line}`), rounds)
    const wrong = complaints(outcome)
    console.log(`${wrong.length === 0 ? 'held' : 'DID NOT HOLD'} (${seconds(startedAt)})`)
    for (const line of wrong.slice(0, 20)) console.log(`  ${line}`)
    failed += wrong.length > 0 ? 1 : 0
    rows.push(row(fault, outcome))
  } catch (error) {
    console.log(`could not be tried (${seconds(startedAt)}): ${(error as Error).stack}`)
    failed += 1
  }
}
console.log(`\n${[...heading, ...rows].join('\n')}\n`)
console.log(failed === 0 ? 'Nothing was lost.' : `${failed} did not hold.`)
process.exit(failed === 0 ? 0 : 1)

function seconds(since: number): string {
  return `${Math.round((performance.now() - since) / 1000)} s`
}
