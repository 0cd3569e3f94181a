import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { findIds } from '#server/db/typed-sql.ts'

/**
 * Writes the listings of sellers who are public again into the search index: the change itself wrote only the newest of each. 50 in a
 * transaction, which keeps the seller's own edits waiting, and by turns, so that nobody waits for a shop with thousands. Several servers
 * may run it at once.
 */
export async function indexReturningSellers(db: Db): Promise<void> {
  for (;;) {
    const sellers = await findIds(
      db,
      sql`select seller_id as id from listing_search_backlog order by seller_id`,
    )
    if (sellers.length === 0) return
    for (const id of sellers) await inTransaction(db, (tx) => sql`select search_return(${id})`.execute(tx))
  }
}
