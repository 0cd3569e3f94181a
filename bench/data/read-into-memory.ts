import pg from 'pg'

/**
 * Reads what searches and lists are answered from into memory, as a server has it that has run for an hour: on a cluster
 * that was just started the disk would be measured. The words and their index come last, so that they stay where there is
 * not enough memory for all. Returns megabytes.
 */
export async function readIntoMemory(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('create extension if not exists pg_prewarm')
    const { rows } = await client.query<{ name: string; bytes: number }>(
      `select oid::regclass::text as name, pg_relation_size(oid)::float as bytes from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
         and (relname like 'listing\\_search%' or relname like 'listing\\_documents%' or relname = 'listings_pkey')
       order by relname in ('listing_search', 'listing_search_document_idx'), relname`,
    )
    let bytes = 0
    for (const relation of rows) {
      await client.query('select pg_prewarm($1::regclass)', [relation.name])
      bytes += relation.bytes
    }
    return Math.round(bytes / 2 ** 20)
  } finally {
    await client.end()
  }
}
