import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { MonthNumbers, type TransparencyMonth } from '#shared/contract/transparency.ts'

const Row = z.strictObject({
  /** YYYY-MM-01 */
  month: z.string(),
  numbers: MonthNumbers,
})

const firstDay = sql`to_char(month, 'YYYY-MM-DD') as month`
const monthOf = (column: string) => sql`date_trunc('month', ${sql.ref(column)} at time zone 'UTC')::date`
const startOf = (day: string) => sql`(${day}::timestamp at time zone 'UTC')`

/** For each number, the condition on acts `a` and on the review queue's items `h` that they decided. */
const kinds: Record<keyof MonthNumbers['acts'], RawBuilder<unknown>> = {
  hidden: sql`a.action = 'HIDE' or a.action = 'REJECT' and h.kind = 'PHONE'`,
  deleted: sql`a.action = 'DELETE'`,
  rejected: sql`a.action = 'REJECT' and a.target_type = 'LISTING' and coalesce(h.kind, 'LISTING') = 'LISTING'`,
  photos: sql`a.action = 'REJECT' and h.kind = 'PHOTO'`,
  messages: sql`a.action = 'REJECT' and a.target_type = 'MESSAGE'`,
  waiting: sql`a.action = 'WAIT'`,
  senders: sql`a.action = 'REJECT' and h.kind = 'SENDER'`,
  reviews: sql`a.action = 'REJECT' and h.kind = 'REVIEW'`,
  banned: sql`a.action = 'BAN'`,
}
const counts = (each: (kind: [name: string, of: RawBuilder<unknown>]) => RawBuilder<unknown>) =>
  sql.join(Object.entries(kinds).map(each))

const noActs = JSON.stringify(Object.fromEntries(Object.keys(kinds).map((name) => [name, 0])))

/** The months from one to (not including) another, by events: each table is read by an index on the event's time. */
function numbersBetween(from: string, to: string | null): RawBuilder<unknown> {
  const inTime = (column: string) =>
    sql`${sql.ref(column)} >= ${startOf(from)} ${to === null ? sql`` : sql`and ${sql.ref(column)} < ${startOf(to)}`}`
  const n = (column: string) => sql`coalesce(${sql.ref(column)}, 0)`
  return sql`
    with received as (
      select ${monthOf('created_at')} as month, count(*) as received from reports where ${inTime('created_at')} group by 1
    ), closed as (
      select ${monthOf('closed_at')} as month, count(*) filter (where status = 'ACTIONED') as actioned,
        count(*) filter (where status = 'REVIEWED') as reviewed,
        round(percentile_cont(0.5) within group (order by extract(epoch from closed_at - created_at))) as median
      from reports where ${inTime('closed_at')} group by 1
    ), acted as (
      select ${monthOf('a.created_at')} as month, a.rule, count(*) as count, ${counts(([name, of]) => sql`count(*) filter (where ${of}) as ${sql.ref(name)}`)}
      from moderation_acts a left join holds h on h.id = a.hold_id
      where ${inTime('a.created_at')} and (${sql.join(Object.values(kinds), sql` or `)})
      group by 1, 2
    ), acts as (
      select month, ${counts(([name]) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`)},
        coalesce(json_agg(json_build_object('rule', rule, 'count', count - waiting) order by count - waiting desc, rule)
          filter (where count > waiting), '[]') as rules
      from acted group by 1
    ), appealed as (
      select ${monthOf('created_at')} as month, count(*) as appealed from appeals where ${inTime('created_at')} group by 1
    ), decided as (
      select ${monthOf('decided_at')} as month, count(*) filter (where outcome = 'UPHELD') as upheld,
        count(*) filter (where outcome = 'OVERTURNED') as overturned
      from appeals where ${inTime('decided_at')} group by 1
    )
    select month, json_build_object(
        'reports', json_build_object('received', ${n('received')}, 'actioned', ${n('actioned')}, 'reviewed', ${n('reviewed')},
          'medianSeconds', median),
        'acts', json_build_object(${counts(([name]) => sql`${sql.lit(name)}, ${n(name)}`)}),
        'rules', coalesce(rules, '[]'),
        'appeals', json_build_object('received', ${n('appealed')}, 'upheld', ${n('upheld')}, 'overturned', ${n('overturned')})
      ) as numbers
    from received full join closed using (month) full join acts using (month) full join appealed using (month)
      full join decided using (month)`
}

/** All months with numbers, newest first: past months as stored, the others counted now. */
export async function readMonths(db: Db): Promise<TransparencyMonth[]> {
  const kept = await typedSql(
    Row,
    // Months of earlier versions have no number of some acts.
    sql`select ${firstDay}, jsonb_set(numbers, '{acts}', ${noActs}::jsonb || (numbers -> 'acts')) as numbers
      from transparency_months order by transparency_months.month desc`,
  ).execute(db)
  const counted = await typedSql(
    Row,
    sql`select ${firstDay}, numbers from (${numbersBetween(monthAfter(kept[0]?.month), null)}) as months
      order by months.month desc`,
  ).execute(db)
  return [...counted, ...kept].map(({ month, numbers }) => ({ month: month.slice(0, 7), ...numbers }))
}

/** Stores the numbers of the past months that are not stored yet. */
export async function keepMonths(db: Db, now: Date): Promise<void> {
  const [last] = await typedSql(
    Row.pick({ month: true }),
    sql`select ${firstDay} from transparency_months order by transparency_months.month desc limit 1`,
  ).execute(db)
  const thisMonth = `${now.toISOString().slice(0, 7)}-01`
  await sql`insert into transparency_months (month, numbers) ${numbersBetween(monthAfter(last?.month), thisMonth)}
    on conflict do nothing`.execute(db)
}

/** '2026-12-01' for '2026-11-01'; without one, a time before the first event. */
function monthAfter(month: string | undefined): string {
  if (month === undefined) return '2000-01-01'
  const date = new Date(`${month}T00:00:00Z`)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.toISOString().slice(0, 10)
}
