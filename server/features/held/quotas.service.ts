import { createTurns } from '#server/core/limits/turns.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Env } from '#server/env.ts'
import type { Quota, Stopped } from '#shared/contract/held.ts'
import { AppError } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import {
  countHit,
  deleteOldHits,
  findStopped,
  lockQuotas,
  readUse,
  type Use,
  type UseQuestion,
} from './quotas.db.ts'
import { scaled } from './scaled.ts'

interface Services {
  db: Db
  env: Env
}

const day = 86_400_000

const words: Record<Quota, { many: (count: number) => string; next: string }> = {
  LISTINGS: { many: (count) => `publish ${count} listings a day`, next: 'publish the next one' },
  CONVERSATIONS: {
    many: (count) => `start ${count} chats a day`,
    next: 'go on writing in yours, and start the next one',
  },
  QUESTIONS: { many: (count) => `ask ${count} questions a day`, next: 'ask the next one' },
}

/** RATE_LIMITED, with when one can go on. */
class QuotaFull extends AppError {
  constructor(message: string, retryAfter: number) {
    super('RATE_LIMITED', message, { retryAfter })
  }
}

/** Who waits for their own earlier call waits here, and holds no connection to the database meanwhile. */
const inTurn = createTurns<number>()

/**
 * Does what somebody may do only so often in 24 hours, in a transaction in which nothing else of theirs is counted. Throws
 * RATE_LIMITED where their day is full; administrators see who is stopped often.
 */
export async function withinQuota<T>(
  { db, env }: Services,
  userId: number,
  quota: Quota,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return alone(db, userId, async (tx) => {
    const full = fullBy(env, quota, await readUse(tx, quota, questionOf(env, userId, quota)))
    return full ?? work(tx)
  })
}

/**
 * Works in a transaction in which nothing else of somebody's is counted. A QuotaFull that the work answers is thrown once the
 * transaction is committed, with the hit that was counted in it. `lock` may lock more than that.
 */
export async function alone<T>(
  db: Db,
  userId: number,
  work: (tx: Tx) => Promise<T | QuotaFull>,
  lock: (tx: Tx) => Promise<void> = (tx) => lockQuotas(tx, userId),
): Promise<T> {
  const done = await inTurn(userId, () =>
    inTransaction(db, async (tx) => {
      await lock(tx)
      return work(tx)
    }),
  )
  if (done instanceof QuotaFull) throw done
  return done
}

/** Locks what `takeQuota` counts: before any row, as everything does that counts (see lockQuotasAndText). */
export async function startCounting(tx: Tx, userId: number): Promise<void> {
  await lockQuotas(tx, userId)
}

/** As `withinQuota`, in a transaction that began with `startCounting`; what it throws is to pass through `notingHits`. */
export async function takeQuota(tx: Tx, env: Env, userId: number, quota: Quota): Promise<void> {
  const full = fullBy(env, quota, await readUse(tx, quota, questionOf(env, userId, quota)))
  if (full) throw full
}

export function questionOf(env: Env, userId: number, quota: Quota): UseQuestion {
  const { fresh, usual } = limits.quotas[quota]
  const { freshDays } = limits.quotas
  return { userId, freshDays, fresh: scaled(env, fresh), usual: scaled(env, usual) }
}

/** What somebody is told who made as much as they may; null while there is room. */
export function fullBy(env: Env, quota: Quota, { isFresh, fullSince }: Use): QuotaFull | null {
  if (!fullSince) return null
  const { many, next } = words[quota]
  const { fresh, usual } = limits.quotas[quota]
  const wait = Math.max(1, Math.ceil((fullSince.getTime() + day - Date.now()) / 1000))
  const who = isFresh ? 'New accounts' : 'You'
  return new QuotaFull(
    `${who} can ${many(scaled(env, isFresh ? fresh : usual))}. You can ${next} ${waitInWords(wait)}.`,
    wait,
  )
}

/** Counts where a quota stopped the work, once the transaction, and what it counted itself, is undone. */
export async function notingHits<T>(
  db: Db,
  userId: number,
  quota: Quota,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof QuotaFull) await countHit(db, userId, quota)
    throw error
  }
}

/** Stopped so often in a week, an account is shown to administrators. */
const oftenStopped = 3

export async function listStopped(db: Db): Promise<Stopped[]> {
  return findStopped(db, oftenStopped, 20)
}

export async function sweepHits(db: Db): Promise<void> {
  await deleteOldHits(db)
}

/** 'in 5 minutes', 'in about 3 hours'. */
function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'in about an hour' : `in about ${hours} hours`
}
