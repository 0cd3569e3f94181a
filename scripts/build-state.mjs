/** Knows whether the built pages in dist/ are those of the present sources, by a hash of the sources' content. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist')
const mark = join(dist, '.build-hash')
const sources = [
  'web',
  'shared',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/build-service-worker.mjs',
]

/** Whether a whole build of the present sources lies in dist/. */
export function isBuilt() {
  return existsSync(mark) && readFileSync(mark, 'utf8') === hashSources()
}

/**
 * Runs `build` and then marks it as whole; one that is interrupted stays unmarked, and is done again. Builds of the same
 * clone wait for each other; `build` is left out when the one waited for did it and `force` is not set.
 */
export async function buildOnce(build, force) {
  mkdirSync(dist, { recursive: true })
  // SQLite gives a file lock that ends with the process; Node has no other.
  const lock = new DatabaseSync(join(dist, '.build-lock'), { timeout: 600_000 })
  lock.exec('pragma journal_mode = memory; begin exclusive')
  try {
    if (!force && isBuilt()) return
    const hash = hashSources()
    rmSync(mark, { force: true })
    await build()
    writeFileSync(mark, hash)
  } finally {
    lock.close()
  }
}

function hashSources() {
  const hash = createHash('sha256')
  for (const source of sources.flatMap(listFiles)) {
    const content = readFileSync(join(root, source))
    hash.update(`${source}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function listFiles(source) {
  const path = join(root, source)
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [source]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort()
}
