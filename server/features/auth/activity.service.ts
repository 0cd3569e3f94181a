import type { Context } from '#server/context.ts'
import { describeDevice } from '#server/core/http/device.ts'
import { findEvents } from '#server/core/session/account-events.db.ts'
import { deleteSessionsOf } from '#server/core/session/session.db.ts'
import type { Db } from '#server/db/pool.ts'
import type { AccountEvent } from '#shared/contract/second-factor.ts'
import { AppError } from '#shared/errors.ts'
import { findAccountOf } from './accounts.db.ts'
import { deleteStepsOf } from './steps.db.ts'

/** What happened to an account, the newest first. NOT_FOUND where there is none. */
export async function readActivity(db: Db, userId: number): Promise<AccountEvent[]> {
  await requireAccount(db, userId)
  const events = await findEvents(db, userId)
  return events.map(({ userAgent, createdAt, ...event }) => ({
    ...event,
    device: describeDevice(userAgent),
    createdAt: createdAt.toISOString(),
  }))
}

/** Signs a user out everywhere, at once. NOT_FOUND where there is none. */
export async function endSessionsOf(
  { db, realtime }: Pick<Context, 'db' | 'realtime'>,
  userId: number,
): Promise<void> {
  await requireAccount(db, userId)
  await deleteStepsOf(db, userId)
  await deleteSessionsOf(db, userId)
  realtime.disconnectUser(userId)
}

async function requireAccount(db: Db, userId: number): Promise<void> {
  if (!(await findAccountOf(db, userId))) throw new AppError('NOT_FOUND', 'There is no such user.')
}
