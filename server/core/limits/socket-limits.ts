import { bounds, scaleLimit, scaleRate } from '#server/bounds.ts'
import type { Env } from '#server/env.ts'
import { mayBeShared } from '#server/lib/ip-addresses.ts'
import { AppError } from '#shared/errors.ts'
import { subnetShare } from '#shared/rate-limits.ts'
import { shedRequests } from '../observe/metrics.ts'
import { overloaded } from './overload.ts'
import { type Bucket, createBucket } from './token-bucket.ts'

/** The open sockets of one account or network, and the events that they share. */
interface Group {
  open: number
  bucket: Bucket
}

interface Membership {
  /** Shared by all sockets of the group. */
  bucket: Bucket
  /** Call it when the socket is closed. */
  leave(): void
}

/** Limits the open sockets of this process by account, by network and in total. */
export interface SocketLimits {
  /**
   * Counts a connection; throws RATE_LIMITED if its network has too many open, OVERLOADED if the process has.
   */
  enterNetwork(network: string): Membership
  /** Counts a signed-in socket; throws RATE_LIMITED if the account has too many open. */
  enterAccount(userId: number): Membership
}

/** Above this number of groups, those without sockets are removed. */
const sweepThreshold = 1000

export function createSocketLimits(
  env: Pick<Env, 'RATE_LIMIT_FACTOR'>,
  total: number = bounds.sockets.total,
): SocketLimits {
  const groups = new Map<string, Group>()
  const connections = new Set<Membership>()
  let sweepAt = sweepThreshold

  /** A group without sockets stays until its bucket is full: reopening sockets gives no new tokens. */
  function sweep(): void {
    if (groups.size < sweepAt) return
    for (const [key, { open, bucket }] of groups) if (open === 0 && bucket.isFull()) groups.delete(key)
    sweepAt = Math.max(sweepThreshold, groups.size * 2)
  }

  /** `share`: of the limits of an account or an IPv4 address. */
  function enter(kind: 'account' | 'address', id: number | string, share = 1): Membership {
    sweep()
    const key = `${kind} ${id}`
    const { burst, perSecond } = bounds.events[kind]
    const events = scaleRate(env, { burst: burst * share, perSecond: perSecond * share })
    const group = groups.get(key) ?? { open: 0, bucket: createBucket(events) }
    if (group.open >= scaleLimit(env, bounds.sockets[kind] * share)) throw tooManyOpen()
    groups.set(key, group)
    group.open += 1
    let isOpen = true
    return {
      bucket: group.bucket,
      leave() {
        if (isOpen) group.open -= 1
        isOpen = false
      },
    }
  }

  return {
    enterNetwork(network) {
      if (connections.size >= total) {
        shedRequests.inc({ reason: 'sockets' })
        throw overloaded()
      }
      const share = mayBeShared(network) ? 1 : subnetShare
      const { bucket, leave } = enter('address', network, share)
      const connection: Membership = {
        bucket,
        leave() {
          leave()
          connections.delete(connection)
        },
      }
      connections.add(connection)
      return connection
    },
    enterAccount: (userId) => enter('account', userId),
  }
}

function tooManyOpen(): AppError {
  return new AppError('RATE_LIMITED', 'Oja is open in very many tabs. Please close some of them.')
}
