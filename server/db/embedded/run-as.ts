import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { StartupError } from '#server/lib/startup-error.ts'

/**
 * A way to run PostgreSQL's programs, which refuse to run as root. `prefix` precedes the program (each prefix
 * execs it, so the process number stays); `uid` and `gid` are for spawn.
 */
export interface RunAs {
  name: string
  prefix: string[]
  uid?: number
  gid?: number
  /** The required owner of the cluster's files, if that is not Oja's user. */
  owner?: { uid: number; gid: number }
}

// Messages in English whatever the machine's language; macOS's postgres requires a valid LC_ALL.
const cleanLocale = process.platform === 'win32' ? [] : ['env', 'LC_ALL=C']

/**
 * Chooses how to run `program` by trying each way inside `dataDir`. `clusterDir` may not exist yet. Throws
 * StartupError with instructions if no way works.
 */
export async function chooseRunAs(program: string, dataDir: string, clusterDir: string): Promise<RunAs> {
  const candidates = listCandidates(ownerOf(clusterDir))
  const failures: string[] = []
  for (const candidate of candidates) {
    const failure = await tryOut(candidate, program, dataDir)
    if (failure === undefined) return candidate
    failures.push(`${candidate.name}: ${failure}`)
  }
  if (candidates.length === 1)
    throw new StartupError(
      `The embedded PostgreSQL does not run here (${failures.join('; ')}).`,
      'It needs a Linux with glibc, macOS or Windows; elsewhere set DATABASE_URL to a PostgreSQL 18.',
    )
  throw new StartupError(
    `PostgreSQL refuses to run as root and no other way works here (${failures.join('; ')}).`,
    'Start Oja as an ordinary user who owns the folder, install "unshare" or "setpriv" (util-linux), or set DATABASE_URL.',
  )
}

function listCandidates(clusterOwner: { uid: number; gid: number } | undefined): RunAs[] {
  const me = process.getuid?.()
  if (me === undefined || (me !== 0 && isNamed(me))) return [{ name: 'directly', prefix: cleanLocale }]
  const nobody = findUser('nobody') ?? { uid: 65_534, gid: 65_534 }
  const namespace = {
    name: 'unshare',
    prefix: [
      ...cleanLocale,
      'unshare',
      '--user',
      `--map-user=${nobody.uid}`,
      `--map-group=${nobody.gid}`,
      '--',
    ],
    ...(me === 0 ? { owner: { uid: 0, gid: 0 } } : {}),
  }
  // For a user number without a name (a container's --user): initdb requires a name.
  if (me !== 0) return [namespace]
  const foreign = clusterOwner && clusterOwner.uid !== 0 ? clusterOwner : undefined
  const owner = foreign ?? nobody
  const asOwner = { name: `user ${owner.uid}`, prefix: cleanLocale, ...owner, owner }
  const withCapabilities = {
    name: 'setpriv',
    prefix: [
      ...cleanLocale,
      'setpriv',
      `--reuid=${owner.uid}`,
      `--regid=${owner.gid}`,
      '--clear-groups',
      '--inh-caps=+dac_override',
      '--ambient-caps=+dac_override',
      '--bounding-set=-all,+dac_override',
      '--',
    ],
    owner,
  }
  return foreign ? [asOwner, withCapabilities, namespace] : [namespace, withCapabilities, asOwner]
}

/** Undefined if `candidate` can enter `dataDir` and run `program`; otherwise the reason. */
function tryOut(candidate: RunAs, program: string, dataDir: string): Promise<string | undefined> {
  const command =
    process.platform === 'win32'
      ? [program, '--version']
      : [...candidate.prefix, 'sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', dataDir, program]
  return new Promise((resolve) => {
    const child = spawn(command[0] ?? program, command.slice(1), {
      cwd: process.platform === 'win32' ? undefined : '/',
      uid: candidate.uid,
      gid: candidate.gid,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString()
    })
    child.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    child.on('close', (code) => resolve(code === 0 ? undefined : firstLine(stderr) || `exit code ${code}`))
  })
}

const firstLine = (text: string) => text.trim().split('\n')[0] ?? ''

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false })
  return stats && { uid: stats.uid, gid: stats.gid }
}

function isNamed(uid: number): boolean {
  try {
    return userInfo().uid === uid
  } catch {
    return false
  }
}

function findUser(name: string): { uid: number; gid: number } | undefined {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
  } catch {
    return undefined
  }
}
