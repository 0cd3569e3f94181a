import { sql } from 'kysely'
import { z } from 'zod'
import { findPage, hasWordsOrId, type Page, type PageRequest } from '#server/db/paged-search.ts'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { mayDecideReport } from '#server/features/moderation/moderation.public.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import { AdminReport } from '#shared/contract/admin.ts'
import type { ReportStatus } from '#shared/contract/reports.ts'

const Row = AdminReport.extend({ createdAt: z.date() }).strict()

const columns = sql`r.id, r.target_type as "targetType", r.target_id as "targetId", r.reason, r.details, r.status,
  r.created_at as "createdAt", json_build_object('id', p.id, 'fullName', p.full_name) as reporter,
  case when s.id is not null then json_build_object(
    'label', coalesce(l.title, s.full_name),
    'picture', case when l.id is not null then l.photos->0->>'url' else s.avatar_url end,
    'state', case
      when coalesce(l.deleted_at, case when l.id is null then s.deleted_at end) is not null then 'DELETED'
      when l.id is not null then l.status
      when s.banned_at is not null then 'BANNED'
      else 'ACTIVE' end,
    'owner', json_build_object('id', s.id, 'fullName', s.full_name)) end as target,
  (select count(*) from reports o
    where o.target_type = r.target_type and o.target_id = r.target_id and o.status = 'NEW') as "openOnTarget"`

const source = sql`reports r
  join users p on p.id = r.reporter_id
  left join listings l on r.target_type = 'LISTING' and l.id = r.target_id
  left join users s on s.id = case r.target_type when 'LISTING' then l.seller_id else r.target_id end`

/**
 * A page of the reports, open and decided, about others than the administrator (`mayDecideReport`), newest first; `q` matches the text, the
 * reporter, the target or the id.
 */
export async function findReports(
  db: Db,
  adminId: number,
  { q, status }: { q?: string | undefined; status?: ReportStatus | undefined },
  page: PageRequest,
): Promise<Page<AdminReport>> {
  const text = sql`concat_ws(' ', r.reason, r.details, p.full_name, l.title, s.full_name)`
  const where = [
    mayDecideReport(adminId),
    ...(status === undefined ? [] : [sql`r.status = ${status}`]),
    ...(q === undefined ? [] : [hasWordsOrId(text, 'r.id', q)]),
  ]
  const order = sql`r.created_at desc, r.id desc`
  const search = { shape: Row, columns, source, where, order }
  const { items, ...counted } = await findPage(db, search, page)
  return { items: items.map(withIsoTimes), ...counted }
}

export async function findReport(db: Db, id: number): Promise<AdminReport | null> {
  const row = await typedSql(Row, sql`select ${columns} from ${source} where r.id = ${id}`).first(db)
  return row ? withIsoTimes(row) : null
}
