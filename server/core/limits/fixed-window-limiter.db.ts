import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'

const Window = z.strictObject({ count: z.int(), retryAfter: z.int() })

/** Counts one attempt. Returns the attempts in the current window and the seconds until it ends. */
export async function incrementWindow(db: Db, key: Buffer, window: number): Promise<z.output<typeof Window>> {
  const isOpen = sql`t.counted_at > now() - make_interval(secs => ${window})`
  return typedSql(
    Window,
    sql`insert into throttle_counters as t (key, failures, counted_at, blocked_until)
    values (${key}, 1, now(), '-infinity')
    on conflict (key) do update set
      failures = case when ${isOpen} then t.failures + 1 else 1 end,
      counted_at = case when ${isOpen} then t.counted_at else now() end
    returning failures as count, ceil(${window} - extract(epoch from now() - counted_at))::int as "retryAfter"`,
  ).one(db)
}
