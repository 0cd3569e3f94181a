import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { thisTree } from '#tests/support/oja-process.ts'

/** A copy of this version, to change and to build again. */
export function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chaos-tree-'))
  for (const name of [
    'server',
    'shared',
    'web',
    'scripts',
    'demo',
    'dist',
    'package.json',
    'package-lock.json',
  ])
    cpSync(join(thisTree, name), join(folder, name), { recursive: true })
  for (const name of ['vite.config.ts', 'tsconfig.base.json'])
    cpSync(join(thisTree, name), join(folder, name))
  symlinkSync(join(thisTree, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

export function removeTree(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: thisTree,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

/**
 * The commit before the newest migration: the version that runs while this one is being deployed. Null
 * outside of a clone.
 */
export function olderCommit(): string | null {
  try {
    const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'server/db/migrations').trim()
    const isUncommitted = git('status', '--porcelain', '--', 'server/db/migrations').includes('??')
    return git('rev-parse', isUncommitted ? 'HEAD' : `${added}^`).trim()
  } catch {
    return null
  }
}

/** That commit, built (cached in .cache/chaos: the first time takes half a minute). */
export function buildCommit(commit: string): string {
  const folder = join(thisTree, '.cache', 'chaos', commit)
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true })
    const archive = execFileSync('git', ['archive', commit], { cwd: thisTree, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['xf', '-', '-C', folder], { input: archive })
    symlinkSync(join(thisTree, 'node_modules'), join(folder, 'node_modules'))
  }
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-needed'], { cwd: folder, stdio: 'ignore' })
  return folder
}
