import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Scale } from './scales.ts'

const here = fileURLToPath(new URL('./', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))
/** Files in this folder that do not affect the rows. */
const unrelatedFiles =
  /(\.test|prepare-marketplace|fill|fingerprint|cluster|people|leftovers|check-sample)\.ts$/

/** A digest of everything that the loaded data depends on: the generators, the schema, the size. */
export function fingerprintOf(scale: Scale): string {
  const sources = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !unrelatedFiles.test(name))
    .map((name) => here + name)
  const migrations = readdirSync(`${root}server/db/migrations`).map(
    (name) => `${root}server/db/migrations/${name}`,
  )
  const files = [...sources, ...migrations, `${root}shared/nigeria.ts`, `${root}shared/photo-sizes.ts`]
  const hash = createHash('sha256').update(scale)
  for (const file of files.sort()) hash.update(readFileSync(file))
  return hash.digest('hex')
}
