import { expect, test } from 'vitest'
import { findGaps, findLostRules, parseCoverage, readCoverage } from './support/coverage.ts'

const rows = parseCoverage(`
| id | rule | decided in | shown by |
| --- | --- | --- | --- |
| AA-ONE | a rule with a \\| in it | \`package.json\` \`name\` | \`server/a.test.ts\`, b.spec.ts |
| AA-TWO | a rule of a feature to come | \`package.json\`; \`server/gone.ts\` \`gone\` | open |
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

const root = new URL('..', import.meta.url)

test('a row whose file or name is not there is lost', async () => {
  expect(await findLostRules(rows, root)).toEqual(['AA-TWO is decided in server/gone.ts, which is not there'])
  const renamed = rows.map((row) => ({
    ...row,
    decided: [{ file: 'package.json', names: ['no such name', 'versio'] }],
  }))
  expect(await findLostRules(renamed, root)).toEqual(
    expect.arrayContaining([
      'AA-ONE is decided by no such name, which is not in package.json',
      'AA-ONE is decided by versio, which is not in package.json',
    ]),
  )
})

test('a row without a test is lost, also one whose id is a single word', async () => {
  const [row] = parseCoverage('| AALONE | a rule | `package.json` `name` |  |')
  expect(await findLostRules(row ? [row] : [], root)).toEqual(['AALONE is shown by no test'])
})

test('every rule names the file and the names that decide it', async () => {
  expect(await findLostRules(await readCoverage(), root)).toEqual([])
})
