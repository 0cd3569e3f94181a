import type pg from 'pg'

export interface Index {
  table: string
  name: string
  /** The statement that creates it. */
  definition: string
}

/**
 * Drops the indexes that are faster to build after the rows: every index that no constraint needs. Returns
 * them.
 */
export async function dropIndexes(client: pg.Client): Promise<Index[]> {
  const { rows } = await client.query<Index>(`
    select t.relname as table, c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_class c on c.oid = i.indexrelid
    where t.relnamespace = 'public'::regnamespace and t.relname !~ '^kysely'
      and not exists (select from pg_constraint where conindid = i.indexrelid)
    order by 1, 2`)
  if (rows.length > 0) await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`)
  return rows
}

/** Takes indexes from the queue, which connections may share, and builds one after the other until none is left. */
export async function buildIndexes(
  client: pg.Client,
  queue: Index[],
  report: (text: string) => void,
): Promise<void> {
  for (let index = queue.shift(); index; index = queue.shift()) {
    const { name, definition } = index
    const started = performance.now()
    await client.query(definition)
    if (performance.now() - started > 5000) report(name)
  }
}

/** Sets every sequence to continue after its table's last row. */
export async function followSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('select setval(%L, coalesce((select max(%I) from %I), 0) + 1, false)',
      pg_get_serial_sequence(quote_ident(table_name), column_name), column_name, table_name) as statement
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`)
  for (const { statement } of rows) await client.query(statement)
}
