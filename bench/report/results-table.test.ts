import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { keptResults } from './kept-results.ts'
import { withTable } from './results-table.ts'

const document = new URL('../../docs/performance.md', import.meta.url)

test('the table in docs/performance.md shows the results that are kept', async () => {
  const text = await readFile(document, 'utf8')
  await expect(withTable(text, await keptResults())).toMatchFileSnapshot(document.pathname)
})
