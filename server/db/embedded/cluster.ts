import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '#server/lib/startup-error.ts'
import type { Binaries } from './binaries.ts'
import { clearOrphans } from './orphans.ts'
import { user } from './postgres-settings.ts'
import type { RunAs } from './run-as.ts'

const temporaryPrefix = 'postgres.new-'
const majorVersion = '18'
const run = promisify(execFile)

/** Without Unix sockets (Windows), PostgreSQL listens on the loopback with this password. */
export const passwordFile = (dataDir: string) => join(dataDir, 'postgres.password')

/**
 * Ensures that `clusterDir` is a complete cluster owned by the chosen user. A new one is created beside it
 * and renamed when complete, so a cluster under its own name is never half-made.
 */
export async function prepareCluster(
  binaries: Binaries,
  runAs: RunAs,
  dataDir: string,
  clusterDir: string,
): Promise<void> {
  await removeHalfMade(dataDir)
  refuseForeign(clusterDir)
  if (isCluster(clusterDir)) {
    checkVersion(clusterDir)
    changeOwner(clusterDir, runAs)
    return
  }
  const fresh = mkdtempSync(join(dataDir, temporaryPrefix))
  if (runAs.owner) chownSync(fresh, runAs.owner.uid, runAs.owner.gid)
  await initialise(binaries, runAs, fresh, dataDir)
  renameSync(fresh, clusterDir)
  syncFolder(dataDir)
}

function isCluster(clusterDir: string): boolean {
  if (existsSync(join(clusterDir, 'PG_VERSION'))) return true
  if (!existsSync(clusterDir)) return false
  if (readdirSync(clusterDir).length > 0)
    throw new StartupError(
      `${clusterDir} holds files that are not a PostgreSQL cluster.`,
      'Move them away, or choose another data folder with DATA_DIR.',
    )
  rmdirSync(clusterDir)
  return false
}

function checkVersion(clusterDir: string): void {
  const version = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  if (version !== majorVersion)
    throw new StartupError(
      `${clusterDir} was written by PostgreSQL ${version}; this Oja brings PostgreSQL ${majorVersion}.`,
      `Start the Oja that wrote it and dump the data, or choose another data folder with DATA_DIR.`,
    )
}

/**
 * PostgreSQL starts only on a cluster of its own user. Root can change the owner; for anyone else this
 * throws.
 */
function refuseForeign(clusterDir: string): void {
  const owner = statSync(clusterDir, { throwIfNoEntry: false })?.uid
  const me = process.getuid?.()
  if (owner === undefined || me === undefined || me === 0 || owner === me) return
  throw new StartupError(
    `The database in ${clusterDir} belongs to another user (number ${owner}).`,
    'Start Oja as that user, or hand the data folder over with "chown -R".',
  )
}

function changeOwner(clusterDir: string, runAs: RunAs): void {
  const { owner } = runAs
  if (!owner || owner.uid === statSync(clusterDir).uid) return
  for (const entry of readdirSync(clusterDir, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(clusterDir, entry), owner.uid, owner.gid)
  // Last, so that an interrupted change of owner is repeated at the next start.
  chownSync(clusterDir, owner.uid, owner.gid)
}

async function initialise(binaries: Binaries, runAs: RunAs, folder: string, dataDir: string): Promise<void> {
  const withPassword = process.platform === 'win32'
  if (withPassword) writeFileSync(passwordFile(dataDir), randomBytes(24).toString('hex'), { mode: 0o600 })
  const args = [
    `--pgdata=${folder}`,
    `--username=${user}`,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    ...(withPassword
      ? ['--auth=scram-sha-256', `--pwfile=${passwordFile(dataDir)}`]
      : ['--auth-local=trust', '--auth-host=reject']),
  ]
  // The system's locale decides what counts as a letter in trigrams: use C.UTF-8 if it exists.
  const failure =
    (await tryInitdb([...args, '--lc-ctype=C.UTF-8'])) && (await tryInitdb([...args, '--lc-ctype=C']))
  if (failure)
    throw new StartupError(
      `The database could not be created in ${folder}: ${failure}`,
      'Check the free space and the rights of the data folder, then start again.',
    )

  async function tryInitdb(initdbArgs: string[]): Promise<string | undefined> {
    const [program = binaries.initdb, ...rest] = [...runAs.prefix, binaries.initdb, ...initdbArgs]
    try {
      await run(program, rest, {
        // clearOrphans finds a left-over initdb by this working directory.
        cwd: folder,
        uid: runAs.uid,
        gid: runAs.gid,
      })
      return undefined
    } catch (error) {
      const { stderr, message } = error as Error & { stderr?: string }
      const line = stderr?.split('\n').find((text) => /error|fatal/i.test(text))
      return line?.replace(/^initdb: error: /, '') ?? message.split('\n')[0]
    }
  }
}

async function removeHalfMade(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir)) {
    if (!name.startsWith(temporaryPrefix)) continue
    const folder = join(dataDir, name)
    await clearOrphans(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
