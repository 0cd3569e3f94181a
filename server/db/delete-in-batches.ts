import { type RawBuilder, sql } from 'kysely'
import type { Db } from './pool.ts'

/** Rows in one statement: one that deletes the millions of a large market ends at its time limit, so nothing would ever be deleted. */
const batchSize = 20_000

/** Deletes the rows of a table that meet a condition on its columns, in one transaction after the other. */
export async function deleteInBatches(db: Db, table: string, condition: RawBuilder<unknown>): Promise<void> {
  const rows = sql.table(table)
  const batch = sql`delete from ${rows}
    where ctid = any(array(select ctid from ${rows} where ${condition} limit ${sql.lit(batchSize)}))`
  while ((await batch.execute(db)).numAffectedRows);
}
