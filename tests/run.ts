/**
 * `npm test`: builds the pages, starts one PostgreSQL, runs the API tests and the browser's against it, then checks that
 * every row of docs/specification-coverage.md names a test that ran. Ends with the totals, `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { checkCoverage } from './support/coverage.ts'
import startDatabaseServer from './support/global-setup.ts'
import { readBrowserResults, readVitestResults } from './support/results.ts'

const results = 'test-results'
await rm(results, { recursive: true, force: true })
await mkdir(results)

function run(command: string, args: string[]): boolean {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  return status === 0
}

const stopDatabaseServer = await startDatabaseServer()
let ok = run('node', ['scripts/build.mjs'])
ok =
  run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}/api.json`]) &&
  ok
ok = run('playwright', ['test']) && ok
await stopDatabaseServer()

const tests = [
  ...(await readVitestResults(`${results}/api.json`)),
  ...(await readBrowserResults(`${results}/browser.json`)),
]
const gaps = await checkCoverage(tests)
for (const gap of gaps) console.error(`specification coverage: ${gap}`)

const passed = tests.filter((test) => test.passed).length
const skipped = tests.filter((test) => test.skipped).length
const failed = tests.length - passed - skipped + gaps.length
const totals = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
await writeFile(`${results}/totals.txt`, `${totals}\n`)
console.log(`\n${totals}`)
process.exit(ok && failed === 0 && passed > 0 ? 0 : 1)
