/**
 * `npm run cluster:test`: Oja on many real hosts on one machine. Each host has its own network namespace. One
 * after the other is killed, frozen and disconnected while people write, and the acknowledged writes are
 * compared with the stored data. Prints a table; exits with 1 if anything was lost. Needs root on a Debian,
 * and installs missing packages. `--only primary,s3` runs some, `--list` names them, `--keep` leaves it
 * running until Ctrl-C.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fail, readOptions } from '#tests/support/command-line.ts'
import { thisTree } from '#tests/support/oja-process.ts'
import { clearForgotten, clearNetwork, layNetwork, namespaceOf } from './hosts/network.ts'
import { installPackages } from './hosts/packages.ts'
import { preparePostgres } from './hosts/postgres-programs.ts'
import { folderOf, logs } from './paths.ts'
import { scenarios } from './scenarios.ts'

const values = readOptions({ only: { type: 'string' }, list: { type: 'boolean' }, keep: { type: 'boolean' } })
if (values.list) {
  for (const { name, title } of scenarios) console.log(`${name.padEnd(12)} ${title}`)
  process.exit(0)
}
const known = ['up', ...scenarios.map(({ name }) => name)]
const unknown = values.only?.split(',').filter((name) => !known.includes(name)) ?? []
if (unknown.length > 0) fail(`There is no ${unknown.join(', ')}. Known: ${known.join(', ')}.`)
if (process.getuid?.() !== 0)
  fail('Namespaces of the network are root’s to make: run this as root, such as `sudo npm run cluster:test`.')

const run = process.pid
const installed = installPackages()
if (installed.length > 0) console.log(`Installed from Debian: ${installed.join(', ')}.`)
await preparePostgres()
execFileSync(process.execPath, ['scripts/build.mjs', '--if-needed'], {
  cwd: thisTree,
  stdio: ['ignore', 'ignore', 'inherit'],
})

await clearForgotten()
rmSync(logs, { recursive: true, force: true })
mkdirSync(logs, { recursive: true })
for (const name of readdirSync(join(logs, '..')))
  if (/^run-\d+$/.test(name)) rmSync(join(logs, '..', name), { recursive: true, force: true })
mkdirSync(folderOf(run))

// The driver runs on its own host; this process cleans up after it in any case.
let code = 1
try {
  layNetwork(run)
  const program = fileURLToPath(new URL('drive.ts', import.meta.url))
  const args = [process.execPath, program, `${run}`, values.only ?? '', values.keep ? 'keep' : '']
  const driver = spawn('ip', ['netns', 'exec', namespaceOf(run, 'client'), ...args], {
    stdio: 'inherit',
    cwd: thisTree,
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => driver.kill('SIGTERM'))
  const [ended] = await once(driver, 'exit')
  code = typeof ended === 'number' ? ended : 1
} finally {
  await clearNetwork(run)
  rmSync(folderOf(run), { recursive: true, force: true })
}
console.log(`What every program said is in ${logs}.`)
process.exit(code)
