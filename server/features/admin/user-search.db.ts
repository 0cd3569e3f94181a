import { sql } from 'kysely'
import { z } from 'zod'
import { findPage, hasWordsOrId, type Page, type PageRequest } from '#server/db/paged-search.ts'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { mayDecideReport } from '#server/features/moderation/moderation.public.ts'
import { countActiveListings } from '#server/features/users/users.public.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import { AdminUser } from '#shared/contract/admin.ts'

const Row = AdminUser.extend({ createdAt: z.date(), phoneVerifiedAt: z.date().nullable() }).strict()

const columns = (
  adminId: number,
) => sql`u.id, u.full_name as "fullName", u.username, u.email, u.role, u.banned_at is not null as "isBanned",
  u.deletion_due_at is not null as "isLeaving",
  u.created_at as "createdAt", u.avatar_url as "avatarUrl", u.rating_avg as "ratingAvg", u.rating_count as "ratingCount",
  u.email_verified_at is not null as "verifiedEmail", u.phone_verified_at as "phoneVerifiedAt",
  ${countActiveListings('u')} as "activeListings",
  (select count(*) from reports r where r.target_type = 'USER' and r.target_id = u.id and r.status = 'NEW'
    and ${mayDecideReport(adminId)}) as "openReports",
  (select count(*) from listings l join reports r on r.target_type = 'LISTING' and r.target_id = l.id and r.status = 'NEW'
    where l.seller_id = u.id and ${mayDecideReport(adminId)}) as "openListingReports"`

/** Accounts by the open reports about them and their listings, counted from the index of open reports. */
const reported = (adminId: number) => sql`(
  select owner_id, count(*) as count from (
    select case r.target_type when 'LISTING' then l.seller_id else r.target_id end as owner_id
    from reports r left join listings l on r.target_type = 'LISTING' and l.id = r.target_id
    where r.status = 'NEW' and ${mayDecideReport(adminId)}) as owners
  where owner_id is not null group by owner_id) as reported on reported.owner_id = u.id`

interface Criteria {
  q?: string | undefined
  status?: 'BANNED' | undefined
  /** `reports:desc`: only accounts with open reports, the most reported first. Absent: the newest first. */
  sort?: 'createdAt:desc' | 'reports:desc' | undefined
}

/** A page of the accounts that are not deleted; `q` matches name, username, e-mail or id. */
export async function findUsers(
  db: Db,
  adminId: number,
  { q, status, sort }: Criteria,
  page: PageRequest,
): Promise<Page<AdminUser>> {
  const byReports = sort === 'reports:desc'
  const source = byReports ? sql`users u join ${reported(adminId)}` : sql`users u`
  const names = sql`concat_ws(' ', u.full_name, u.username, u.email)`
  const where = [
    sql`u.deleted_at is null`,
    ...(status === undefined ? [] : [sql`u.banned_at is not null`]),
    ...(q === undefined ? [] : [hasWordsOrId(names, 'u.id', q)]),
  ]
  const order = byReports
    ? sql`reported.count desc, u.created_at desc, u.id desc`
    : sql`u.created_at desc, u.id desc`
  const { items, ...counted } = await findPage(
    db,
    { shape: Row, columns: columns(adminId), source, where, order },
    page,
  )
  return { items: items.map(withIsoTimes), ...counted }
}

export async function findUser(db: Db, adminId: number, id: number): Promise<AdminUser | null> {
  const [row] = await typedSql(Row, sql`select ${columns(adminId)} from users u where u.id = ${id}`).execute(
    db,
  )
  return row ? withIsoTimes(row) : null
}
