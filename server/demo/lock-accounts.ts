import { verifyPassword } from '#server/core/session/password.ts'
import { signOut } from '#server/core/session/session.db.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findUnlocked, lockAccounts } from './demo.db.ts'
import { admin, demoAccounts, emailOf, everyone } from './people.ts'

/**
 * Locks the demo's accounts that have the published password, which anybody could log in with, once as an administrator: their sessions
 * end, no password fits, and none is an administrator. Returns how many were locked.
 */
export async function lockDemoAccounts(db: Db): Promise<number> {
  const accounts = await findUnlocked(db, [admin, ...everyone].map(emailOf))
  let locked = 0
  // The demo's accounts share one hash.
  for (const [hash, ids] of Map.groupBy(accounts, ({ passwordHash }) => passwordHash)) {
    if (!(await verifyPassword(demoAccounts.password, hash))) continue
    await inTransaction(db, async (tx) => {
      for (const { id } of ids) await signOut(tx, id)
      await lockAccounts(
        tx,
        ids.map(({ id }) => id),
      )
    })
    locked += ids.length
  }
  return locked
}
