/**
 * `npm run licences`: checks that every package of package-lock.json, tools included, has a licence under
 * which Oja may be built and distributed, and that it is pinned: one version, one content. Reads files only.
 */
import { existsSync, readFileSync } from 'node:fs'

interface Package {
  version?: string
  license?: string
  integrity?: string
  optional?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * Permissive licences, and those for unmodified libraries (MPL, LGPL): none that requires publishing Oja's
 * own sources.
 */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  // Of data and pictures: asks for attribution, which the page that shows them has.
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
])

/** Packages whose package.json states no licence; their own files do. */
const licencesFromFiles: Record<string, string> = { 'xmlhttprequest-ssl': 'MIT' }

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Package>
}
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')

/** Binaries for other systems are not installed here: their licence is that of the package they belong to. */
const owners = new Map<string, string>()
for (const [path, { optionalDependencies = {} }] of Object.entries(packages))
  for (const name of Object.keys(optionalDependencies)) if (path) owners.set(name, path)

function licenceOf(path: string): string | undefined {
  const name = nameOf(path)
  const stated = packages[path]?.license ?? licencesFromFiles[name]
  if (stated) return stated
  const file = `${path}/package.json`
  const installed = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Package).license : undefined
  const owner = owners.get(name)
  return installed ?? (owner ? licenceOf(owner) : undefined)
}

/** `A OR B` is a choice, `A AND B` is not. */
function isAllowed(licence: string): boolean {
  const plain = licence.replace(/[()]/g, '')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())))
}

const problems: string[] = []
const { dependencies, devDependencies, optionalDependencies } = packages[''] ?? {}
for (const [name, version] of Object.entries({
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies,
}))
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) problems.push(`${name} is not pinned: ${version}`)

const paths = Object.keys(packages).filter((path) => path !== '')
for (const path of paths) {
  const licence = licenceOf(path)
  if (!licence) problems.push(`${path} names no licence`)
  else if (!isAllowed(licence)) problems.push(`${path} comes under ${licence}`)
  // npm omits the checksum of packages for other systems if it made the list on this one.
  const { integrity, optional } = packages[path] ?? {}
  if (!integrity && !optional) problems.push(`${path} has no checksum in package-lock.json`)
}
for (const problem of problems) console.error(problem)
console.log(`licences: ${paths.length} packages read, ${problems.length} problems`)
process.exitCode = problems.length > 0 || paths.length === 0 ? 1 : 0
