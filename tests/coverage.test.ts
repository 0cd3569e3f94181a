import { expect, test } from 'vitest'
import { findGaps, parseCoverage } from './support/coverage.ts'

const rows = parseCoverage(`
| id | rule | shown by |
| --- | --- | --- |
| AA-ONE | a rule with a \\| in it | \`server/a.test.ts\`, b.spec.ts |
| AA-TWO | a rule of a feature to come | open |
`)
const passing = [
  { title: 'x [AA-ONE] does', file: '/somewhere/server/a.test.ts', passed: true },
  { title: '[AA-ONE] shows', file: 'b.spec.ts', passed: true },
]

test('rows with passing tests have no gap, and open rows wait', () => {
  expect(rows.map((row) => row.files.length)).toEqual([2, 0])
  expect(findGaps(rows, passing)).toEqual([])
})

test('a row that names a failed or missing test is a gap', () => {
  const failing = passing.map((result) => ({ ...result, passed: result.file !== 'b.spec.ts' }))
  expect(findGaps(rows, failing)).toEqual([
    'AA-ONE claims b.spec.ts, but no test there that carries [AA-ONE] passed',
  ])
})

test('a test with an unknown id is a gap', () => {
  const stray = { title: '[ZZ-NINE] strays', file: 'c.test.ts', passed: true }
  expect(findGaps(rows, [...passing, stray])).toEqual(['[ZZ-NINE] in c.test.ts is no row of the table'])
})
