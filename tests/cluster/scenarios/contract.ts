import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { thisTree } from '#tests/support/oja-process.ts'
import { type Cluster, ojaHosts } from '../hosts/all-hosts.ts'
import { publicUrl } from '../hosts/haproxy.ts'
import { replaceOja } from '../hosts/oja-hosts.ts'
import { primaryUrl } from '../hosts/patroni.ts'
import type { Scenario } from '../scenario.ts'

/**
 * Every endpoint in every role, with hostile fields and ids, other people's resources, and the specified
 * calls.
 */
const files = [
  'tests/calls',
  'tests/entities',
  'tests/roles',
  'tests/hostile-requests',
  'tests/security/idor',
]
/** There is no SMS gateway here, and production has no fallback. */
const leftOut = 'phone/send-code'

interface Results {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

/** Runs last: each file empties the marketplace first. */
export const contract: Scenario = {
  name: 'contract',
  title: 'The contract tests of one process, through the balancer, whose nodes leave out jobs',
  async run(cluster) {
    await leaveOutJobs(cluster)
    const results = join(cluster.folder, 'contract.json')
    const child = spawn(
      process.execPath,
      [
        join(thisTree, 'node_modules/vitest/vitest.mjs'),
        ...['run', '--no-file-parallelism', '--testNamePattern', `^(?!.*${leftOut})`],
        ...['--reporter', 'json', '--outputFile', results],
        ...files.map((file) => `${file}.test.ts`),
      ],
      {
        cwd: thisTree,
        stdio: 'ignore',
        env: {
          ...process.env,
          TEST_ORIGIN: publicUrl,
          TEST_DATABASE_URL: primaryUrl(cluster),
          TEST_SECRET_KEY: cluster.secrets.SECRET_KEY,
        },
      },
    )
    await once(child, 'exit')
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(
      readFileSync(results, 'utf8'),
    ) as Results
    const failed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'failed')
    return {
      recovery: null,
      sees: 'what one process shows',
      errors: numFailedTests,
      requests: numPassedTests + numFailedTests,
      comparison: { writes: 0, lost: [], doubled: [], halfDone: [], leftForSweep: 0 },
      measured: [`${numPassedTests} passed, ${numFailedTests} failed`],
      failures: [
        ...failed.map(
          ({ fullName, failureMessages }) => `failed: ${fullName}: ${failureMessages[0]?.split('\n')[0]}`,
        ),
        ...(numPassedTests < 250 ? [`only ${numPassedTests} tests passed`] : []),
      ],
    }
  },
}

/**
 * Starts each node again without jobs, as tests start a server in their own process: jobs write while a test compares the tables before
 * and after a refused call.
 */
async function leaveOutJobs(cluster: Cluster): Promise<void> {
  cluster.settings.JOBS_IN_WEB = '0'
  for (const name of ojaHosts) {
    await cluster.hosts[name].service('oja').stop()
    replaceOja(cluster, name)
    await cluster.hosts[name].start()
  }
}
