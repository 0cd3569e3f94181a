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

interface BrowserSuite {
  title: string
  file: string
  suites?: BrowserSuite[]
  specs?: { title: string; file: string; tests: BrowserTest[] }[]
}

interface BrowserTest {
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: { errors: BrowserError[] }[]
}

interface BrowserError {
  message?: string
  location?: { file: string; line: number }
}

/** Reads what `ApiResultsReporter` wrote; a missing report counts as a failed test. */
export async function readApiResults(path: string): Promise<TestResult[]> {
  return (await readJson<TestResult[]>(path)) ?? [{ title: 'API tests ran', file: path, passed: false }]
}

/** Reads Playwright's JSON report; a skipped test has not passed, and an error outside tests counts as a failed one. */
export async function readBrowserResults(path: string): Promise<TestResult[]> {
  const report = await readJson<{ suites: BrowserSuite[]; errors: BrowserError[] }>(path)
  if (!report) return [{ title: 'browser tests ran', file: path, passed: false }]
  const failures = report.errors.map((error) => ({
    title: 'no error outside tests',
    file: path,
    passed: false,
    message: describeError(error),
  }))
  return [...report.suites.flatMap(specsOf), ...failures]
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

function firstError(tests: BrowserTest[]): string | undefined {
  const error = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]
  return error && describeError(error)
}

/** With the line that failed, and without colours. */
function describeError({ message = '', location }: BrowserError): string {
  const text = stripVTControlCharacters(message).split('\n').slice(0, 12).join('\n')
  return location ? `${basename(location.file)}:${location.line}: ${text}` : text
}

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch {
    return undefined
  }
}
