import { type Insertable, type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { findPage, hasWords, type Page, type PageRequest } from '#server/db/paged-search.ts'
import type { Db } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import { ModerationAct } from '#shared/contract/admin.ts'
import { mayDecideReport } from './may-decide.db.ts'

/** `ownerId`: who wrote the message that the act is about; null for other targets. */
const Row = ModerationAct.extend({ createdAt: z.date(), ownerId: z.int().nullable() }).strict()
type ActOfOwner = ModerationAct & { ownerId: number | null }

const Recorded = z.strictObject({ id: z.int(), targetId: z.int() })

/** Adds to the history, in the action's transaction; returns each act's id by that of its target. */
export async function recordActs(
  tx: Db,
  acts: Pick<
    Insertable<DB['moderation_acts']>,
    'admin_id' | 'action' | 'target_type' | 'target_id' | 'reason' | 'rule' | 'hold_id'
  >[],
): Promise<ReadonlyMap<number, number>> {
  if (acts.length === 0) return new Map()
  // One parameter: a statement has at most 65,535, and a case may have any number of reports.
  const rows = await typedSql(
    Recorded,
    sql`insert into moderation_acts (admin_id, action, target_type, target_id, reason, rule, hold_id)
      select admin_id, action, target_type, target_id, reason, rule, hold_id
      from json_populate_recordset(null::moderation_acts, ${JSON.stringify(acts)}::json)
      returning id, target_id as "targetId"`,
  ).execute(tx)
  return new Map(rows.map(({ id, targetId }) => [targetId, id]))
}

/** The target of an act `a`: for an item of the review queue, what it is about. */
export const actLabel = sql`concat((select case h.kind when 'SENDER' then 'messages of ' when 'REVIEW' then 'reviews of '
    when 'THEFT' then 'stolen phone of ' when 'PHOTO' then 'photo of ' when 'PHONE' then 'phone of ' end
  from holds h where h.id = a.hold_id and a.action <> 'WAIT'),
  case a.target_type
    when 'LISTING' then (select l.title from listings l where l.id = a.target_id)
    when 'USER' then (select t.full_name from users t where t.id = a.target_id)
    when 'MESSAGE' then (select left(h.body, 80) from holds h where h.id = a.target_id)
    else (select r.reason from reports r where r.id = a.target_id)
  end)`

/**
 * Whether an appeal overturned what was done about the closed report `r`: an act about its target, or about the account `ownerId` that it
 * belongs to.
 */
export const wasOverturned = (ownerId: RawBuilder<unknown>) => sql`exists (
  select from moderation_acts act join appeals a on a.act_id = act.id
  where a.outcome = 'OVERTURNED' and act.created_at >= r.created_at and act.created_at <= r.closed_at + interval '1 day'
    and ((act.target_type, act.target_id) = (r.target_type, r.target_id)
      or (act.target_type, act.target_id) = ('USER', ${ownerId})))`

const columns = sql`a.id, a.action, a.target_type as "targetType", a.target_id as "targetId", a.reason, a.rule,
  a.created_at as "createdAt", case when u.id is not null then json_build_object('id', u.id, 'fullName', u.full_name) end as admin,
  ${actLabel} as label,
  case a.target_type when 'MESSAGE' then (select h.owner_id from holds h where h.id = a.target_id) end as "ownerId"`
const source = sql`moderation_acts a left join users u on u.id = a.admin_id`

interface Criteria {
  q?: string | undefined
  targetType?: ModerationAct['targetType'] | undefined
  targetId?: number | undefined
}

/** A page of the history, newest first; `q` matches the reason, the administrator and what it was about. */
export async function findActs(
  db: Db,
  adminId: number,
  { q, targetType, targetId }: Criteria,
  page: PageRequest,
): Promise<Page<ActOfOwner>> {
  const where = [
    // An act about a report quotes its reason.
    sql`(a.target_type <> 'REPORT' or exists (
      select from reports r where r.id = a.target_id and ${mayDecideReport(adminId)}))`,
    ...(targetType === undefined ? [] : [sql`a.target_type = ${targetType}`]),
    ...(targetId === undefined ? [] : [sql`a.target_id = ${targetId}`]),
    ...(q === undefined ? [] : [hasWords(sql`concat_ws(' ', a.reason, u.full_name, ${actLabel})`, q)]),
  ]
  const search = { shape: Row, columns, source, where, order: sql`a.id desc` }
  const { items, ...counted } = await findPage(db, search, page)
  return { items: items.map(withIsoTimes), ...counted }
}
