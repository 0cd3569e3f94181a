import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'

/**
 * Whether an administrator may decide about what concerns `people`, an array of ids: not about themself, nor about an act of their own
 * (`actorId`), unless no other active administrator can.
 */
export function mayDecide(
  adminId: number,
  people: RawBuilder<unknown>,
  actorId: RawBuilder<unknown> = sql`null::int`,
): RawBuilder<boolean> {
  return sql<boolean>`(${adminId}::int <> all(${people}) and ${actorId} is distinct from ${adminId}::int or not exists (
    select from users colleague
    where colleague.role = 'ADMIN' and colleague.id <> ${adminId}::int and colleague.id <> all(${people})
      and colleague.email_verified_at is not null and not (${isInactive('colleague')})))`
}

const Answer = z.strictObject({ mayDecide: z.boolean() })

export async function mayDecideAbout(db: Db, adminId: number, people: number[]): Promise<boolean> {
  const answer = sql`select ${mayDecide(adminId, sql`${people}::int[]`)} as "mayDecide"`
  return (await typedSql(Answer, answer).one(db)).mayDecide
}
