import { join } from 'node:path'
import { type Cluster, redisHosts, valuesOf } from './all-hosts.ts'
import { sendLines } from './ask.ts'
import type { Host } from './host.ts'
import { addressOf } from './network.ts'
import { fillIn } from './template.ts'

/** Adds a Redis and a Sentinel to each of their hosts; the first is the initial master. */
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

/** Sends one command to a Redis or a Sentinel; resolves with its short response. */
async function askRedis(cluster: Cluster, host: Host, port: number, command: string): Promise<string> {
  const welcome = '+OK\r\n'
  const lines = [`AUTH ${cluster.secrets.REDIS_PASSWORD}`, command]
  const isAll = (received: string) => received.length > welcome.length && received.endsWith('\r\n')
  return (await sendLines(host.address, port, lines, isAll)).slice(welcome.length)
}

/** The master according to the first Sentinel that responds. */
export async function findMaster(cluster: Cluster): Promise<Host | null> {
  for (const name of redisHosts) {
    const reply = await askRedis(
      cluster,
      cluster.hosts[name],
      26_379,
      'SENTINEL get-master-addr-by-name oja',
    ).catch(() => '')
    const found = redisHosts.find((one) => reply.includes(`${cluster.hosts[one].address}\r\n`))
    if (found) return cluster.hosts[found]
  }
  return null
}
