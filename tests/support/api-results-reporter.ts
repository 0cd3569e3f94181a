import { writeFile } from 'node:fs/promises'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'
import type { TestResult } from './test-results.ts'

/** Where `npm test` reads the results of the API tests. */
export const apiResultsFile = 'test-results/api.json'

/**
 * Vitest's reporter for `npm test`. Writes what failed outside tests as failed tests too: files that did not load, hooks that failed and
 * errors that no test caught fail the run, and Vitest's JSON report does not have them.
 */
export default class ApiResultsReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], uncaught: readonly SerializedError[]): Promise<void> {
    const results = [...modules.flatMap(readModule), ...uncaught.map(readUncaught)]
    await writeFile(apiResultsFile, JSON.stringify(results))
  }
}

function readModule(module: TestModule): TestResult[] {
  const suites = [module, ...module.children.allSuites()]
  const failures = suites.flatMap((suite) =>
    suite
      .errors()
      .map((error) => failed(`${nameOf(suite)} loads, and its hooks succeed`, module.moduleId, error)),
  )
  return [...failures, ...[...module.children.allTests()].map(readTest)]
}

const nameOf = (suite: TestModule | TestSuite) => (suite.type === 'suite' ? suite.fullName : 'the file')

function readTest(test: TestCase): TestResult {
  const { state, errors } = test.result()
  return {
    title: test.fullName,
    file: test.module.moduleId,
    passed: state === 'passed',
    skipped: state === 'skipped',
    message: errors?.[0] && messageOf(errors[0]),
  }
}

/** Vitest names the file that was running, and its last test. */
function readUncaught(error: SerializedError): TestResult {
  const title = `has no uncaught error (last test: ${error.VITEST_TEST_NAME ?? 'none'})`
  return failed(title, String(error.VITEST_TEST_PATH ?? 'between files'), error)
}

function failed(title: string, file: string, error: SerializedError): TestResult {
  return { title, file, passed: false, message: messageOf(error) }
}

const messageOf = (error: SerializedError) => error.stack ?? error.message
