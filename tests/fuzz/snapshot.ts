import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'

/** Restores every row of every table. */
export type Restore = () => Promise<void>

interface Table {
  name: string
  columns: string[]
  rows: unknown[]
}

/**
 * Stores all rows of all tables, so that earlier calls do not affect later ones. Restoring bypasses triggers
 * and foreign keys, so the connection must be a superuser's.
 */
export async function takeSnapshot(db: Db): Promise<Restore> {
  const { rows: found } = await sql<{ name: string; columns: string[] }>`
    select c.table_name as name, array_agg(c.column_name::text) as columns
    from information_schema.columns c join pg_tables t
      on t.schemaname = 'public' and t.tablename = c.table_name and c.table_schema = 'public'
    where c.is_generated = 'NEVER' and c.table_name not like 'kysely%'
    group by 1`.execute(db)
  const tables: Table[] = []
  for (const { name, columns } of found) {
    const { rows } = await sql<{ row: unknown }>`
      select to_jsonb(r) as row from ${sql.table(name)} r`.execute(db)
    tables.push({ name, columns, rows: rows.map(({ row }) => row) })
  }
  return () =>
    inTransaction(db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      // Where it meets a job of the server, this one notices the deadlock first, and starts over.
      await sql`set local deadlock_timeout = 50`.execute(tx)
      for (const table of tables) await restore(tx, table)
    })
}

async function restore(tx: Db, { name, columns, rows }: Table): Promise<void> {
  const [table, names] = [sql.table(name), sql.join(columns.map((column) => sql.ref(column)))]
  await sql`delete from ${table}`.execute(tx)
  if (rows.length === 0) return
  await sql`
    insert into ${table} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${table}, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
}
