import { totalmem } from 'node:os'
import pg from 'pg'

/**
 * Loads the tables and indexes of searches and lists into memory: after a boot, reads from disk are a hundred
 * times as slow. What nearly every search reads comes first, the documents last and only if they leave memory
 * for the rest. Returns the megabytes read; 0 if PostgreSQL has no pg_prewarm.
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
    const { rows } = await client.query<{ name: string; bytes: number; isDocuments: boolean }>(
      `select oid::regclass::text as name, pg_relation_size(oid)::float as bytes, relname = 'listing_documents' as "isDocuments"
       from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
         and (relname like 'listing\\_search%' or relname like 'listing\\_documents%' or relname = 'listings_pkey')
       order by relname = 'listing_documents', relname not in ('listing_search', 'listing_search_document_idx'), relname`,
    )
    let read = 0
    for (const { name, bytes, isDocuments } of rows) {
      if (isDocuments && bytes > totalmem() / 2) continue
      // Documents go to the system's cache: they are many times the size of PostgreSQL's own.
      await client.query('select pg_prewarm($1::regclass, $2)', [name, isDocuments ? 'read' : 'buffer'])
      read += bytes
    }
    await client.query('rollback')
    return Math.round(read / 2 ** 20)
  } finally {
    await client.end()
  }
}
