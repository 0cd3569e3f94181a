import { describe, expect, test, vi } from 'vitest'
import { type Pair, startPair } from '#tests/support/redis-pair.ts'
import {
  assignAllSlots,
  hasRedis,
  startRedisServer,
  startReplicaOf,
  startSentinel,
} from '#tests/support/redis-server.ts'
import { connectSocket, record } from '#tests/support/sockets.ts'
import { createRealtime } from '../realtime/realtime.ts'
import { openRedis } from './redis.ts'

/** Milliseconds: a wait for a Redis that is away would have no end. */
const notForever = 30_000

test('[REDIS-AWAY] a start waits about a second for a Redis that is down', async () => {
  const begun = performance.now()
  const redis = await openRedis({ REDIS_URL: ['redis://127.0.0.1:1'], REDIS_SENTINEL_MASTER: undefined })
  expect(performance.now() - begun).toBeLessThan(notForever)
  expect(redis?.state()).toBe('away')
  await expect(redis?.client.del('key')).rejects.toThrow()
  redis?.close()
})

describe.skipIf(!hasRedis)('with a Redis (REDIS_SERVER, or redis-server on the PATH)', () => {
  test('[REDIS-AWAY] a process that started without Redis gets the events of others once it is up', async () => {
    const late = await startRedisServer()
    await late.kill()
    const pair = await startPair({ REDIS_URL: late.url })
    try {
      expect(pair.first.redis?.state()).toBe('away')
      await late.start()
      await receivesFromFirst(pair)
    } finally {
      await pair.close()
      await late.stop()
    }
  })

  test('[REDIS-SENTINEL] when the master is lost, the process connects to the one that Sentinel names', async () => {
    const master = await startRedisServer()
    const replica = await startReplicaOf(master)
    const sentinel = await startSentinel(master)
    const watched = await startPair({ REDIS_URL: sentinel.url, REDIS_SENTINEL_MASTER: 'oja' })
    try {
      const { first } = watched
      expect(first.redis?.state()).toBe('ok')
      await receivesFromFirst(watched)
      await master.kill()
      await expect.poll(() => first.redis?.state()).toBe('away')
      await expect.poll(() => first.redis?.state()).toBe('ok')
      await receivesFromFirst(watched)
      // A replica would refuse it.
      await first.redis?.client.del('key')
    } finally {
      await watched.close()
      await sentinel.stop()
      await replica.stop()
      await master.stop()
    }
  })

  test('[REDIS-CLUSTER] several addresses mean a Cluster', async () => {
    const node = await startRedisServer(['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1'])
    await assignAllSlots(node)
    const pair = await startPair({ REDIS_URL: `${node.url},${node.url}` })
    try {
      expect(pair.first.redis?.state()).toBe('ok')
      await receivesFromFirst(pair)
      expect((await pair.first.app.inject('/api/categories')).statusCode).toBe(200)
      await node.kill()
      await expect.poll(() => pair.first.redis?.state()).toBe('away')
      expect((await pair.first.app.inject('/api/categories')).statusCode).toBe(200)
    } finally {
      await pair.close()
      await node.stop()
    }
  })

  test('a start that fails after Redis was opened can close it before its sockets', async () => {
    const server = await startRedisServer()
    const redis = await openRedis({ REDIS_URL: [server.url], REDIS_SENTINEL_MASTER: undefined })
    createRealtime(redis)
    redis?.close()
    // A read that is repeated in microtasks would let no timer run.
    await vi.waitFor(() => expect(redis?.state()).toBe('away'), { timeout: 30_000 })
    await server.stop()
  })
})

/** A socket of the second process receives what the first one emits. */
async function receivesFromFirst({ first, origins }: Pair): Promise<void> {
  const user = await first.user()
  const received = record(await connectSocket(origins[1], user.cookie), 'listing_changed')
  await expect
    .poll(() => {
      first.realtime.emitToRooms([`user:${user.id}`], 'listing_changed', { listingId: 1 })
      return received.length
    })
    .toBeGreaterThan(0)
}
