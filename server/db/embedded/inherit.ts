import { readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readPidFile } from './pid-file.ts'
import { type Postmaster, postgresArguments } from './postmaster.ts'

/** A PostgreSQL that a killed Oja left running. */
interface Inherited {
  postmaster: Postmaster
  socketDir: string
  port: number
}

/**
 * Milliseconds until it must respond. On a machine busy with restarts that may take seconds, and another
 * start takes longer.
 */
const connectionTimeout = 5000
/** Milliseconds between two checks whether it still runs: it is no child of this process. */
const checkInterval = 100

/**
 * Takes over the PostgreSQL that a killed Oja left running, if it is the same program with the same settings
 * and responds: a restart takes several times as long as the rest of the start. The dead Oja's open
 * transactions are ended first. Returns undefined if there is none, or it differs from what would be started
 * now. Linux only; the caller must hold the data folder's lock.
 */
export async function inheritPostmaster(
  program: string,
  clusterDir: string,
  connectionStringTo: (address: { socketDir: string; host: string; port: number }) => string,
): Promise<Inherited | undefined> {
  const file = readPidFile(clusterDir)
  if (process.platform !== 'linux' || !file?.ready || !file.socketDir) return undefined
  const { pid, socketDir, port } = file
  const address = { socketDir, host: '', port }
  const expected = [program, ...postgresArguments(clusterDir, address), ''].join('\0')
  if (!isRunning(pid, clusterDir) || commandLineOf(pid) !== expected) return undefined
  try {
    await endWork(connectionStringTo(address))
  } catch {
    return undefined // it is stopping, stands still, or has no room
  }
  return { postmaster: watch(pid, clusterDir), socketDir, port }
}

function isRunning(pid: number, clusterDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === clusterDir
  } catch {
    return false
  }
}

/** The words of a process's command line, each with a zero byte behind it. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** When this resolves, the dead Oja's connections hold no locks. */
async function endWork(connectionString: string): Promise<void> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: connectionTimeout,
    query_timeout: connectionTimeout,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ isEnded: boolean }>(
      `select pg_terminate_backend(pid, ${connectionTimeout / 2}) as "isEnded" from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    if (!rows.every(({ isEnded }) => isEnded)) throw new Error('Something goes on.')
  } finally {
    await Promise.race([client.end(), sleep(connectionTimeout)])
  }
}

function watch(pid: number, clusterDir: string): Postmaster {
  const send = (signal: NodeJS.Signals) => {
    if (isRunning(pid, clusterDir)) process.kill(pid, signal)
  }
  const signalOnExit = () => send('SIGINT')
  process.once('exit', signalOnExit)
  const ended = (async () => {
    while (isRunning(pid, clusterDir)) await sleep(checkInterval)
    process.off('exit', signalOnExit)
    return 'ended while nobody was its parent'
  })()
  return {
    ended,
    async stop() {
      send('SIGINT')
      const quitTimer = setTimeout(() => send('SIGQUIT'), 30_000)
      await ended
      clearTimeout(quitTimer)
    },
  }
}
