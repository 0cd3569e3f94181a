/**
 * `npm run sbom -- [file]`: writes the production dependencies with versions, licences and checksums as
 * CycloneDX (made by npm itself from package-lock.json).
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

const file = process.argv[2] ?? 'dist/oja.cdx.json'
const args = [
  'sbom',
  '--omit=dev',
  '--package-lock-only',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
]
const { status, stdout, stderr } = spawnSync('npm', args, {
  encoding: 'utf8',
  maxBuffer: 1 << 28,
  shell: process.platform === 'win32',
})
if (status !== 0) {
  console.error(stderr)
  process.exit(1)
}
const { components } = JSON.parse(stdout) as { components: unknown[] }
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, stdout)
console.log(`${file}: ${components.length} packages (CycloneDX)`)
