import { type Insertable, sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { ModerationActs } from '#server/db/schema.ts'
import type { ModerationAct } from '#shared/contract/admin.ts'
import { and, limited, type Page, type PageRequest } from './find.db.ts'

type Row = Omit<ModerationAct, 'createdAt'> & { createdAt: Date }

/** Adds to the history, in the transaction of what was done. */
export async function recordActs(
  tx: Db,
  acts: Pick<Insertable<ModerationActs>, 'admin_id' | 'action' | 'target_type' | 'target_id' | 'reason'>[],
): Promise<void> {
  if (acts.length > 0) await tx.insertInto('moderation_acts').values(acts).execute()
}

/** A page of the history, the newest first. */
export async function findActs(
  db: Db,
  {
    targetType,
    targetId,
  }: { targetType?: ModerationAct['targetType'] | undefined; targetId?: number | undefined },
  page: PageRequest,
): Promise<Page<ModerationAct>> {
  const where = and([
    ...(targetType === undefined ? [] : [sql`a.target_type = ${targetType}`]),
    ...(targetId === undefined ? [] : [sql`a.target_id = ${targetId}`]),
  ])
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*) as total from moderation_acts a where ${where}`.execute(db),
    sql<Row>`
      select a.id, a.action, a.target_type as "targetType", a.target_id as "targetId", a.reason,
        a.created_at as "createdAt", json_build_object('id', u.id, 'fullName', u.full_name) as admin,
        coalesce(
          case a.target_type
            when 'LISTING' then (select l.title from listings l where l.id = a.target_id)
            when 'USER' then (select t.full_name from users t where t.id = a.target_id)
            when 'MESSAGE' then (select left(h.body, 80) from holds h where h.id = a.target_id)
            else (select r.reason from reports r where r.id = a.target_id)
          end, '') as label
      from moderation_acts a
      join users u on u.id = a.admin_id
      where ${where} order by a.id desc ${limited(page)}`.execute(db),
  ])
  const items = found.rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
  return { items, total: counted.rows[0]?.total ?? 0 }
}
