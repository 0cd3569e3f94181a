import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oja-imports-'))
  write('package.json', JSON.stringify({ type: 'module', imports: { '#server/*': './server/*' } }))
  for (const file of ['shared/a.ts', 'server/db/a.ts', 'web/ui/a.ts', 'web/pages/a.tsx', 'web/app/a.ts'])
    write(file, 'export const a = 1\n')
  for (const feature of ['chat', 'users']) {
    write(`web/features/${feature}/a.ts`, 'export const a = 1\n')
    write(`server/features/${feature}/a.db.ts`, 'export const a = 1\n')
  }
  write('server/features/users/users.public.ts', "export { a } from './a.db.ts'\n")
  write('server/features/chat/a.ts', "import { a } from '../users/users.public.ts'\nexport const b = a\n")
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

function check() {
  const script = new URL('../scripts/check-imports.ts', import.meta.url).pathname
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test('a tree that follows the import rules passes', () => {
  expect(check()).toEqual({ status: 0, output: 'imports: 11 modules read, 0 violations\n' })
})

const faults: [rule: string, file: string, imported: string][] = [
  ['shared-is-pure', 'shared/b.ts', '../server/db/a.ts'],
  ['web-never-server', 'web/app/b.ts', '#server/db/a.ts'],
  ['server-never-web', 'server/b.ts', '../web/ui/a.ts'],
  ['web-ui-and-lib-at-the-bottom', 'web/ui/b.ts', '../features/chat/a.ts'],
  ['web-features-below-pages', 'web/features/chat/b.ts', '../../pages/a.tsx'],
  ['web-pages-below-app', 'web/pages/b.tsx', '../app/a.ts'],
  ['web-features-import-no-other', 'web/features/chat/b.ts', '../users/a.ts'],
  ['server-features-import-public-only', 'server/features/chat/b.ts', '../users/a.db.ts'],
  ['server-layers', 'server/core/b.ts', '../features/users/a.db.ts'],
  ['server-layers', 'server/lib/b.ts', '../db/a.ts'],
  ['server-layers', 'server/core/redis/b.ts', '../../db/a.ts'],
]

test.each(faults)('a planted violation is found, with a sentence about it: %s', (rule, file, imported) => {
  write(file, `import type { a } from '${imported}'\nexport type B = typeof a\n`)
  const { status, output } = check()
  expect(output).toContain(`${rule}: ${file}`)
  expect(output).toMatch(/ → .+\n {2}\S.+\.\n/)
  expect(status).toBe(1)
})

test('a cycle of types is found', () => {
  write('shared/b.ts', "import type { C } from './c.ts'\nexport type B = C[]\n")
  write('shared/c.ts', "import type { B } from './b.ts'\nexport type C = B[]\n")
  expect(check().output).toContain('no-cycles: shared/b.ts')
})

test('a checker that reads too few modules fails', () => {
  write('web/node_modules/unread.ts', 'export const a = 1\n')
  const { status, output } = check()
  expect(output).toContain('Not read: web/node_modules/unread.ts')
  expect(status).toBe(1)
})
