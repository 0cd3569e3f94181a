import { ask } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'
import { type Cluster, createCluster, databaseHosts, ojaHosts, redisHosts } from './hosts/all-hosts.ts'
import { statusOf } from './hosts/ask.ts'
import { addEtcd } from './hosts/etcd.ts'
import { addHaproxy, publicUrl } from './hosts/haproxy.ts'
import type { RunFolders } from './hosts/host.ts'
import { addMail } from './hosts/mail-host.ts'
import { addOja } from './hosts/oja-hosts.ts'
import { addPatroni, allStream, createDatabase, findPrimary, primaryUrl } from './hosts/patroni.ts'
import { preparePostgres } from './hosts/postgres-programs.ts'
import { addRedis, findMaster } from './hosts/redis-hosts.ts'
import { addStore, createBucket } from './hosts/store.ts'

/** Starts every host, and reports the duration of each part. */
export async function bringUp(folders: RunFolders, report: (line: string) => void): Promise<Cluster> {
  const cluster = createCluster(folders, await preparePostgres())
  // One address writes as much as many people.
  cluster.settings = {
    RATE_LIMIT_FACTOR: '1000',
    PROOF_OF_WORK: '0',
    SECOND_FACTOR: 'optional',
    LOG_LEVEL: 'info',
  }
  addEtcd(cluster)
  await addPatroni(cluster)
  addRedis(cluster)
  addStore(cluster)
  addMail(cluster)
  addHaproxy(cluster)
  addOja(cluster)
  const { hosts } = cluster

  const step = async (what: string, work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    report(`${what.padEnd(58)} ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`)
  }
  await step('HAProxy, mail server', () => Promise.all([hosts.lb.start(), hosts.mail.start()]))
  await step('three Redis with Sentinel', async () => {
    await Promise.all(redisHosts.map((name) => hosts[name].start()))
    await until('a master', () => findMaster(cluster))
  })
  await step('OpenStack Swift with its S3 interface, a bucket', async () => {
    await hosts.s3.start()
    await createBucket(cluster)
  })
  await step('three etcd', async () => {
    for (const name of databaseHosts) hosts[name].service('etcd').start()
    await Promise.all(databaseHosts.map((name) => hosts[name].service('etcd').ready()))
  })
  await step('Patroni: a primary', async () => {
    for (const name of databaseHosts) hosts[name].service('patroni').start()
    await until('a primary', () => findPrimary(cluster), 120_000)
  })
  await step('two replicas stream, one of them synchronously', () => allStream(cluster))
  await step('the database, through HAProxy', async () => {
    await until('the primary at the balancer', () =>
      createDatabase(cluster).then(
        () => true,
        (error) => {
          if (!/ECONN|terminated|closed|reset/i.test(`${error.code} ${error.message}`)) throw error
          return false
        },
      ),
    )
    await ask(primaryUrl(cluster), 'select 1')
  })
  await step('three Oja nodes, from an empty database', () =>
    Promise.all(ojaHosts.map((name) => hosts[name].start(180_000))),
  )
  await step('Oja at the balancer', async () => {
    await until('pages', async () => (await statusOf(`${publicUrl}/`)) === 200)
  })
  return cluster
}
