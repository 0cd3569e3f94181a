import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

/** Counts one attempt; answers how many there were since the first of its time, and the seconds until that is over. */
export async function countAttempt(
  db: Db,
  key: Buffer,
  window: number,
): Promise<{ count: number; wait: number }> {
  const isOpen = sql`t.counted_at > now() - make_interval(secs => ${window})`
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into sign_in_tries as t (key, failures, counted_at, blocked_until)
    values (${key}, 1, now(), '-infinity')
    on conflict (key) do update set
      failures = case when ${isOpen} then t.failures + 1 else 1 end,
      counted_at = case when ${isOpen} then t.counted_at else now() end
    returning failures as count, ceil(${window} - extract(epoch from now() - counted_at))::int as wait`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('An attempt was not counted.')
  return row
}
