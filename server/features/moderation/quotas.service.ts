import { scaleLimit } from '#server/bounds.ts'
import { createKeyedMutex } from '#server/core/limits/keyed-mutex.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env } from '#server/env.ts'
import type { Quota } from '#shared/contract/moderation-queue.ts'
import { AppError } from '#shared/errors.ts'
import { dayMs } from '#shared/limits.ts'
import { thresholds } from '#shared/thresholds.ts'
import { lockQuotas, readUsage, type Usage, type UsageQuery } from './quotas.db.ts'

interface Services {
  db: Db
  env: Env
}

const quotaMessages: Record<Quota, { many: (count: number) => string; next: string }> = {
  LISTINGS: { many: (count) => `publish ${count} listings a day`, next: 'publish the next one' },
  CONVERSATIONS: {
    many: (count) => `start ${count} chats a day`,
    next: 'go on writing in yours, and start the next one',
  },
  QUESTIONS: { many: (count) => `ask ${count} questions a day`, next: 'ask the next one' },
}

/** RATE_LIMITED, with the time when the user can continue. */
class QuotaExceeded extends AppError {
  constructor(message: string, retryAfter: number) {
    super('RATE_LIMITED', message, { retryAfter })
  }
}

/** Queues concurrent calls of one user here, so that they hold no database connection while they wait. */
const mutex = createKeyedMutex<number>()

/**
 * Runs an action with a quota per 24 hours, in a transaction under the user's quota lock. Throws RATE_LIMITED
 * when the quota is used up; administrators see users with frequent refusals.
 */
export async function withinQuota<T>(
  { db, env }: Services,
  userId: number,
  quota: Quota,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return withQuotaLock(db, userId, async (tx) => (await readQuotaError(tx, env, userId, quota)) ?? work(tx))
}

/**
 * Runs work in a transaction under a user's quota lock. A QuotaExceeded that the work returns is thrown after
 * the commit, so that the counted refusal is kept. `lock` may take further locks.
 */
export async function withQuotaLock<T>(
  db: Db,
  userId: number,
  work: (tx: Tx) => Promise<T | QuotaExceeded>,
  lock: (tx: Tx) => Promise<unknown> = (tx) => lockQuotas(tx, { userId }),
): Promise<T> {
  const done = await mutex(userId, () =>
    inTransaction(db, async (tx) => {
      await lock(tx)
      return work(tx)
    }),
  )
  if (done instanceof QuotaExceeded) throw done
  return done
}

/**
 * The error for a used-up quota, whose refusal is counted, for the work of `withQuotaLock` to return; null while there is room.
 */
export async function readQuotaError(
  tx: Tx,
  env: Env,
  userId: number,
  quota: Quota,
): Promise<QuotaExceeded | null> {
  return quotaError(env, quota, await readUsage(tx, quota, usageQuery(env, userId, quota)))
}

export function usageQuery(env: Env, userId: number, quota: Quota): UsageQuery {
  const { fresh, usual } = thresholds.quotas[quota]
  return { userId, fresh: scaleLimit(env, fresh), usual: scaleLimit(env, usual) }
}

/** The error for a used-up quota; null while there is room. */
export function quotaError(env: Env, quota: Quota, { isFresh, fullSince }: Usage): QuotaExceeded | null {
  if (!fullSince) return null
  const { many, next } = quotaMessages[quota]
  const { fresh, usual } = thresholds.quotas[quota]
  const retryAfter = Math.max(1, Math.ceil((fullSince.getTime() + dayMs - Date.now()) / 1000))
  const who = isFresh ? 'New accounts' : 'You'
  return new QuotaExceeded(
    `${who} can ${many(scaleLimit(env, isFresh ? fresh : usual))}. You can ${next} ${formatWait(retryAfter)}.`,
    retryAfter,
  )
}

/** 'in 5 minutes', 'in about 3 hours'. */
function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'in about an hour' : `in about ${hours} hours`
}
