import { appendFileSync, chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'

export interface ReplicatedDatabase {
  primaryUrl: string
  /** The primary's data folder. */
  primaryDir: string
  replicaUrl: string
  /** The replica receives writes but applies none until `resume`. */
  pauseReplay(): Promise<void>
  resume(): Promise<void>
  /** Stops the replica. */
  stopReplica(): Promise<void>
  stop(): Promise<void>
}

/** A migrated primary and a streaming replica: two real servers in their own folders. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'oja-replica-'))
  const [primaryDir, replicaDir] = [join(folder, 'primary'), join(folder, 'replica')]
  mkdirSync(replicaDir)
  const primary = await startEmbeddedPostgres({ dataDir: primaryDir, log: console })
  const { db, close } = openPool(primary.connectionString, { max: 1 })
  await migrate(db)
  await close()
  await copyCluster(primary, join(primaryDir, 'postgres'), join(replicaDir, 'postgres'))
  const replica = await startEmbeddedPostgres({ dataDir: replicaDir, log: console })
  let isReplicaUp = true
  const stopReplica = async () => {
    if (isReplicaUp) await replica.stop()
    isReplicaUp = false
  }
  return {
    primaryUrl: primary.connectionString,
    primaryDir,
    replicaUrl: replica.connectionString,
    pauseReplay: () => ask(replica, 'select pg_wal_replay_pause()'),
    resume: () => ask(replica, 'select pg_wal_replay_resume()'),
    stopReplica,
    async stop() {
      await stopReplica()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A manual base backup: the embedded PostgreSQL has no pg_basebackup. */
async function copyCluster(primary: EmbeddedPostgres, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: primary.connectionString })
  await client.connect()
  await client.query(`select pg_backup_start('replica', true)`)
  cpSync(from, to, { recursive: true, filter: (path) => !basename(path).startsWith('postmaster.') })
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  await client.end()
  chmodSync(to, 0o700)
  writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(to, 'standby.signal'), '')
  const { searchParams, username } = new URL(primary.connectionString)
  const source = `host=${searchParams.get('host')} port=${searchParams.get('port')} user=${username}`
  appendFileSync(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
}

async function ask({ connectionString }: EmbeddedPostgres, text: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(text)
  await client.end()
}
