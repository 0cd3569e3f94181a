import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

/** Inserts many confirmed accounts in one statement; returns their ids, in order. */
export async function insertCrowd({ db }: Pick<TestApp, 'db'>, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into users (full_name, username, email, phone, password_hash, email_verified_at)
    select 'Crowd', 'crowd_' || number, 'crowd' || number || '@example.com', '+2340000000000', 'no password', now()
    from generate_series((select max(id) + 1 from users), (select max(id) from users) + ${count}) as number
    returning id`.execute(db)
  return rows.map(({ id }) => id).sort((one, other) => one - other)
}
