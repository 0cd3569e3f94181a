import { sql } from 'kysely'
import { z } from 'zod'
import { isInactive } from '#server/db/inactive-accounts.ts'
import { wasHidden } from '#server/db/last-public.ts'
import { findPage, type Page, type PageRequest } from '#server/db/paged-search.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { mayDecide } from '#server/features/moderation/moderation.public.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import { AdminAppeal, type AppealOutcome, Decision } from '#shared/contract/appeals.ts'

/**
 * An act `a` with its listing `l` and the item `h` of the review queue that it decided (either may be missing; a message's and a sender's
 * item is deleted in time), the owner `o` of what it is about, and the appeal `p` if there is one.
 */
const source = sql`moderation_acts a
  left join listings l on a.target_type = 'LISTING' and l.id = a.target_id
  left join holds h on h.id = a.hold_id
  left join appeals p on p.act_id = a.id
  join users o on o.id = coalesce(p.appellant_id, case a.target_type
    when 'LISTING' then l.seller_id when 'USER' then a.target_id when 'MESSAGE' then h.owner_id end)`

const isAppealable = sql`(p.id is not null or a.action = 'BAN' or a.action in ('HIDE', 'REJECT', 'DELETE') and a.target_type = 'LISTING'
  or a.action in ('REJECT', 'WAIT') and h.kind in ('MESSAGE', 'SENDER', 'PHOTO'))`

/** Whether the act is still in effect, and no later one has replaced it. */
const stands = sql`(o.deleted_at is null and case
  when a.hold_id is not null and h.id is null then a.action = 'REJECT' and p.outcome = 'UPHELD'
  when a.action = 'WAIT' then h.decision is null
  when h.kind in ('MESSAGE', 'SENDER') then h.decision = 'REJECT'
  when h.kind = 'PHOTO' then h.decision = 'REJECT' and exists (select from photo_matches where hold_id = h.id)
  else case
    when l.id is null then o.banned_at is not null
    when a.action = 'DELETE' then l.deleted_at is not null
    else l.hidden_by_moderator and l.deleted_at is null
  end and not exists (
    select from moderation_acts n left join holds i on i.id = n.hold_id
    where n.target_type = a.target_type and n.target_id = a.target_id and n.id > a.id and i.kind is distinct from 'PHOTO'
      -- A dismissed note about a phone leaves the listing as it is.
      and (i.kind is distinct from 'PHONE' or n.action = 'REJECT')
      and (n.action in ('BAN', 'UNBAN') or n.target_type = 'LISTING' and n.action in ('HIDE', 'SHOW', 'DELETE', 'RELEASE', 'REJECT')))
end)`

const subjectKind = sql`case when a.target_type = 'MESSAGE' then 'MESSAGE'
  when a.target_type = 'USER' and a.action in ('REJECT', 'WAIT') then 'MESSAGES'
  when h.kind = 'PHOTO' then 'PHOTO' when l.id is null then 'ACCOUNT' else 'LISTING' end`

const label = sql`case when h.kind = 'MESSAGE' then coalesce(nullif(left(h.body, 80), ''), 'a picture')
  when a.target_type = 'MESSAGE' then '…'
  else coalesce(l.title, '@' || o.username) end`

/** What an act is about, as the person concerned and administrators read it. A rejected phone hid its listing, which was public. */
const about = sql`case when h.kind = 'PHONE' then 'HIDE' else a.action end as action, ${subjectKind} as about, l.id as "listingId", ${label} as label, a.reason, a.rule, ${stands} as stands`

const DecisionRow = Decision.omit({ token: true })
  .extend({
    actId: z.int(),
    createdAt: z.date(),
    appeal: Decision.shape.appeal.unwrap().extend({ createdAt: z.string() }).nullable(),
  })
  .strict()
export type DecisionRow = z.output<typeof DecisionRow>

const decisionColumns = sql`a.id as "actId", ${about}, a.created_at as "createdAt",
  case when p.id is not null then json_build_object('text', p.text, 'createdAt', p.created_at, 'outcome', p.outcome,
    'answer', p.answer) end as appeal`

/** Decisions about a user's listings, messages and account that stand or were appealed, the newest 100. */
export async function findDecisionsAbout(db: Db, userId: number): Promise<DecisionRow[]> {
  return typedSql(
    DecisionRow,
    sql`select ${decisionColumns} from ${source}
      where a.id in (
          select id from moderation_acts where (target_type, target_id) in (
            select 'LISTING', id from listings where seller_id = ${userId}
            union all select 'MESSAGE', id from holds where owner_id = ${userId} and kind = 'MESSAGE'
            union all select 'USER', ${userId}::integer)
          union select act_id from appeals where appellant_id = ${userId})
        and ${isAppealable} and (p.id is not null or ${stands})
      order by a.id desc limit 100`,
  ).execute(db)
}

export async function findDecision(db: Db, actId: number): Promise<DecisionRow | null> {
  return typedSql(
    DecisionRow,
    sql`select ${decisionColumns} from ${source} where a.id = ${actId} and ${isAppealable} and o.deleted_at is null`,
  ).first(db)
}

/** Files the appeal of an act by the owner of its target; returns false if there was one already, even with concurrent calls. */
export async function insertAppeal(db: Db, actId: number, text: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into appeals (act_id, appellant_id, text)
    select a.id, o.id, ${text} from ${source} where a.id = ${actId}
    on conflict (act_id) do nothing`.execute(db)
  return numAffectedRows === 1n
}

const AppealRow = AdminAppeal.extend({
  createdAt: z.date(),
  decidedAt: z.date().nullable(),
  act: AdminAppeal.shape.act.extend({ createdAt: z.string() }),
}).strict()

/** Whether an administrator may decide about the appeal: neither the one who appeals nor the one who took the act. */
const isDecider = (adminId: number) => mayDecide(adminId, sql`array[o.id]`, sql`a.admin_id`)

const appealColumns = (adminId: number) => sql`p.id, p.text, p.created_at as "createdAt", p.outcome, p.answer,
  p.decided_at as "decidedAt", ${isDecider(adminId)} as "mayDecide",
  json_build_object('id', o.id, 'fullName', o.full_name) as appellant,
  case when d.id is not null then json_build_object('id', d.id, 'fullName', d.full_name) end as "decidedBy",
  (select to_json(act) from (
    select ${about}, a.created_at as "createdAt",
      case when b.id is not null then json_build_object('id', b.id, 'fullName', b.full_name) end as admin) act) as act`

const appealSource = sql`${source} left join users b on b.id = a.admin_id left join users d on d.id = p.decided_by`

/** A page of the appeals: open ones first, longest wait first, then decided ones, newest first. */
export async function findAppeals(
  db: Db,
  adminId: number,
  { outcome }: { outcome?: AppealOutcome | 'OPEN' | undefined },
  page: PageRequest,
): Promise<Page<AdminAppeal>> {
  const where = [
    sql`p.id is not null`,
    ...(outcome === undefined
      ? []
      : [outcome === 'OPEN' ? sql`p.outcome is null` : sql`p.outcome = ${outcome}`]),
  ]
  const order = sql`p.decided_at desc nulls first, p.created_at, p.id`
  const search = { shape: AppealRow, columns: appealColumns(adminId), source: appealSource, where, order }
  const { items, ...counted } = await findPage(db, search, page)
  return { items: items.map(toAppeal), ...counted }
}

export async function findAppeal(db: Db, adminId: number, id: number): Promise<AdminAppeal | null> {
  const [row] = await typedSql(
    AppealRow,
    sql`select ${appealColumns(adminId)} from ${appealSource} where p.id = ${id}`,
  ).execute(db)
  return row ? toAppeal(row) : null
}

const OpenAppeal = z.strictObject({
  actId: z.int(),
  action: Decision.shape.action,
  about: Decision.shape.about,
  targetId: z.int(),
  /** The item of the review queue that the act decided; null of other acts. */
  holdId: z.int().nullable(),
  label: z.string(),
  outcome: z.string().nullable(),
  mayDecide: z.boolean(),
  stands: z.boolean(),
  since: z.date(),
  /** The listing was hidden already when a moderator hid it. */
  wasHidden: z.boolean(),
  /** `isInactive`: banned or leaving; the deletion of an account deletes its appeals. */
  appellant: z.strictObject({
    id: z.int(),
    email: z.string(),
    fullName: z.string(),
    isInactive: z.boolean(),
  }),
})

/** What decides an appeal and what follows from it; the appeal is locked until the transaction ends. */
export async function lockAppeal(tx: Tx, adminId: number, id: number) {
  await tx.selectFrom('appeals').select('id').where('id', '=', id).forUpdate().execute()
  return typedSql(
    OpenAppeal,
    sql`select a.id as "actId", a.action, ${subjectKind} as about, a.target_id as "targetId",
        a.hold_id as "holdId", ${label} as label, p.outcome,
        ${isDecider(adminId)} as "mayDecide", ${stands} as stands, coalesce(${wasHidden('l')}, false) as "wasHidden",
        -- A rejected listing was hidden from the moment at which it was held.
        case when a.action = 'REJECT' then coalesce((
          select max(h.created_at) from holds h
          where h.listing_id = l.id and h.kind = 'LISTING' and h.decision = 'REJECT' and h.created_at < a.created_at
        ), a.created_at) else a.created_at end as since,
        json_build_object('id', o.id, 'email', o.email, 'fullName', o.full_name,
          'isInactive', ${isInactive('o')}) as appellant
      from ${source} where p.id = ${id}`,
  ).first(tx)
}

export async function writeOutcome(
  tx: Tx,
  id: number,
  { outcome, answer, adminId }: { outcome: AppealOutcome; answer: string; adminId: number },
): Promise<void> {
  await tx
    .updateTable('appeals')
    .set({ outcome, answer, decided_by: adminId, decided_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

function toAppeal({ act, ...row }: z.output<typeof AppealRow>): AdminAppeal {
  return { ...withIsoTimes(row), act: { ...act, createdAt: new Date(act.createdAt).toISOString() } }
}
