import { readFile } from 'node:fs/promises'
import type { TestResult } from './test-results.ts'

const document = new URL('../../docs/specification-coverage.md', import.meta.url)

export interface CoverageRow {
  id: string
  /** Where the rule is decided: a file from the repository's root, and names that stand in it. */
  decided: { file: string; names: string[] }[]
  /** Files whose tests show the row; empty while the row is open. */
  files: string[]
  /** Its tests are skipped if a program that no package provides is missing. */
  mayBeSkipped: boolean
}

/** An id has four characters or more: `[1]` and `[GET]` in a title are none. */
const idPattern = '(?=[A-Z0-9-]{4})[A-Z0-9]+(?:-[A-Z0-9]+)*'

/**
 * Rows of the coverage tables: `| ID | rule | file name; file name | file, file |`. A row whose last cell is `open` waits for its
 * feature; one whose rule ends with "(Where … is installed.)" may be skipped.
 */
export function parseCoverage(markdown: string): CoverageRow[] {
  const rows: CoverageRow[] = []
  for (const line of markdown.split('\n')) {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    const [, id = '', rule = '', decided = '', shown = ''] = cells
    if (!new RegExp(`^${idPattern}$`).test(id)) continue
    rows.push({
      id,
      decided: decided.split('; ').map((entry) => {
        const [file = '', ...names] = [...entry.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
        return { file, names }
      }),
      mayBeSkipped: /\(Where .+ is installed\.\)$/.test(rule),
      files: shown === 'open' ? [] : shown.split(',').map((file) => file.trim().replaceAll('`', '')),
    })
  }
  return rows
}

/**
 * Contradictions between the rows and the tests that ran: a row claims a file in which no test with its id
 * passed, a test has an id without a row, an id occurs twice.
 */
export function findGaps(rows: CoverageRow[], tests: TestResult[]): string[] {
  const gaps: string[] = []
  const ids = new Set<string>()
  for (const { id, files, mayBeSkipped } of rows) {
    if (ids.has(id)) gaps.push(`${id} stands twice`)
    ids.add(id)
    for (const file of files) {
      const shown = tests.some(
        (test) =>
          (test.passed || (mayBeSkipped && test.skipped)) &&
          endsWithPath(test.file, file) &&
          idsOf(test.title).includes(id),
      )
      if (!shown) gaps.push(`${id} claims ${file}, but no test there that carries [${id}] passed`)
    }
  }
  for (const test of tests) {
    for (const id of idsOf(test.title)) {
      if (!ids.has(id)) gaps.push(`[${id}] in ${test.file} is no row of the table`)
    }
  }
  return [...new Set(gaps)]
}

/**
 * Rows that name no test, no file where the rule is decided, a file that is not there, or a name that does not stand in it.
 */
export async function findLostRules(rows: CoverageRow[], root: URL): Promise<string[]> {
  const texts = new Map<string, Promise<string | null>>()
  const read = (file: string) => {
    const text = texts.get(file) ?? readFile(new URL(file, root), 'utf8').catch(() => null)
    texts.set(file, text)
    return text
  }
  const lost: string[] = []
  for (const { id, decided, files } of rows) {
    if (files.includes('')) lost.push(`${id} is shown by no test`)
    for (const { file, names } of decided) {
      const text = file === '' ? null : await read(file)
      if (text === null) lost.push(`${id} is decided in ${file || 'no file'}, which is not there`)
      for (const name of names)
        if (text !== null && !wholeName(name).test(text))
          lost.push(`${id} is decided by ${name}, which is not in ${file}`)
    }
  }
  return lost
}

/** Matches the name, but not as a part of a longer one: a name that was prolonged is lost, too. */
function wholeName(name: string): RegExp {
  const escaped = name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
  return new RegExp(`${/^\w/.test(name) ? '\\b' : ''}${escaped}${/\w$/.test(name) ? '\\b' : ''}`)
}

/** The ids in a test's title: `[SEARCH-TYPO] …`. */
function idsOf(title: string): string[] {
  return [...title.matchAll(new RegExp(`\\[(${idPattern})\\]`, 'g'))].map((match) => match[1] ?? '')
}

function endsWithPath(path: string, end: string): boolean {
  return path === end || path.endsWith(`/${end}`) || end.endsWith(`/${path}`)
}

export async function readCoverage(): Promise<CoverageRow[]> {
  return parseCoverage(await readFile(document, 'utf8'))
}

export async function checkCoverage(tests: TestResult[]): Promise<string[]> {
  return findGaps(await readCoverage(), tests)
}
