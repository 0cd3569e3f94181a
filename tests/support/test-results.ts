import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export interface TestResult {
  title: string
  file: string
  passed: boolean
  /** Skipped on this machine, such as tests that need root: neither passed nor failed. */
  skipped?: boolean
  /** Passed only when it was repeated. */
  flaky?: boolean
  /** The first error of a test that failed. */
  message?: string
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

interface BrowserSuite {
  title: string
  file: string
  suites?: BrowserSuite[]
  specs?: { title: string; file: string; tests: BrowserTest[] }[]
}

interface BrowserTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: { errors: { message?: string; location?: { file: string; line: number } }[] }[]
}

/**
 * Reads Vitest's JSON report; a file that failed to load counts as a failed test, and so does a missing
 * report.
 */
export async function readVitestResults(path: string): Promise<TestResult[]> {
  const report = await readJson<VitestReport>(path)
  if (!report) return [{ title: 'API tests ran', file: path, passed: false }]
  return report.testResults.flatMap(({ name, status, assertionResults }): TestResult[] =>
    assertionResults.length === 0 && status !== 'passed'
      ? [{ title: 'loads', file: name, passed: false }]
      : assertionResults.map(({ fullName, status: outcome, failureMessages }) => ({
          title: fullName,
          file: name,
          passed: outcome === 'passed',
          skipped: outcome === 'skipped' || outcome === 'pending',
          message: failureMessages?.[0],
        })),
  )
}

/** Reads Playwright's JSON report; a skipped test has not passed. */
export async function readBrowserResults(path: string): Promise<TestResult[]> {
  const report = await readJson<{ suites: BrowserSuite[] }>(path)
  if (!report) return [{ title: 'browser tests ran', file: path, passed: false }]
  return report.suites.flatMap(specsOf)
}

function specsOf(suite: BrowserSuite): TestResult[] {
  const own = (suite.specs ?? []).map((spec) => ({
    title: `${suite.title} ${spec.title}`,
    file: spec.file,
    passed: spec.tests.every(({ status }) => status === 'expected' || status === 'flaky'),
    flaky: spec.tests.some(({ status }) => status === 'flaky'),
    message: firstError(spec.tests),
  }))
  return [...own, ...(suite.suites ?? []).flatMap(specsOf)]
}

/** With the line that failed, and without colours. */
function firstError(tests: BrowserTest[]): string | undefined {
  const error = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]
  if (!error?.message) return undefined
  const message = stripVTControlCharacters(error.message).split('\n').slice(0, 12).join('\n')
  return error.location ? `${basename(error.location.file)}:${error.location.line}: ${message}` : message
}

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch {
    return undefined
  }
}
