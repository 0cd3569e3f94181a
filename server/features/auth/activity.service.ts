import type { Context } from '#server/context.ts'
import { describeDevice } from '#server/core/http/device.ts'
import { findEvents } from '#server/core/session/account-events.db.ts'
import { signOut } from '#server/core/session/session.db.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import type { AccountEvent } from '#shared/contract/second-factor.ts'
import { AppError } from '#shared/errors.ts'
import { findAccountOf } from './accounts.db.ts'

/** The events of an account, newest first. Throws NOT_FOUND if there is none. */
export async function readActivity(db: Db, userId: number): Promise<AccountEvent[]> {
  if (!(await findAccountOf(db, userId))) throw noSuchUser()
  const events = await findEvents(db, userId)
  return events.map(({ userAgent, ...event }) => ({
    ...withIsoTimes(event),
    device: describeDevice(userAgent),
  }))
}

/** Signs a user out everywhere, immediately. Throws NOT_FOUND if there is none. */
export async function endSessionsOf(
  { db, realtime }: Pick<Context, 'db' | 'realtime'>,
  userId: number,
): Promise<void> {
  if (!(await inTransaction(db, (tx) => signOut(tx, userId)))) throw noSuchUser()
  realtime.disconnectUser(userId)
}

function noSuchUser(): AppError {
  return new AppError('NOT_FOUND', 'There is no such user.')
}
