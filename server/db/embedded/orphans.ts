import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#server/lib/startup-error.ts'
import { pidFilePath, readPidFile } from './pid-file.ts'

const programs = ['postgres', 'initdb']

/**
 * Ends what a killed Oja left running on this cluster (initdb, a postmaster, or the backends of a dead one),
 * and removes files that would prevent the next start. The caller must hold the data folder's lock.
 */
export async function clearOrphans(clusterDir: string, log?: (message: string) => void): Promise<void> {
  const running = findProcesses(clusterDir)
  const pidFile = readPidFile(clusterDir)
  if (running.length > 0) {
    log?.(`Stopping PostgreSQL left over from an Oja that was killed (process ${running.join(', ')}).`)
    await endProcesses(clusterDir, pidFile?.pid)
  }
  // PostgreSQL itself removes a dead postmaster's file (it is the interlock against surviving backends), but
  // refuses to start for ever if the file is half-written or another program now has its process number.
  if (!pidFile || isAlive(pidFile.pid)) rmSync(pidFilePath(clusterDir), { force: true })
}

/** Tries a fast shutdown first, which saves the next start the recovery. */
async function endProcesses(clusterDir: string, postmaster: number | undefined): Promise<void> {
  const all = () => findProcesses(clusterDir)
  if (postmaster && all().includes(postmaster)) {
    send([postmaster], 'SIGINT')
    // A stopped process handles no signal before SIGCONT.
    send(all(), 'SIGCONT')
    if (await becomesEmpty(all, 20_000)) return
  }
  send(all(), 'SIGQUIT')
  if (await becomesEmpty(all, 5000)) return
  send(all(), 'SIGKILL')
  if (await becomesEmpty(all, 5000)) return
  throw new StartupError(
    `PostgreSQL left over from an earlier Oja cannot be stopped (process ${all().join(', ')}).`,
    'End these processes, or restart the computer, then start Oja again.',
  )
}

/** Process numbers of every PostgreSQL program on this cluster: each has it as working directory. */
function findProcesses(clusterDir: string): number[] {
  if (process.platform !== 'linux') return findPostmaster(clusterDir)
  let folder: string
  try {
    folder = realpathSync(clusterDir)
  } catch {
    return []
  }
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && isPostgresIn(pid, folder))
}

function isPostgresIn(pid: number, folder: string): boolean {
  try {
    const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
    return programs.includes(program) && readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false // gone meanwhile, or another user's
  }
}

/** Without /proc only the postmaster is recognisable, by its command line; its backends end with it. */
function findPostmaster(clusterDir: string): number[] {
  const pid = readPidFile(clusterDir)?.pid
  if (!pid || !isAlive(pid)) return []
  const [program, args] =
    process.platform === 'win32'
      ? ['wmic', ['process', 'where', `ProcessId=${pid}`, 'get', 'CommandLine']]
      : ['ps', ['-o', 'command=', '-p', String(pid)]]
  try {
    const commandLine = execFileSync(program as string, args as string[], { encoding: 'utf8' })
    return commandLine.includes('postgres') && commandLine.includes(clusterDir) ? [pid] : []
  } catch {
    return []
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function send(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // Ended meanwhile.
    }
  }
}

async function becomesEmpty(list: () => number[], timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (Date.now() < deadline) {
    if (list().length === 0) return true
    await sleep(50)
  }
  return false
}
