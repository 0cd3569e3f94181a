import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '#server/startup-error.ts'
import type { Binaries } from './binaries.ts'
import { readPidFile } from './pid-file.ts'
import type { RunAs } from './run-as.ts'
import { settings } from './settings.ts'

const maxLogBytes = 10_000_000

export interface PostmasterPlan {
  binaries: Binaries
  runAs: RunAs
  clusterDir: string
  logFile: string
  /** Where it listens: one of both is empty. */
  socketDir: string
  host: string
  port: number
}

export interface Postmaster {
  /** Resolves with a description when the process ends, whoever ended it. */
  ended: Promise<string>
  /** Ends open transactions, writes everything out, and resolves when the process has ended. */
  stop(): Promise<void>
}

/** Starts PostgreSQL and resolves when it takes connections, recovery included. Throws StartupError with its own words. */
export async function startPostmaster(
  plan: PostmasterPlan,
  log: (message: string) => void,
): Promise<Postmaster> {
  const { file: logFile, offset } = openLog(plan.logFile)
  const child = spawnPostgres(plan, logFile)
  closeSync(logFile)
  // Should Oja have to leave in a hurry, by process.exit, PostgreSQL still shuts down cleanly after it.
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
  let patience = 5000
  while (!isReady(plan.clusterDir, child.pid)) {
    if (end !== undefined)
      throw new StartupError(
        `The embedded PostgreSQL did not start: ${lastWords(plan.logFile, offset) ?? end}.`,
        `Its log is ${plan.logFile}.`,
      )
    if (Date.now() - startedAt > patience) {
      log('PostgreSQL is still recovering from an unclean end; this can take a minute.')
      patience *= 6
    }
    await sleep(10)
  }
  return { ended, stop: () => stop(plan, child, ended) }
}

/** What follows the program's name: the cluster, all settings, and where it listens. */
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
    // Its own process group: Ctrl-C reaches Oja alone, which answers what is under way before it stops the database.
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
  const impatience = setTimeout(() => child.kill('SIGQUIT'), 30_000)
  await ended
  clearTimeout(impatience)
}

function openLog(path: string): { file: number; offset: number } {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxLogBytes) renameSync(path, `${path}.old`)
  return { file: openSync(path, 'a', 0o600), offset: size > maxLogBytes ? 0 : size }
}

/** What PostgreSQL gave as the reason since `offset`. */
function lastWords(path: string, offset: number): string | undefined {
  const lines = readFileSync(path).subarray(offset).toString('utf8').trim().split('\n')
  const reason = lines.findLast((line) => /(FATAL|PANIC):/.test(line)) ?? lines.at(-1)
  return (
    reason
      ?.replace(/^.*?(FATAL|PANIC): +/, '')
      .replace(/\.$/, '')
      .trim() || undefined
  )
}
