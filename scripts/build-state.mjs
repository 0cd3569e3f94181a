/** Detects whether what is built in dist/ matches the current sources, by a hash of the sources' content. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = join(root, 'dist')
const both = ['shared', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.base.json']

/** The sources of each part of dist/. */
const sources = {
  pages: [...both, 'web', 'vite.config.ts'],
  server: [...both, 'server', 'demo/people.json', 'demo/states.json', 'demo/texts.json'],
}
const markOf = (part) => join(dist, `.${part}-hash`)
const isPartBuilt = (part) =>
  existsSync(markOf(part)) && readFileSync(markOf(part), 'utf8') === hashSources(part)

/** Whether dist/ contains a complete build of the current sources. */
export function isBuilt() {
  return Object.keys(sources).every(isPartBuilt)
}

/**
 * Runs the function of each part of `builds` and marks the part as complete; an interrupted build stays unmarked and is
 * repeated. Builds of the same clone wait for each other; without `force`, parts whose sources were built already are skipped.
 */
export async function buildOnce(builds, force) {
  mkdirSync(dist, { recursive: true })
  // SQLite provides a file lock that ends with the process; Node has none.
  const lock = new DatabaseSync(join(dist, '.build-lock'), { timeout: 600_000 })
  lock.exec('pragma journal_mode = memory; begin exclusive')
  try {
    for (const [part, build] of Object.entries(builds)) {
      if (!force && isPartBuilt(part)) continue
      const hash = hashSources(part)
      rmSync(markOf(part), { force: true })
      await build()
      writeFileSync(markOf(part), hash)
    }
  } finally {
    lock.close()
  }
}

function hashSources(part) {
  const hash = createHash('sha256')
  for (const source of sources[part].flatMap(listFiles)) {
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
