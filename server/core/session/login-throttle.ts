import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/pool.ts'
import type { Env } from '#server/env.ts'
import { networkOf } from '#server/lib/ip-addresses.ts'
import type { AccountEventType, SignInMethod } from '#shared/contract/second-factor.ts'
import { AppError } from '#shared/errors.ts'
import { scaleLimit } from '../../bounds.ts'
import { logEvent } from './account-events.ts'
import type { KnownDevice } from './device-cookie.ts'
import {
  readRetryAfter,
  recordFailure,
  resetThrottles,
  type ThrottleRule,
  takeAttempt,
} from './login-throttle.db.ts'
import { userAgentOf } from './session.ts'

/**
 * Counts wrong passwords and codes in the database, so that restarts and other processes share the counts.
 * Beyond the free attempts, each wrong one doubles the delay. The delay for the target (an account) is longer
 * than for the source network, since thousands of phones may share one address of a mobile carrier. A browser
 * that signed in to the account before (`device`) has its own counter, which strangers' attempts do not
 * affect; once its free attempts are used up, it counts as a stranger.
 */
export interface LoginThrottle {
  /**
   * Counts an attempt on `who` before it is checked; throws RATE_LIMITED while `who` or the network must
   * wait.
   */
  take(request: FastifyRequest, who: string, device?: KnownDevice | null): Promise<void>
  /**
   * Records a failed attempt: counts it for the network too, and records it for the account's owner, if there
   * is one.
   */
  fail(request: FastifyRequest, failure: Failure): Promise<void>
  /**
   * Records a successful attempt: resets the counter of `who`. With `device`, resets only the device's
   * counter, not the strangers'.
   */
  succeed(who: string, device?: KnownDevice | null): Promise<void>
}

interface Failure {
  userId: number | null
  type: AccountEventType
  method: SignInMethod
}

/** About twenty attempts in the first hour, the free ones included; about a hundred a day in the long run. */
const accountRule: ThrottleRule = { free: 10, first: 5, maxDelay: 900, forgottenAfter: 1800 }
/** A thief of a device cookie gets these attempts once; then the cookie is worthless. */
const deviceRule: ThrottleRule = { free: 10, first: 900, maxDelay: 900, forgottenAfter: 1800 }
const networkRule: ThrottleRule = { free: 50, first: 2, maxDelay: 60, forgottenAfter: 20 }

/**
 * Wrong reset codes from browsers that requested them, per e-mail address. Each code has five attempts, so this
 * allows twenty codes. It bounds guessing in addition to the limit on mails; the link in the mail needs no
 * attempt.
 */
export const requestedCodeRule: ThrottleRule = { free: 100, first: 900, maxDelay: 900, forgottenAfter: 900 }

/** Ten mails with a reset code per e-mail address, then at most one in six minutes: enough for a person who waits for one. */
export const resetMailRule: ThrottleRule = { free: 10, first: 360, maxDelay: 3600, forgottenAfter: 360 }

/**
 * `kind` separates the counters of different purposes; `sentence` tells the blocked person what else to do.
 * With `throttlesNetwork` false, failures of others on the same network cause no delay.
 */
export function createLoginThrottle(
  db: Db,
  env: Env,
  kind: string,
  sentence: string,
  { rule = accountRule, throttlesNetwork = true }: { rule?: ThrottleRule; throttlesNetwork?: boolean } = {},
): LoginThrottle {
  const times = (rule: ThrottleRule) => ({ ...rule, free: scaleLimit(env, rule.free) })
  const forAccount = times(rule)
  const forDevice = times(deviceRule)
  const forNetwork = times(networkRule)
  const keyOf = (who: string) => hash(`${kind} ${who.toLowerCase()}`)
  const networkKeyOf = (request: FastifyRequest) => hash(`place ${networkOf(request.ip)}`)

  return {
    async take(request, who, device) {
      if (device) {
        if (await takeAttempt(db, keyOf(device.key), forDevice, null)) return
        await device.distrust()
      }
      const key = keyOf(who)
      const network = throttlesNetwork ? networkKeyOf(request) : null
      if (await takeAttempt(db, key, forAccount, network)) return
      const retryAfter = await readRetryAfter(db, network ? [key, network] : [key])
      throw new AppError('RATE_LIMITED', sentence, { retryAfter })
    },
    async fail(request, failure) {
      const from = { ip: request.ip, userAgent: userAgentOf(request) }
      await recordFailure(db, networkKeyOf(request), forNetwork, { ...failure, ...from })
      logEvent(request, { ...failure, userId: failure.userId ?? undefined })
    },
    succeed: (who, device) => resetThrottles(db, [keyOf(device?.key ?? who)]),
  }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
