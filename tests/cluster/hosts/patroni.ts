import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { chooseRunAs } from '#server/db/embedded/run-as.ts'
import { ask } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'
import { type Cluster, databaseHosts, valuesOf } from './all-hosts.ts'
import { jsonOf } from './ask.ts'
import type { Host } from './host.ts'
import { addressOf } from './network.ts'
import { filled, fillIn } from './template.ts'

// Settings that keep PostgreSQL's shared memory within the host, so that it ends with the host.
const ownMemory = [
  'unshare',
  '--ipc',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs tmpfs /dev/shm && exec "$@"',
  'sh',
]

/** Adds PostgreSQL under Patroni to its three hosts. */
export async function addPatroni(cluster: Cluster): Promise<void> {
  const { bin, patroni } = cluster.programs
  for (const name of databaseHosts) {
    const host = cluster.hosts[name]
    const values = { BIN: bin, SHARED_BUFFERS: '128MB', WATCHDOG: "'off'" }
    const file = fillIn('patroni.yml', join(host.folder, 'patroni.yml'), {
      ...valuesOf(cluster, host),
      ...values,
    })
    const runAs = await chooseRunAs(join(bin, 'postgres'), host.folder, join(host.folder, 'postgres'))
    const { owner } = runAs
    if (owner) for (const path of [file, host.folder]) chownSync(path, owner.uid, owner.gid)
    const asUser =
      runAs.uid === undefined
        ? []
        : ['setpriv', `--reuid=${runAs.uid}`, `--regid=${runAs.gid}`, '--clear-groups', '--']
    host.add({
      name: 'patroni',
      command: [...ownMemory, ...runAs.prefix, ...asUser, ...patroni.command, file],
      env: patroni.env,
      isReady: async () => (await memberOf(host))?.state === 'running',
    })
  }
}

interface Member {
  state: string
  role: string
  timeline?: number
  sync_standby?: boolean
}

/** The state of a host according to its Patroni; null without a response. */
const memberOf = (host: Host) => jsonOf<Member>(`http://${host.address}:8008/patroni`)

/** The host whose Patroni holds the leader's lock; null if there is none. */
export async function findPrimary({ hosts }: Cluster): Promise<Host | null> {
  const all = databaseHosts.map((name) => hosts[name])
  const states = await Promise.all(
    all.map(async ({ address }) => {
      const answer = await fetch(`http://${address}:8008/primary`, {
        signal: AbortSignal.timeout(1000),
      }).catch(() => null)
      await answer?.body?.cancel()
      return answer?.status === 200
    }),
  )
  return all.find((_, index) => states[index]) ?? null
}

/** The host that has every acknowledged write. */
export async function findSyncStandby({ hosts }: Cluster): Promise<Host | null> {
  for (const name of databaseHosts) if ((await memberOf(hosts[name]))?.sync_standby) return hosts[name]
  return null
}

/** Resolves when there is a primary and a synchronous standby, and `replicas` stream from it. */
export async function allStream(cluster: Cluster, replicas = 2): Promise<void> {
  await until(
    `${replicas} replicas that stream`,
    async () => {
      const primary = await findPrimary(cluster)
      if (!primary) return false
      const url = superuserUrl(cluster, primary.address, 5432)
      const query = "select sync_state from pg_stat_replication where state = 'streaming'"
      const rows = await ask<{ sync_state: string }>(url, query).catch(() => [])
      return rows.length >= replicas && rows.some(({ sync_state }) => sync_state === 'sync')
    },
    120_000,
  )
}

export function superuserUrl(
  { secrets }: Cluster,
  address: string,
  port: number,
  database = 'postgres',
): string {
  return `postgresql://postgres:${secrets.SUPERUSER_PASSWORD}@${address}:${port}/${database}`
}

/** The address of Oja's database for its nodes: the load balancer, which routes to the primary. */
export const primaryUrl = ({ secrets }: Cluster) =>
  `postgresql://oja:${secrets.OJA_PASSWORD}@${addressOf('lb')}:5000/oja`

/** Creates role and database, once, through the load balancer. */
export async function createDatabase(cluster: Cluster): Promise<void> {
  const url = superuserUrl(cluster, addressOf('lb'), 5000)
  const text = filled('database.sql', cluster.secrets).replace(/^--.*$/gm, '')
  for (const statement of text.split(';')) if (statement.trim()) await ask(url, statement)
}
