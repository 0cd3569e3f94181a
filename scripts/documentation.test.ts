import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { settingNames } from '#server/env.ts'

/** The names of the first column of the table of settings. */
async function tableOf(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8')
  const [, section = ''] = /\n## Settings\n([\s\S]*?)\n## /.exec(text) ?? []
  const cells = section
    .split('\n')
    .flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] ?? ''] : []))
  return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = '']) => name))
}

test.each(['README.md', 'docs/operations.md'])(
  '[OPS-SETTINGS] %s tells of every setting, and of none that there is not',
  async (file) => {
    expect((await tableOf(file)).sort()).toEqual([...settingNames].sort())
  },
)

test('[OPS-ALERTS] each alert has its line in docs/operations.md', async () => {
  const alerts = await readFile('deploy/prometheus/alerts.yml', 'utf8')
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const [, table = ''] = (await readFile('docs/operations.md', 'utf8')).split('### Alerts')
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !table.includes(name))).toEqual([])
})
