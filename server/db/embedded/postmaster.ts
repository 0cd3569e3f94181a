import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#server/lib/startup-error.ts'
import type { Binaries } from './binaries.ts'
import { readPidFile } from './pid-file.ts'
import { settings } from './postgres-settings.ts'
import type { RunAs } from './run-as.ts'

const maxLogBytes = 10_000_000

export interface PostmasterPlan {
  binaries: Binaries
  runAs: RunAs
  clusterDir: string
  logFile: string
  /** Where it listens: one of the two is empty. */
  socketDir: string
  host: string
  port: number
}

export interface Postmaster {
  /** Resolves with a description when the process ends for any reason. */
  ended: Promise<string>
  /** Ends open transactions, flushes everything to disk, and resolves when the process has ended. */
  stop(): Promise<void>
}

/**
 * Starts PostgreSQL; resolves when it accepts connections, after recovery. Throws StartupError with
 * PostgreSQL's message.
 */
export async function startPostmaster(
  plan: PostmasterPlan,
  log: (message: string) => void,
): Promise<Postmaster> {
  const { file: logFile, offset } = openLog(plan.logFile)
  const child = spawnPostgres(plan, logFile)
  closeSync(logFile)
  // If Oja leaves by process.exit, PostgreSQL still shuts down cleanly afterwards.
  const signalOnExit = () => void child.kill('SIGINT')
  process.once('exit', signalOnExit)
  child.once('exit', () => process.off('exit', signalOnExit))
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
  })
  let end: string | undefined
  void ended.then((description) => {
    end = description
  })
  const startedAt = Date.now()
  let readyTimeout = 5000
  while (!isReady(plan.clusterDir, child.pid)) {
    if (end !== undefined)
      throw new StartupError(
        `The embedded PostgreSQL did not start: ${lastError(plan.logFile, offset) ?? end}.`,
        `Its log is ${plan.logFile}.`,
      )
    if (Date.now() - startedAt > readyTimeout) {
      log('PostgreSQL is still recovering from an unclean end; this can take a minute.')
      readyTimeout *= 6
    }
    await sleep(10)
  }
  return { ended, stop: () => stop(plan, child, ended) }
}

/** The arguments: the cluster, all settings, and where it listens. */
export function postgresArguments(
  clusterDir: string,
  { socketDir, host, port }: Pick<PostmasterPlan, 'socketDir' | 'host' | 'port'>,
): string[] {
  const given = {
    ...settings,
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0600',
    listen_addresses: host,
    port: String(port),
  }
  return ['-D', clusterDir, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

function spawnPostgres(plan: PostmasterPlan, logFile: number): ChildProcess {
  const { binaries, runAs, clusterDir } = plan
  const [program = binaries.postgres, ...args] = [
    ...runAs.prefix,
    binaries.postgres,
    ...postgresArguments(clusterDir, plan),
  ]
  return spawn(program, args, {
    cwd: process.platform === 'win32' ? undefined : '/',
    uid: plan.runAs.uid,
    gid: plan.runAs.gid,
    stdio: ['ignore', logFile, logFile],
    // Its own process group: Ctrl-C reaches only Oja, which finishes the requests in progress before it stops
    // the database.
    detached: true,
    windowsHide: true,
  })
}

function isReady(clusterDir: string, pid: number | undefined): boolean {
  const file = readPidFile(clusterDir)
  return file?.ready === true && (file.pid === pid || process.platform === 'win32')
}

async function stop(plan: PostmasterPlan, child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (process.platform === 'win32') {
    await new Promise((resolve) => {
      execFile(plan.binaries.pg_ctl, ['stop', '-D', plan.clusterDir, '-m', 'fast'], resolve)
    })
  } else child.kill('SIGINT')
  // SIGQUIT ends it at once; the next start then recovers from the log.
  const quitTimer = setTimeout(() => child.kill('SIGQUIT'), 30_000)
  await ended
  clearTimeout(quitTimer)
}

function openLog(path: string): { file: number; offset: number } {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(path, `${path}.old`)
  return { file: openSync(path, 'a', 0o600), offset: size > maxLogBytes ? 0 : size }
}

/** PostgreSQL's error message since `offset`. */
function lastError(path: string, offset: number): string | undefined {
  const lines = readFileSync(path).subarray(offset).toString('utf8').trim().split('\n')
  const reason = lines.findLast((line) => /(FATAL|PANIC):/.test(line)) ?? lines.at(-1)
  return (
    reason
      ?.replace(/^.*?(FATAL|PANIC): +/, '')
      .replace(/\.$/, '')
      .trim() || undefined
  )
}
