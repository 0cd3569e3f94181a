import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'

export interface WaitingJobs {
  queue: string
  waiting: number
  /** Seconds since the oldest of them was made. */
  oldest: number
}

/** The jobs that are due or will be tried again, by queue; queues where none waits are left out. */
export async function countWaiting(db: Db): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select name as queue, count(*)::int as waiting,
      extract(epoch from now() - min(created_on))::float8 as oldest
    from pgboss.job
    where state < 'active' and name not like '\\_\\_pgboss%'
    group by name`.execute(db)
  return rows
}
