import { readFile } from 'node:fs/promises'

export interface TestResult {
  title: string
  file: string
  passed: boolean
  /** Skipped on this machine, such as tests that need root: neither passed nor failed. */
  skipped?: boolean
  /** What the failed test said: an API test's first error. */
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
  specs?: { title: string; file: string; ok: boolean; tests: { status: string }[] }[]
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
    passed: spec.ok && spec.tests.every((test) => test.status === 'expected'),
  }))
  return [...own, ...(suite.suites ?? []).flatMap(specsOf)]
}

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch {
    return undefined
  }
}
