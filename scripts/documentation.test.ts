import { existsSync, globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '#server/env.ts'

/** The names in the first column of the table of settings. */
async function tableOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8')
  const [, section = ''] = /\n## Settings\n([\s\S]*?)\n## /.exec(text) ?? []
  const cells = section
    .split('\n')
    .flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] ?? ''] : []))
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))
}

test('[OPS-SETTINGS] docs/operations.md lists every setting and no unknown one', async () => {
  expect((await tableOf('docs/operations.md')).sort()).toEqual([...settingNames].sort())
})

test('[OPS-ALERTS] docs/operations.md explains each alert', async () => {
  const alerts = await readFile('deploy/prometheus/alerts.yml', 'utf8')
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const [, table = ''] = (await readFile('docs/operations.md', 'utf8')).split('### Alerts')
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !table.includes(name))).toEqual([])
})

test('links and paths in the documents lead to files that exist', () => {
  const isHistory = (file: string) => file === 'docs/decisions/018-own-machinery.md'
  const missing = globSync(['*.md', 'docs/**/*.md']).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const links = [...text.matchAll(/\]\(([^):#]+)[#)]/g)].map(([, link = '']) => join(dirname(file), link))
    const paths = [
      ...text.matchAll(/`((?:bench|deploy|docs|scripts|server|shared|tests|web)\/[\w./-]+\.\w+)`/g),
    ]
    const named = isHistory(file) ? [] : paths.map(([, path = '']) => path)
    return [...links, ...named].filter((path) => !existsSync(path)).map((path) => `${file}: ${path}`)
  })
  expect(missing).toEqual([])
})
