import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findFaults, parseRequirements } from './asvs-table.ts'

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')
const document = await read('docs/security.md')

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has, in the order of their numbers. */
const known = (await read('tests/security/asvs-ids.txt')).trim().split(/\s+/)

test('[ASVS-ROWS] each of the 253 requirements of levels 1 and 2 is listed once, and none is open', () => {
  const rows = parseRequirements(document)
  expect(known).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(known)
  for (const { id, status, how } of rows) {
    expect([id, status]).toEqual([id, expect.stringMatching(/^(met|not applicable)$/)])
    expect([id, how.length]).toEqual([id, expect.toSatisfy((length) => length > 3)])
  }
})

test('[ASVS-SHOWN] every row that is met names its evidence, which exists', async () => {
  const faults = await findFaults(document, async (path) => {
    if (!existsSync(new URL(`../../${path}`, import.meta.url))) return null
    return path.endsWith('/') ? '' : read(path)
  })
  expect(faults).toEqual([])
})

const sample = `
## Sessions
| V1.1.1 | met | by \`server/a.ts\` | \`a.test.ts\` [ONE-TWO] "a title"; § Sessions |
| V1.1.2 | not applicable | there is none | |
| V1.1.3 | met | by \`server/gone.ts\` | \`a.test.ts\` [ONE-THREE] "no title"; § Elsewhere |
| V1.1.4 | met | by nothing | |
`
const files: Record<string, string> = {
  'server/a.ts': '',
  'a.test.ts': "test('[ONE-TWO] the row has a title', …",
}

test('[ASVS-SHOWN] a stale row is found', async () => {
  expect(await findFaults(sample, async (path) => files[path] ?? null)).toEqual([
    'V1.1.3: there is no file server/gone.ts',
    'V1.1.3: no test of a.test.ts has [ONE-THREE] in its title',
    'V1.1.3: no test of a.test.ts has "no title" in its title',
    'V1.1.3: there is no section Elsewhere',
    'V1.1.4: nothing shows it',
  ])
})
