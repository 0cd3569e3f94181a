/**
 * Measures the cost of conversations between people on different processes: `node bench/crossing.ts` (needs
 * redis-server, and Linux). Runs the same conversations at the same rate on one node without Redis, on one
 * with it, and on two, where every message crosses. Prints each part's milliseconds of processor time per
 * message; docs/scaling.md has the figures. `CPU_PROF=<folder>` writes profiles of the nodes there.
 */
import { Redis } from 'ioredis'
import { openPool } from '#server/db/pool.ts'
import { hasRedis, startRedisServer } from '#tests/support/redis-server.ts'
import { prepareMarketplace } from './data/prepare-marketplace.ts'
import { median } from './report/statistics.ts'
import { type OjaServer, startOja } from './servers/oja-server.ts'
import { databaseClock } from './servers/processor-clocks.ts'
import { makeChatters } from './sockets/chatters.ts'
import { openCrowd } from './sockets/open-crowd.ts'

if (!hasRedis) throw new Error('Install redis-server, or name another with REDIS_SERVER.')

const people = 40
const messagesPerSecond = 60
const secondsToWarm = 10
const seconds = 15
const rounds = 3

const marketplace = await prepareMarketplace('10k', console.error)
const pool = openPool(marketplace.connectionString, { max: 2, withoutTimeouts: true })
const redis = await startRedisServer()
const redisClient = new Redis(redis.url)
const chatters = await makeChatters(pool.db, people, 1)
const databaseTime = (await databaseClock(pool.db)) ?? (() => Number.NaN)

/** Milliseconds of Redis's processor time so far. */
async function redisTime(): Promise<number> {
  const lines = (await redisClient.info('cpu')).matchAll(/^used_cpu_(?:user|sys):(\S+)/gm)
  return [...lines].reduce((sum, [, spent]) => sum + Number(spent) * 1000, 0)
}

/** Milliseconds of each part, and of all nodes together. */
async function spent(nodes: OjaServer[]): Promise<Record<string, number>> {
  const used = await Promise.all(nodes.map((node) => node.usage()))
  return {
    Oja: used.reduce((sum, { cpu }) => sum + cpu, 0),
    Redis: await redisTime(),
    PostgreSQL: databaseTime(),
  }
}

async function measure(count: number, settings: Record<string, string>): Promise<Record<string, number>> {
  const profile = process.env.CPU_PROF
  const environment = {
    ...settings,
    ...(profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` } : {}),
  }
  const nodes = await Promise.all(
    Array.from({ length: count }, () => startOja(marketplace.connectionString, environment)),
  )
  const crowd = await openCrowd(
    nodes.map(({ origin }) => origin),
    chatters.cookies,
    100,
  )
  try {
    await crowd.talk(chatters.talks, messagesPerSecond, secondsToWarm)
    const before = await spent(nodes)
    const talk = await crowd.talk(chatters.talks, messagesPerSecond, seconds)
    const after = await spent(nodes)
    if (talk.delivered !== talk.due || talk.echoed !== talk.due || talk.duplicated > 0)
      throw new Error(`Of ${talk.due} messages ${talk.delivered} were delivered, ${talk.duplicated} twice.`)
    const each = Object.keys(after).map((part) => [
      part,
      ((after[part] ?? 0) - (before[part] ?? 0)) / talk.due,
    ])
    return { ...Object.fromEntries(each), 'delivered p50': talk.delivery.p50 }
  } finally {
    await crowd.stop()
    for (const node of nodes) await node.stop()
  }
}

const kinds: [string, number, Record<string, string>][] = [
  ['one node, no Redis', 1, {}],
  ['one node, Redis', 1, { REDIS_URL: redis.url }],
  ['two nodes, every message crosses', 2, { REDIS_URL: redis.url }],
]
const found: Record<string, Record<string, number>[]> = {}
try {
  // In rotation, so that other work on the machine affects all alike.
  for (let round = 1; round <= rounds; round += 1)
    for (const [name, count, settings] of kinds) {
      const figures = await measure(count, settings)
      console.error(`round ${round}, ${name}`, figures)
      found[name] = [...(found[name] ?? []), figures]
    }
} finally {
  await chatters.leave()
  redisClient.disconnect()
  await redis.stop()
  await pool.close()
  await marketplace.stop()
}

console.log('Milliseconds of processor time a message, medians:')
for (const [name, runs] of Object.entries(found)) {
  const parts = Object.keys(runs[0] ?? {}).map(
    (part) => `${part} ${median(runs.map((run) => run[part] ?? Number.NaN)).toFixed(2)}`,
  )
  console.log(`  ${name}: ${parts.join(', ')}`)
}
