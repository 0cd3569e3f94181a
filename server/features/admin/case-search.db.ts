import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { timestampOf } from '#server/db/clock.ts'
import { and, hasWords, limited, type PageRequest, typedId } from '#server/db/paged-search.ts'
import type { Db } from '#server/db/pool.ts'
import { findCount, typedSql } from '#server/db/typed-sql.ts'
import {
  actLabel,
  claimTime,
  mayDecideReport,
  wasOverturned,
} from '#server/features/moderation/moderation.public.ts'
import { stateOfListing, stateOfUser } from '#server/features/reports/reports.public.ts'
import { Case, type CaseReport, type CaseTarget } from '#shared/contract/cases.ts'
import type { Contract } from '#shared/contract/index.ts'
import type { ParsedRequestOf } from '#shared/endpoint.ts'
import { thresholds } from '#shared/thresholds.ts'

export type CaseCriteria = ParsedRequestOf<Contract['GET /api/admin/cases']>['query']

/** The key of a case and when it was opened. */
const Opened = Case.pick({ id: true, targetType: true, targetId: true }).extend({ since: z.date() }).strict()
type Opened = z.output<typeof Opened>

const shown = { reports: 20, messages: 5, messageText: 400, text: 280, acts: 3, upheld: 3 }

/** The rows of `targets` as table `c`. */
const casesOf = (targets: CaseTarget[]) => sql`unnest(
  ${targets.map(({ targetType }) => targetType)}::text[], ${targets.map(({ targetId }) => targetId)}::int[]
  ) with ordinality as c (target_type, target_id, position)`

/**
 * A page of the cases that the administrator may decide, by their oldest open report. Each is found as that report: the scan of open
 * reports by time stops at the page's end, so its length does not depend on how many are open.
 */
export async function findCases(
  db: Db,
  adminId: number,
  criteria: CaseCriteria,
  page: PageRequest,
): Promise<Opened[]> {
  const order =
    criteria.sort === 'createdAt:desc' ? sql`r.created_at desc, r.id desc` : sql`r.created_at, r.id`
  return typedSql(
    Opened,
    sql`select r.id, r.target_type as "targetType", r.target_id as "targetId", r.created_at as since
      from reports r where ${matching(adminId, criteria)} order by ${order} ${limited(page)}`,
  ).execute(db)
}

/** How many cases there are, counted up to one more than `thresholds.cases.counted`. */
export async function countCases(db: Db, adminId: number, criteria: CaseCriteria): Promise<number> {
  return findCount(
    db,
    sql`select count(*) as count from (
      select from reports r where ${matching(adminId, criteria)} order by r.created_at, r.id
      limit ${thresholds.cases.counted + 1}) as counted`,
  )
}

/** Conditions on `r`, the oldest open report of a case. */
function matching(
  adminId: number,
  { q, targetType, reason, since, until, reporterId }: CaseCriteria,
): RawBuilder<unknown> {
  const midnight = (day: string) => timestampOf(sql`${day}`)
  const hasReport = (condition: RawBuilder<unknown>) => sql`(r.target_type, r.target_id) in (
    select m.target_type, m.target_id from reports m where m.status = 'NEW' and ${condition})`
  return and([
    sql`r.status = 'NEW'`,
    sql`r.id = (select e.id from reports e
      where e.status = 'NEW' and e.target_type = r.target_type and e.target_id = r.target_id
      order by e.created_at, e.id limit 1)`,
    mayDecideReport(adminId),
    ...(targetType === undefined ? [] : [sql`r.target_type = ${targetType}`]),
    ...(since === undefined ? [] : [sql`r.created_at >= ${midnight(since)}`]),
    ...(until === undefined ? [] : [sql`r.created_at < ${midnight(until)} + interval '1 day'`]),
    ...(reason === undefined ? [] : [hasReport(sql`m.reason = ${reason}`)]),
    ...(reporterId === undefined ? [] : [hasReport(sql`m.reporter_id = ${reporterId}`)]),
    ...(q === undefined ? [] : [typed(q)]),
  ])
}

/** Matches the target, its owner, a report's texts and reporter, or an id. */
function typed(q: string): RawBuilder<unknown> {
  const id = typedId(q)
  const text = sql`concat_ws(' ', m.reason, m.details, p.full_name, l.title, s.full_name, s.username)`
  return sql`(r.target_type, r.target_id) in (
    select m.target_type, m.target_id from reports m
    join users p on p.id = m.reporter_id
    left join listings l on m.target_type = 'LISTING' and l.id = m.target_id
    left join users s on s.id = case m.target_type when 'LISTING' then l.seller_id else m.target_id end
    where m.status = 'NEW' and (${hasWords(text, q)} ${id === null ? sql`` : sql`or m.id = ${id} or m.target_id = ${id}`}))`
}

const About = Case.pick({
  targetType: true,
  targetId: true,
  target: true,
  claim: true,
  openReports: true,
}).strict()
type About = z.output<typeof About>

const iso = (moment: RawBuilder<unknown>) =>
  sql`to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Each target as it is now, its owner's history, and who works on it. */
export async function findAbout(db: Db, targets: CaseTarget[]): Promise<About[]> {
  return typedSql(
    About,
    sql`select c.target_type as "targetType", c.target_id as "targetId",
      (select count(*) from reports o
        where o.status = 'NEW' and o.target_type = c.target_type and o.target_id = c.target_id) as "openReports",
      case when s.id is not null then json_build_object(
        'label', coalesce(l.title, s.full_name),
        'picture', case when l.id is not null then l.photos->0->>'url' else s.avatar_url end,
        'text', left(case when l.id is not null then l.description else coalesce(s.bio, '') end, ${shown.text}),
        'price', l.price,
        'state', case
          when coalesce(l.deleted_at, case when l.id is null then s.deleted_at end) is not null then 'DELETED'
          when l.id is not null then l.status
          when s.banned_at is not null then 'BANNED'
          else 'ACTIVE' end,
        'isHiddenByModerator', coalesce(l.hidden_by_moderator, false),
        'createdAt', ${iso(sql`coalesce(l.created_at, s.created_at)`)},
        'owner', json_build_object(
          'id', s.id, 'fullName', s.full_name, 'createdAt', ${iso(sql`s.created_at`)},
          'isBanned', s.banned_at is not null, 'isAdmin', s.role = 'ADMIN',
          'openReports', counted.open, 'upheldReports', counted.upheld,
          'upheld', coalesce(counted.latest, '[]'),
          'acts', coalesce(acts.latest, '[]'), 'actCount', coalesce(acts.count, 0))) end as target,
      (select json_build_object('admin', json_build_object('id', a.id, 'fullName', a.full_name),
          'until', ${iso(sql`claim.claimed_at + ${claimTime}`)})
        from report_claims claim join users a on a.id = claim.admin_id
        where claim.target_type = c.target_type and claim.target_id = c.target_id
          and claim.claimed_at > now() - ${claimTime}) as claim
    from ${casesOf(targets)}
    left join listings l on c.target_type = 'LISTING' and l.id = c.target_id
    left join users s on s.id = case c.target_type when 'LISTING' then l.seller_id else c.target_id end
    left join lateral (
      select count(*) filter (where status = 'NEW') as open, count(*) filter (where status = 'ACTIONED') as upheld,
        json_agg(json_build_object('id', id, 'reason', reason, 'label', label, 'closedAt', ${iso(sql`closed_at`)}) order by rank)
          filter (where status = 'ACTIONED' and rank <= ${shown.upheld}) as latest
      from (
        select theirs.*, row_number() over (partition by status order by closed_at desc, id desc) as rank
        from (${reportsAbout(sql`s.id`)}) as theirs) as ranked) as counted on true
    left join lateral (
      select count(*) as count, (json_agg(json_build_object(
        'id', a.id, 'action', a.action, 'reason', a.reason, 'rule', a.rule, 'createdAt', ${iso(sql`a.created_at`)},
        'label', ${actLabel})
        order by a.id desc) filter (where a.rank <= ${shown.acts})) as latest
      from (
        select m.*, row_number() over (order by m.id desc) as rank
        from (
          select 'USER' as type, s.id as id
          union all select 'LISTING', id from listings where seller_id = s.id
          union all select 'MESSAGE', id from holds where owner_id = s.id and kind = 'MESSAGE') as own
        join moderation_acts m on m.target_type = own.type and m.target_id = own.id
        where m.action not in ('FEATURE', 'UNFEATURE', 'WAIT')) as a) as acts on true
    order by c.position`,
  ).execute(db)
}

/** All reports about a user's account and listings; the label of the former is empty. Upheld ones are ACTIONED, and not overturned. */
function reportsAbout(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  const status = sql`case when r.status = 'ACTIONED' and ${wasOverturned(userId)} then 'OVERTURNED' else r.status end as status`
  return sql`
    select r.id, ${status}, r.reason, r.closed_at, '' as label from reports r
    where r.target_type = 'USER' and r.target_id = ${userId}
    union all
    select r.id, ${status}, r.reason, r.closed_at, own.title from listings own
    join reports r on r.target_type = 'LISTING' and r.target_id = own.id
    where own.seller_id = ${userId}`
}

/** The account that report `r` is about, or whose listing it is about. */
const ownerOfTarget = sql`case r.target_type
  when 'LISTING' then (select seller_id from listings where id = r.target_id) else r.target_id end`

const Reported = Case.pick({ targetType: true, targetId: true })
  .extend({ report: Case.shape.reports.element })
  .strict()

/**
 * The oldest open reports of each target, with the reporter's own messages with the target's owner: an administrator reads a
 * conversation only where one of its two parties reported, and only its end.
 */
export async function findReportsOf(
  db: Db,
  targets: CaseTarget[],
): Promise<(CaseTarget & { report: CaseReport })[]> {
  return typedSql(
    Reported,
    sql`select c.target_type as "targetType", c.target_id as "targetId", json_build_object(
      'id', r.id, 'reason', r.reason, 'details', r.details, 'createdAt', ${iso(sql`r.created_at`)},
      'reporter', json_build_object('id', p.id, 'fullName', p.full_name, 'createdAt', ${iso(sql`p.created_at`)},
        'reports', made.reports, 'closed', made.closed, 'upheld', made.upheld,
        'upheldAbout', about.upheld, 'upheldAboutAt', ${iso(sql`about.last`)}),
      'messages', coalesce(talk.messages, '[]'),
      'seen', case when r.seen is distinct from r.seen_before and r.seen <> present.state then r.seen end) as report
    from ${casesOf(targets)}
    cross join lateral (
      select *, lag(seen) over (order by created_at, id) as seen_before from (
        select * from reports
        where status = 'NEW' and target_type = c.target_type and target_id = c.target_id
        order by created_at, id limit ${shown.reports}) as oldest) as r
    cross join lateral (
      select case c.target_type
        when 'LISTING' then (select ${stateOfListing('l')} from listings l where l.id = c.target_id)
        else (select ${stateOfUser('u')} from users u where u.id = c.target_id) end as state) as present
    join users p on p.id = r.reporter_id
    cross join lateral (
      select count(*) as reports, count(*) filter (where status <> 'NEW') as closed,
        count(*) filter (where status = 'ACTIONED' and not ${wasOverturned(ownerOfTarget)}) as upheld
      from reports r where reporter_id = p.id) as made
    cross join lateral (
      select count(*) as upheld, max(closed_at) as last
      from (${reportsAbout(sql`p.id`)}) as theirs where status = 'ACTIONED') as about
    left join lateral (
      select t.id from threads t
      where (c.target_type = 'LISTING' and t.listing_id = c.target_id and t.buyer_id = p.id)
        or (c.target_type = 'USER' and t.buyer_id = p.id and t.seller_id = c.target_id)
        or (c.target_type = 'USER' and t.seller_id = p.id and t.buyer_id = c.target_id)
      order by t.last_message_at desc, t.id desc limit 1) as thread on true
    left join lateral (
      select json_agg(json_build_object(
        'from', case when last.sender_id = p.id then 'REPORTER' else 'OWNER' end,
        'body', left(last.body, ${shown.messageText}), 'attachment', last.attachment->>'url',
        'createdAt', ${iso(sql`last.created_at`)}) order by last.id) as messages
      from (
        select * from messages where thread_id = thread.id order by id desc limit ${shown.messages}) as last) as talk on true
    order by c.position, r.created_at, r.id`,
  ).execute(db)
}
