import { join } from 'node:path'
import { tell } from './ask.ts'
import { type Cluster, redisHosts, valuesOf } from './cluster.ts'
import type { Host } from './host.ts'
import { addressOf } from './network.ts'
import { fillIn } from './template.ts'

/** Puts a Redis and a Sentinel on each of their hosts; the first is master at first. */
export function addRedis(cluster: Cluster): void {
  for (const name of redisHosts) {
    const host = cluster.hosts[name]
    const values = {
      ...valuesOf(cluster, host),
      REPLICAOF: name === 'redis1' ? '' : `replicaof ${addressOf('redis1')} 6379`,
    }
    // Sentinel writes into both.
    const redis = fillIn('redis.conf', join(host.folder, 'redis.conf'), values)
    const sentinel = fillIn('sentinel.conf', join(host.folder, 'sentinel.conf'), values)
    host.add({
      name: 'redis',
      command: ['redis-server', redis],
      isReady: async () => (await askRedis(cluster, host, 6379, 'PING')).includes('+PONG'),
    })
    host.add({
      name: 'sentinel',
      command: ['redis-sentinel', sentinel],
      isReady: async () => (await askRedis(cluster, host, 26_379, 'PING')).includes('+PONG'),
    })
  }
}

/** Resolves with what a Redis or a Sentinel says to one command whose answer is short. */
async function askRedis(cluster: Cluster, host: Host, port: number, command: string): Promise<string> {
  const welcome = '+OK\r\n'
  const lines = [`AUTH ${cluster.secrets.REDIS_PASSWORD}`, command]
  const isAll = (said: string) => said.length > welcome.length && said.endsWith('\r\n')
  return (await tell(host.address, port, lines, isAll)).slice(welcome.length)
}

/** The host that the Sentinels agree to be master, by the answer of the first that has one. */
export async function findMaster(cluster: Cluster): Promise<Host | null> {
  for (const name of redisHosts) {
    const said = await askRedis(
      cluster,
      cluster.hosts[name],
      26_379,
      'SENTINEL get-master-addr-by-name oja',
    ).catch(() => '')
    const found = redisHosts.find((one) => said.includes(`${cluster.hosts[one].address}\r\n`))
    if (found) return cluster.hosts[found]
  }
  return null
}
