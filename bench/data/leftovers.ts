import pg from 'pg'

/** Tables whose rows an earlier benchmark may have added, referencing tables first. */
const numbered = ['messages', 'threads', 'questions', 'reviews', 'reports', 'listings', 'users'] as const

export type LastIds = Record<(typeof numbered)[number], number>

/** The last id of each table after loading. */
export async function readLastIds(connectionString: string): Promise<LastIds> {
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<LastIds>(
      `select ${numbered.map((name) => `(select coalesce(max(id), 0) from ${name})::integer as ${name}`).join(', ')}`,
    )
    return rows[0] as LastIds
  })
}

/**
 * Deletes rows that an earlier benchmark added, so that the next one starts with the loaded marketplace.
 * Counters and times of loaded rows keep their changes. Deleted listings leave the indexes too: they were the newest, so every list
 * would pass over them before its first row.
 */
export async function removeLeftovers(connectionString: string, last: LastIds): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query(`delete from favorites where listing_id > $1 or user_id > $2`, [
      last.listings,
      last.users,
    ])
    for (const name of numbered) {
      const { rowCount } = await client.query(`delete from ${name} where id > $1`, [last[name]])
      if (name === 'listings' && rowCount)
        await client.query('vacuum (index_cleanup on) listings, listing_search, listing_documents')
    }
  })
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
