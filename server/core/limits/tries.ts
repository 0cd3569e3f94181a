import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AccountEventType, SignInMethod } from '#shared/contract/second-factor.ts'
import { AppError } from '#shared/errors.ts'
import type { Db } from '../../db/pool.ts'
import type { Env } from '../../env.ts'
import { networkOf } from '../http/network.ts'
import { logEvent } from '../session/account-events.ts'
import type { KnownDevice } from '../session/device-cookie.ts'
import { userAgentOf } from '../session/session.ts'
import { countFailure, forgetTries, type TriesRule, takeTry, waitOf } from './tries.db.ts'

/**
 * Wrong passwords and codes, counted in the database: neither a restart nor another process forgets them. Beyond the free
 * tries each wrong one doubles the wait. What a try is about (an account) waits longer than where it comes from: behind
 * one address of a mobile network are thousands of phones. A browser that signed in to the account before (`device`) has a
 * count of its own, which no stranger's tries reach; when its free tries are used up it is a stranger again.
 */
export interface Tries {
  /** Counts a try about `who` before it is looked at; throws RATE_LIMITED while either has to wait. */
  take(request: FastifyRequest, who: string, device?: KnownDevice | null): Promise<void>
  /** The try was wrong: counts for the address too, and is kept for the owner of the account, where there is one. */
  wrong(request: FastifyRequest, failure: Failure): Promise<void>
  /** The try was right: `who` begins anew. With a `device` only its own count does: the strangers' count stays. */
  right(who: string, device?: KnownDevice | null): Promise<void>
}

interface Failure {
  userId: number | null
  type: AccountEventType
  method: SignInMethod
}

/** About twenty an hour after the free ones, and in the long run a hundred a day. */
const ruleOfAccount: TriesRule = { free: 10, first: 5, longest: 900, forgottenAfter: 1800 }
/** Whoever took somebody's device cookie has these tries, once: after them the cookie is worth nothing. */
const ruleOfDevice: TriesRule = { free: 10, first: 900, longest: 900, forgottenAfter: 1800 }
const ruleOfPlace: TriesRule = { free: 50, first: 2, longest: 60, forgottenAfter: 20 }

/**
 * Wrong reset codes of the browsers that asked for them, for one address together: each code has five tries, so these are
 * twenty codes. A bound on guessing beside that of the mails; the link in the mail needs no try.
 */
export const askedCodeRule: TriesRule = { free: 100, first: 900, longest: 900, forgottenAfter: 900 }

/** Ten mails with codes, then one in six minutes and less: enough for anybody who waits for one. */
export const codeMailRule: TriesRule = { free: 10, first: 360, longest: 3600, forgottenAfter: 360 }

/**
 * `kind` keeps tries of one kind apart from those of another; `sentence` tells who waits what else there is to do.
 * `waitsForPlace` false: wrong tries of others behind the same address keep nobody waiting.
 */
export function countTries(
  db: Db,
  env: Env,
  kind: string,
  sentence: string,
  { rule = ruleOfAccount, waitsForPlace = true }: { rule?: TriesRule; waitsForPlace?: boolean } = {},
): Tries {
  const times = (rule: TriesRule) => ({
    ...rule,
    free: Math.max(1, Math.round(rule.free * env.RATE_LIMIT_FACTOR)),
  })
  const forAccount = times(rule)
  const forDevice = times(ruleOfDevice)
  const forPlace = times(ruleOfPlace)
  const keyOf = (who: string) => hash(`${kind} ${who.toLowerCase()}`)
  const placeOf = (request: FastifyRequest) => hash(`place ${networkOf(request.ip)}`)

  return {
    async take(request, who, device) {
      if (device) {
        if (await takeTry(db, keyOf(device.key), forDevice, null)) return
        await device.distrust()
      }
      const key = keyOf(who)
      const place = waitsForPlace ? placeOf(request) : null
      if (await takeTry(db, key, forAccount, place)) return
      const retryAfter = await waitOf(db, place ? [key, place] : [key])
      throw new AppError('RATE_LIMITED', sentence, { retryAfter })
    },
    async wrong(request, failure) {
      const from = { ip: request.ip, userAgent: userAgentOf(request) }
      await countFailure(db, placeOf(request), forPlace, { ...failure, ...from })
      logEvent(request, { ...failure, userId: failure.userId ?? undefined })
    },
    right: (who, device) => forgetTries(db, [keyOf(device?.key ?? who)]),
  }
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
