import type { FastifyRequest } from 'fastify'
import { mayBeShared, networkOf } from '#server/lib/ip-addresses.ts'
import { AppError } from '#shared/errors.ts'
import { type RateLimit, type RateLimitName, rateLimits, subnetShare } from '#shared/rate-limits.ts'
import { scaleLimit } from '../../bounds.ts'
import type { Db } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import type { Redis } from '../redis/redis.ts'
import type { Viewer } from '../session/session.ts'
import { createFixedWindowLimiter } from './fixed-window-limiter.ts'
import { type Counter, createCounter } from './rate-limit-store.ts'

interface Services {
  db: Db
  env: Env
  redis: Redis | null
}

export const tooManyRequests = 'Too many requests. Please wait a moment and try again.'

/** Uncounts the call; does nothing where every call counts, not only successes. */
export type Refund = () => Promise<void>

/**
 * Counts one call: for the signed-in account first, then for the caller's network. Throws RATE_LIMITED
 * if either limit is reached. If the network's is, the account's count is refunded, except where it is stored
 * in PostgreSQL. `default` counts for the account only: `addressLimit` counts the network.
 */
export type RateLimiter = (name: RateLimitName, viewer: Viewer | null, ip: string) => Promise<Refund>

type Limit = (viewer: Viewer | null, ip: string) => Promise<Refund>

/** Fixed windows for everything in `rateLimits`, in Redis if configured. */
export function createRateLimiter(services: Services): RateLimiter {
  const names = Object.keys(rateLimits) as RateLimitName[]
  const limits = Object.fromEntries(names.map((name) => [name, createLimit(services, name)])) as Record<
    RateLimitName,
    Limit
  >
  return (name, viewer, ip) => limits[name](viewer, ip)
}

function createLimit({ db, env, redis }: Services, name: RateLimitName): Limit {
  const rule: RateLimit = rateLimits[name]
  const stored = createFixedWindowLimiter(
    { db, env },
    name,
    { max: rule.account, window: rule.window },
    rule.sentence,
  )
  const accounts = createCounter(redis, `account ${name}`)
  const networks = createCounter(redis, `network ${name}`)

  async function consume(counter: Counter, key: string, max: number): Promise<Refund> {
    const { current, ttl } = await counter.consume(key, rule.window * 1000)
    const refund = () => counter.refund(key)
    if (current <= max) return refund
    // A refused call does not count towards a limit on successes.
    if (rule.counts === 'successes') await refund()
    throw new AppError('RATE_LIMITED', rule.sentence ?? tooManyRequests, {
      retryAfter: Math.ceil(ttl / 1000),
    })
  }

  async function consumeOfAccount(viewer: Viewer | null): Promise<Refund[]> {
    if (!viewer) return []
    const key = String(viewer.id)
    if (rule.accountIn === 'volatile') return [await consume(accounts, key, scaleLimit(env, rule.account))]
    await stored.consume(key)
    return []
  }

  return async (viewer, ip) => {
    const refunds = await consumeOfAccount(viewer)
    const refund = async () => void (await Promise.all(refunds.map((refundOne) => refundOne())))
    try {
      if (name !== 'default') {
        const network = networkOf(ip)
        refunds.push(await consume(networks, network, networkMax(env, rule, network)))
      }
    } catch (error) {
      await refund()
      throw error
    }
    return rule.counts === 'successes' ? refund : async () => {}
  }
}

/** The default limit of an address, as an option of @fastify/rate-limit; counted before the body is read. */
export function addressLimit(env: Env) {
  const rule = rateLimits.default
  return {
    max: (_: FastifyRequest, network: string) => networkMax(env, rule, network),
    timeWindow: rule.window * 1000,
    keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
  }
}

function networkMax(env: Env, { address }: RateLimit, network: string): number {
  return scaleLimit(env, mayBeShared(network) ? address : address * subnetShare)
}
