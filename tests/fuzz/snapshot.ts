import { sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'

/** Restores every row of every table. */
export type Restore = () => Promise<void>

/**
 * Copies all rows of all tables, so that earlier calls do not affect later ones. Restoring bypasses triggers
 * and foreign keys, so the connection must be a superuser's.
 */
export async function takeSnapshot(db: Db): Promise<Restore> {
  const { rows: tables } = await sql<{ name: string; columns: string[] }>`
    select c.table_name as name, array_agg(quote_ident(c.column_name)) as columns
    from information_schema.columns c join pg_tables t
      on t.schemaname = 'public' and t.tablename = c.table_name and c.table_schema = 'public'
    where c.is_generated = 'NEVER' and c.table_name not like 'kysely%'
    group by 1`.execute(db)
  await sql`drop schema if exists snapshot cascade`.execute(db)
  await sql`create schema snapshot`.execute(db)
  for (const { name } of tables)
    await sql`create table ${sql.table(`snapshot.${name}`)} as table ${sql.table(`public.${name}`)}`.execute(
      db,
    )
  // One function instead of two statements for each table: its plans are kept, and no row leaves the database.
  const statements = tables.map(({ name, columns }) => {
    const names = columns.join()
    return `delete from public.${name};
      insert into public.${name} (${names}) overriding system value select ${names} from snapshot.${name};`
  })
  await sql`create function snapshot.restore() returns void language plpgsql as ${sql.lit(
    `begin ${statements.join('\n')} end`,
  )}`.execute(db)
  return () =>
    inTransaction(db, async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      // Where it meets a job of the server, this one notices the deadlock first, and starts over.
      await sql`set local deadlock_timeout = 50`.execute(tx)
      await sql`select snapshot.restore()`.execute(tx)
    })
}
