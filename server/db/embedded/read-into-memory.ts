import { totalmem } from 'node:os'
import pg from 'pg'

/**
 * Reads what searches and lists are answered from into memory: on a machine that was just started the disk would answer, a
 * hundred times as slowly. Documents first, if they leave room for the rest; the words and their index last, so that they
 * stay where not all has room. Megabytes read; 0 where PostgreSQL came without pg_prewarm.
 */
export async function readIntoMemory(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString })
  // PostgreSQL may be stopped meanwhile.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query(`select from pg_available_extensions where name = 'pg_prewarm'`)
    if (!rowCount) return 0
    // Rolled back at the end: a backup must not ask for it where nobody may create it.
    await client.query('begin')
    await client.query('create extension if not exists pg_prewarm')
    const { rows } = await client.query<{ name: string; bytes: number; isDocuments: boolean }>(
      `select oid::regclass::text as name, pg_relation_size(oid)::float as bytes, relname = 'listing_documents' as "isDocuments"
       from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')
         and (relname like 'listing\\_search%' or relname like 'listing\\_documents%' or relname = 'listings_pkey')
       order by relname in ('listing_search', 'listing_search_document_idx'), relname`,
    )
    let read = 0
    for (const { name, bytes, isDocuments } of rows) {
      if (isDocuments && bytes > totalmem() / 2) continue
      // Documents are left to the system's cache: they are many times what PostgreSQL's own holds.
      await client.query('select pg_prewarm($1::regclass, $2)', [name, isDocuments ? 'read' : 'buffer'])
      read += bytes
    }
    await client.query('rollback')
    return Math.round(read / 2 ** 20)
  } finally {
    await client.end()
  }
}
