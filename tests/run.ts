/**
 * `npm test`: builds the pages, runs the API tests and the browser's side by side, each on a PostgreSQL of its own, then checks
 * that every row of docs/specification-coverage.md names a test that ran, and that an API test got every error that the contract
 * declares. Ends with the names of the tests that failed and the totals, `N passed, N failed`.
 */
import { spawn } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { findUnanswered, readAnsweredErrors } from './support/answered-errors.ts'
import { apiResultsFile } from './support/api-results-reporter.ts'
import { checkCoverage } from './support/coverage.ts'
import { readApiResults, readBrowserResults, type TestResult } from './support/test-results.ts'

const results = 'test-results'
await rm(results, { recursive: true, force: true })
await mkdir(results)
const answeredErrors = `${results}/answered-errors.jsonl`
process.env.TEST_ANSWERED_ERRORS = answeredErrors

/** Resolves whether the command succeeded. What it prints appears at once, or in one piece when it has ended. */
async function run(command: string, args: string[], printed: 'at once' | 'in one piece'): Promise<boolean> {
  const stdout = printed === 'at once' ? 'inherit' : 'pipe'
  const child = spawn(command, args, { stdio: ['ignore', stdout, 'inherit'] })
  const ended = new Promise<boolean>((resolve) => child.on('close', (status) => resolve(status === 0)))
  if (child.stdout) process.stdout.write(await buffer(child.stdout))
  return ended
}

function named(outcome: string, { file, title, message }: TestResult): string {
  return `${outcome}: ${file}: ${title}\n${message ?? ''}`.trimEnd()
}

const apiTests = ['run', '--reporter=default', '--reporter=tests/support/api-results-reporter.ts']
let ok = await run('node', ['scripts/build.mjs'], 'at once')
// Each leaves a third of two cores idle while it waits for disks and pages.
const passes = await Promise.all([
  run('playwright', ['test'], 'at once'),
  run('vitest', apiTests, 'in one piece'),
])
ok = passes.every(Boolean) && ok

const tests = [
  ...(await readApiResults(apiResultsFile)),
  ...(await readBrowserResults(`${results}/browser.json`)),
]
const gaps = await checkCoverage(tests)
const unanswered = await findUnanswered(await readAnsweredErrors(answeredErrors))

const passed = tests.filter((test) => test.passed).length
const skipped = tests.filter((test) => test.skipped).length
const flaky = tests.filter((test) => test.flaky).map((test) => named('flaky', test))
const failures = [
  ...tests.filter((test) => !test.passed && !test.skipped).map((test) => named('failed', test)),
  ...gaps.map((gap) => `failed: specification coverage: ${gap}`),
  ...unanswered.map((error) => `failed: declared errors: ${error}`),
]
const totals = `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
const summary = [...flaky, ...failures, totals].join('\n')
await writeFile(`${results}/summary.txt`, `${summary}\n`)
console.log(`\n${summary}`)
process.exit(ok && failures.length === 0 && passed > 0 ? 0 : 1)
