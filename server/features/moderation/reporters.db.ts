import { sql } from 'kysely'
import { z } from 'zod'
import { isInactive, publicName } from '#server/db/inactive-accounts.ts'
import { publicTitle } from '#server/db/last-public.ts'
import type { Tx } from '#server/db/pool.ts'
import { findIds, typedSql } from '#server/db/typed-sql.ts'

/** Reports in one transaction. */
const batchSize = 500

/** Takes closed reports whose reporters are not told yet, and returns their ids. Each is taken once, by one server. */
export function takeSettledReports(tx: Tx): Promise<number[]> {
  return findIds(
    tx,
    sql`update reports set to_tell = false
      where id in (select id from reports where to_tell order by id limit ${sql.lit(batchSize)} for update skip locked)
      returning id`,
  )
}

const SettledReport = z.strictObject({
  id: z.int(),
  wantsMail: z.boolean(),
  to: z.string(),
  name: z.string(),
  userId: z.int(),
  label: z.string().nullable(),
  targetType: z.enum(['LISTING', 'USER']),
  reason: z.string(),
  status: z.enum(['REVIEWED', 'ACTIONED']),
})

/** Of these closed reports, those whose reporters learn of the outcome. */
export async function findSettledReports(tx: Tx, ids: number[]): Promise<z.output<typeof SettledReport>[]> {
  return typedSql(
    SettledReport,
    sql`select p.email as "to", p.full_name as name, p.id as "userId", r.id, p.notify_reports as "wantsMail",
      r.target_type as "targetType", r.reason, r.status,
      case r.target_type
        when 'LISTING' then (select ${publicTitle('l')} from listings l where l.id = r.target_id)
        else (select ${publicName('u')} from users u where u.id = r.target_id)
      end as label
    from reports r join users p on p.id = r.reporter_id
    where r.id = any(${ids}::integer[]) and not (${isInactive('p')})
    order by r.id`,
  ).execute(tx)
}
