import { insertEvent } from '#server/core/session/account-events.db.ts'
import { signOut } from '#server/core/session/session.db.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockAccount } from './accounts.db.ts'
import { deleteFactorsOf } from './second-factor.db.ts'

/**
 * Removes a lost second factor, by the operator after checking the owner's identity: the account signs in
 * with its password alone, is signed out everywhere, and its owner sees the event. Returns the account; null
 * if no account has this address.
 */
export async function forgetSecondFactor(
  db: Db,
  email: string,
): Promise<{ fullName: string; email: string } | null> {
  return inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, email)
    if (!account) return null
    const { id: userId } = account.person
    await deleteFactorsOf(tx, userId)
    await signOut(tx, userId)
    await insertEvent(tx, {
      userId,
      type: 'SECOND_FACTOR_OFF',
      method: null,
      actorId: null,
      ip: null,
      userAgent: null,
    })
    return account.person
  })
}
