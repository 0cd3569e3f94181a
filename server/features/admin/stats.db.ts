import { sql } from 'kysely'
import { dayOf, timestampOf, today } from '#server/db/clock.ts'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { mayDecideItem, mayDecideReport } from '#server/features/moderation/moderation.public.ts'
import { AdminStats, AdminTrends } from '#shared/contract/admin.ts'

const Stats = AdminStats.omit({ lowDisk: true }).strict()
const Trends = AdminTrends.shape

/** Rows that are counted in some tens of milliseconds; to count ten million takes longer than a statement may. */
const countedUpTo = 100_000

/** How many rows of a table are not deleted; of many what PostgreSQL's statistics say, which autovacuum renews. */
const countOf = (table: 'users' | 'listings' | 'listing_search') => sql`(
  select case
    when reltuples <= ${sql.lit(countedUpTo)} then (select count(*) from ${sql.table(table)}
      where ${table === 'listing_search' ? sql`true` : sql`deleted_at is null`})
    else round(reltuples * coalesce((select null_frac from pg_stats
      where schemaname = 'public' and tablename = ${sql.lit(table)} and attname = 'deleted_at'), 1))::int
  end from pg_class where oid = ${sql.lit(table)}::regclass)`

/** Accounts and listings that are not deleted; `activeListings` are the public ones. Of reports and held items, what the administrator sees. */
export async function readStats(db: Db, adminId: number): Promise<Omit<AdminStats, 'lowDisk'>> {
  const { totalUsers, totalListings, activeListings, ...open } = await typedSql(
    Stats,
    sql`select
      ${countOf('users')} as "totalUsers",
      ${countOf('listings')} as "totalListings",
      ${countOf('listing_search')} as "activeListings",
      (select count(*) from reports r where r.status = 'NEW' and ${mayDecideReport(adminId)}) as "pendingReports",
      (select count(*) from holds h where h.decision is null and ${mayDecideItem(adminId)}) as "openHolds",
      (select count(*) from appeals where outcome is null) as "openAppeals"`,
  ).one(db)
  return {
    totalUsers: rounded(totalUsers),
    totalListings: rounded(totalListings),
    activeListings: rounded(activeListings),
    ...open,
  }
}

/** Three digits of an estimate, so that nobody takes it for a count. */
const rounded = (count: number) => (count > countedUpTo ? Number(count.toPrecision(3)) : count)

/** Days shown in the charts, including today. */
const span = 90

const since = timestampOf(sql`${today} - ${sql.lit(span - 1)}`)
const perDay = (table: 'users' | 'listings' | 'messages' | 'reports') => sql`
  (select ${dayOf(sql`created_at`)} as day, count(*) as count
   from ${sql.table(table)} where created_at >= ${since} group by 1)`

export async function readTrends(db: Db): Promise<AdminTrends> {
  const days = typedSql(
    Trends.days.element,
    sql`
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(u.count, 0) as "signUps", coalesce(l.count, 0) as listings,
      coalesce(m.count, 0) as messages, coalesce(r.count, 0) as reports
    from (select ${today} - back as day from generate_series(0, ${sql.lit(span - 1)}) as back) as days
    left join ${perDay('users')} as u using (day)
    left join ${perDay('listings')} as l using (day)
    left join ${perDay('messages')} as m using (day)
    left join ${perDay('reports')} as r using (day)
    order by day`,
  )
  const byCategory = typedSql(
    Trends.byCategory.element,
    sql`
    select c.name, s.count
    from (select category_id, count(*) as count from listing_search group by category_id) as s
    join categories c on c.id = s.category_id order by s.count desc, c.name`,
  )
  const byState = typedSql(
    Trends.byState.element,
    sql`
    select state as name, count(*) as count from listing_search group by state order by count(*) desc, state`,
  )
  const [inDays, inCategories, inStates] = await Promise.all([
    days.execute(db),
    byCategory.execute(db),
    byState.execute(db),
  ])
  return { days: inDays, byCategory: inCategories, byState: inStates }
}
