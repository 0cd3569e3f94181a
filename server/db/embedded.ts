import { readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DataDirInUse, lockDataDir } from './data-dir-lock.ts'
import { type Binaries, locateBinaries } from './embedded/binaries.ts'
import { passwordFile, prepareCluster } from './embedded/cluster.ts'
import { inheritPostmaster } from './embedded/inherit.ts'
import { keepRunning } from './embedded/keep-running.ts'
import { clearOrphans } from './embedded/orphans.ts'
import { readPidFile } from './embedded/pid-file.ts'
import { type PostmasterPlan, startPostmaster } from './embedded/postmaster.ts'
import { chooseRunAs, type RunAs } from './embedded/run-as.ts'
import * as settings from './embedded/settings.ts'
import { makeSocketDir, removeSocketDir, removeTemporarySocketDir } from './embedded/socket-dir.ts'

export interface EmbeddedPostgres {
  connectionString: string
  /** Stops PostgreSQL cleanly, then gives the data folder free. Open connections are ended. */
  stop(): Promise<void>
}

interface Options {
  /** Absolute path; made where it is missing. */
  dataDir: string
  log: { info(message: string): void; warn(message: string): void }
  /** How long to wait for another Oja to leave the data folder; 0 refuses at once. */
  waitForLockMs?: number
}

/**
 * Starts the PostgreSQL that Oja brings along, on the cluster `dataDir`/postgres, which it makes on the first start and
 * recovers after a crash. While it runs, it is started again whenever it ends by itself. Throws StartupError (and
 * DataDirInUse where another Oja works in `dataDir`).
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
    // Trying out how to run PostgreSQL takes a while: only where it has to be started.
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
    const keeper = keepRunning(running, makePlan, warn)
    const stop = async () => {
      await keeper.stop()
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

/** A cluster that nothing works on, and where it will be reached. */
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
 * Connects to the embedded PostgreSQL whether an Oja runs on `dataDir` or not: the running one's, or one started for
 * this. `stop` ends only what this call started.
 */
export async function borrowEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
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
  // No TLS on the machine itself, whatever PGSSLMODE says.
  const query = new URLSearchParams({ sslmode: 'disable' })
  if (address.socketDir) {
    query.set('host', address.socketDir)
    query.set('port', String(address.port))
    // Percent signs, not plus signs, for spaces: the driver reads the query with decodeURIComponent.
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
