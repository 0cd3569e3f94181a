import { readFileSync, realpathSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '#server/lib/startup-error.ts'
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts'
import { type Binaries, locateBinaries } from './embedded/binaries.ts'
import { passwordFile, prepareCluster } from './embedded/cluster.ts'
import { inheritPostmaster } from './embedded/inherit.ts'
import { clearOrphans } from './embedded/orphans.ts'
import { readPidFile } from './embedded/pid-file.ts'
import * as settings from './embedded/postgres-settings.ts'
import { type PostmasterPlan, startPostmaster } from './embedded/postmaster.ts'
import { chooseRunAs, type RunAs } from './embedded/run-as.ts'
import { makeSocketDir, removeSocketDir, removeTemporarySocketDir } from './embedded/socket-dir.ts'
import { supervise } from './embedded/supervise.ts'

export interface EmbeddedPostgres {
  connectionString: string
  /** Stops PostgreSQL cleanly, then releases the data folder. Open connections are ended. */
  stop(): Promise<void>
}

interface Options {
  /** Absolute path; created if needed. */
  dataDir: string
  log: { info(message: string): void; warn(message: string): void }
  /** Milliseconds to wait for another Oja to release the data folder; 0 fails at once. */
  waitForLockMs?: number
}

/**
 * Starts the embedded PostgreSQL on the cluster `dataDir`/postgres. The first start creates the cluster; a
 * start after a crash recovers it. Restarts PostgreSQL whenever it ends by itself. Throws StartupError
 * (DataDirInUse if another Oja uses `dataDir`).
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  waitForLockMs = 0,
}: Options): Promise<EmbeddedPostgres> {
  const lock = await lockDataDir(dataDir, waitForLockMs)
  try {
    const folder = realpathSync(dataDir)
    const warn = (message: string) => log.warn(message)
    const clusterDir = join(folder, 'postgres')
    const binaries = await locateBinaries()
    let runAs: RunAs | undefined
    // Finding out how to run PostgreSQL takes a while, so it is done only if it has to be started.
    const choose = async () => {
      runAs ??= await chooseRunAs(binaries.postgres, folder, clusterDir)
      return runAs
    }
    const inherited = await inheritPostmaster(binaries.postgres, clusterDir, (address) =>
      connectionStringTo(folder, address),
    )
    const address = inherited
      ? { socketDir: inherited.socketDir, host: '', port: inherited.port }
      : await prepare(binaries, await choose(), folder, clusterDir, warn)
    const makePlan = async () => ({
      binaries,
      runAs: await choose(),
      clusterDir,
      logFile: join(folder, 'postgres.log'),
      ...address,
    })
    const running = inherited?.postmaster ?? (await startPostmaster(await makePlan(), warn))
    const supervisor = supervise(running, makePlan, warn)
    const stop = async () => {
      await supervisor.stop()
      if (address.socketDir) removeSocketDir(address.socketDir)
      lock.release()
    }
    try {
      if (!inherited) await createDatabase(connectionStringTo(folder, address, 'postgres'))
    } catch (error) {
      await stop()
      throw error
    }
    return { connectionString: connectionStringTo(folder, address), stop }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Prepares a cluster that no process uses, and the address where it will listen. */
async function prepare(
  binaries: Binaries,
  runAs: RunAs,
  folder: string,
  clusterDir: string,
  warn: (message: string) => void,
): Promise<Address> {
  const leftBehind = readPidFile(clusterDir)
  await clearOrphans(clusterDir, warn)
  if (leftBehind) removeTemporarySocketDir(leftBehind.socketDir)
  await prepareCluster(binaries, runAs, folder, clusterDir)
  return chooseAddress(folder, runAs.owner)
}

/**
 * Connects to the embedded PostgreSQL of `dataDir`: that of a running Oja, or one started for this call.
 * `stop` ends only what this call started. Throws StartupError if Oja was never started there.
 */
export async function borrowEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  if (!statSync(join(options.dataDir, 'postgres'), { throwIfNoEntry: false }))
    throw new StartupError(
      `There is no marketplace in ${options.dataDir}.`,
      'Name the settings of yours (--settings <file>, or DATA_DIR), or start Oja there first.',
    )
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      return await startEmbeddedPostgres(options)
    } catch (error) {
      if (!(error instanceof DataDirInUse) || Date.now() > deadline) throw error
    }
    const folder = realpathSync(options.dataDir)
    const running = readPidFile(join(folder, 'postgres'))
    if (running?.ready) {
      const address = { ...running, host: running.socketDir ? '' : '127.0.0.1' }
      return { connectionString: connectionStringTo(folder, address), stop: async () => {} }
    }
    await sleep(200) // the other one is just starting or stopping
  }
}

type Address = Pick<PostmasterPlan, 'socketDir' | 'host' | 'port'>

async function chooseAddress(folder: string, owner?: { uid: number; gid: number }): Promise<Address> {
  if (process.platform === 'win32') return { socketDir: '', host: '127.0.0.1', port: await findFreePort() }
  return { socketDir: makeSocketDir(folder, settings.port, owner), host: '', port: settings.port }
}

function connectionStringTo(folder: string, address: Address, database = settings.database): string {
  // No TLS within the machine, whatever PGSSLMODE is.
  const query = new URLSearchParams({ sslmode: 'disable' })
  if (address.socketDir) {
    query.set('host', address.socketDir)
    query.set('port', String(address.port))
    // Spaces as %20, not plus signs: the driver decodes the query with decodeURIComponent.
    return `postgresql://${settings.user}@localhost/${database}?${query.toString().replaceAll('+', '%20')}`
  }
  const password = readFileSync(passwordFile(folder), 'utf8').trim()
  return `postgresql://${settings.user}:${password}@${address.host}:${address.port}/${database}?${query}`
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

async function createDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [settings.database])
    if (!rowCount) await client.query(`create database ${settings.database}`)
  } finally {
    await client.end()
  }
}
