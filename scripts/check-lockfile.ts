/**
 * Checks that the oldest npm, that of Node 20.9, takes package-lock.json: a newer one forgives what it calls out of sync. In a folder
 * of its own, since npm 9 deleted node_modules in a dry run too.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'oja-lockfile-'))
try {
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) copyFileSync(file, join(folder, file))
  execFileSync('npx', ['--yes', 'npm@10.1.0', 'ci', '--dry-run', '--ignore-scripts'], {
    cwd: folder,
    stdio: 'inherit',
  })
} catch {
  console.error('npm 10.1.0, that of Node 20.9, refuses package-lock.json: see above.')
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true })
}
