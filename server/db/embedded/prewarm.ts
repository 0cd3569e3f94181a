import { totalmem } from 'node:os'
import pg from 'pg'

/**
 * Loads the tables and indexes of searches and lists into memory: after a boot, reads from disk are a hundred
 * times as slow. First what finds the rows of a page and of the planner's sample by id, then what nearly every search
 * reads, the indexes of the sort orders, and the documents, but these only if they leave memory for the rest. Returns the
 * megabytes read; 0 if PostgreSQL has no pg_prewarm.
 *
 * Only the first two go to PostgreSQL's own memory, the others to the system's: that of PostgreSQL is too small for all of
 * them, and to fill it occupies its few I/O workers, which searches wait for.
 */
export async function prewarm(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  // PostgreSQL may be stopped meanwhile.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from pg_available_extensions where name = 'pg_prewarm'`)
    if (!rowCount) return 0
    // Rolled back at the end: a backup must not contain the extension, because a restore may lack the right
    // to create it.
    await client.query('begin')
    await client.query('create extension if not exists pg_prewarm')
    const { rows } = await client.query<{ name: string; bytes: number; tier: number }>(
      `select relname as name, pg_relation_size(oid)::float as bytes,
         case when relname like '%\\_pkey' or relname = 'users' then 1
           when relname in ('listing_search', 'listing_search_document_idx') then 2
           when relname = 'listing_documents' then 4 else 3 end as tier
       from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
         and (relname like 'listing\\_search%' or relname like 'listing\\_documents%'
           or relname in ('listings_pkey', 'users', 'users_pkey'))
       order by tier, bytes`,
    )
    let read = 0
    for (const { name, bytes, tier } of rows) {
      if (name === 'listing_documents' && bytes > totalmem() / 2) continue
      await client.query('select pg_prewarm($1::regclass, $2)', [name, tier <= 2 ? 'buffer' : 'read'])
      read += bytes
    }
    await client.query('rollback')
    return Math.round(read / 2 ** 20)
  } finally {
    await client.end()
  }
}
