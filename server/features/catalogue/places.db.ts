import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'

const Row = z.strictObject({ state: z.string(), listings: z.number() })

/** Public listings in each of these states: reads one entry of an index for each of them. */
export function countInStates(db: Db, states: readonly string[]): Promise<z.output<typeof Row>[]> {
  const query = sql`
    select s.state, (select count(*) from listing_search where listing_search.state = s.state) as listings
    from unnest(${states}::text[]) as s (state)`
  return typedSql(Row, query).execute(db)
}
