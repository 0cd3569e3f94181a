import { sql } from 'kysely'
import { z } from 'zod'
import { isInactive } from '#server/db/inactive-accounts.ts'
import { findPage, hasWordsOrId, type Page, type PageRequest } from '#server/db/paged-search.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import { type QueueDecision, QueueItem, type QueueItemKind } from '#shared/contract/moderation-queue.ts'
import { thresholds } from '#shared/thresholds.ts'
import { readVersion } from './listing-moderation.db.ts'
import { mayDecideItem } from './may-decide.db.ts'
import { lastNetwork } from './suspect-reviews.db.ts'

const Row = QueueItem.extend({ createdAt: z.date(), decidedAt: z.date().nullable() }).strict()
type Row = z.output<typeof Row>

const listing = (alias: string, seller: string) => {
  const l = (column: string) => sql.ref(`${alias}.${column}`)
  const s = (column: string) => sql.ref(`${seller}.${column}`)
  return sql`json_build_object('id', ${l('id')}, 'title', ${l('title')}, 'description', left(${l('description')}, 400),
    'price', ${l('price')}, 'picture', ${l('photos')}->0->>'url',
    'state', case when ${l('deleted_at')} is null then ${l('status')} else 'DELETED' end,
    'seller', json_build_object('id', ${s('id')}, 'fullName', ${s('full_name')}), 'version', ${readVersion(alias)})`
}

/** Whether a warning belongs to the item of its sender: from the days before it was made until it was decided. */
const isEvidence = sql`w.sender_id = h.owner_id
  and w.created_at > h.created_at - ${sql.lit(thresholds.warnedSender.days)} * interval '1 day'
  and w.created_at <= coalesce(h.decided_at, 'infinity')`

/** Reviews that an item shows. */
const shownSuspects = 30

/** What is left of the reviews `x` of an item, shown or waiting. */
const written = sql`join lateral (
      select stars, comment, proof, answer, created_at, false as is_held from reviews
      where user_id = x.user_id and reviewer_id = x.reviewer_id
      union all select stars, comment, proof, null, created_at, true from waiting_reviews
      where user_id = x.user_id and reviewer_id = x.reviewer_id and hold_id = h.id
    ) as v on true`

const columns = sql`h.id, h.kind, h.rule, h.created_at as "createdAt", h.decision, h.reason, h.decided_at as "decidedAt",
  json_build_object('id', o.id, 'fullName', o.full_name, 'createdAt', o.created_at, 'isBanned', o.banned_at is not null)
    as owner,
  case when l.id is not null then ${listing('l', 's')} end as listing,
  case when like_l.id is not null then ${listing('like_l', 'like_s')} end as "like",
  case when h.kind = 'MESSAGE' then json_build_object('body', h.body, 'attachment', h.attachment->>'url',
    'to', json_build_object('id', r.id, 'fullName', r.full_name)) end as message,
  case when h.kind = 'SENDER' then json_build_object(
    'recipients', (
      select count(distinct w.recipient_id) from message_warnings w
      where ${isEvidence} and w.dismissed_at is null),
    'warnings', coalesce((
      select json_agg(last order by last."createdAt" desc) from (
        select w.kind, w.seen, left(m.body, 300) as body, w.created_at as "createdAt",
          w.dismissed_at is not null as "isDismissed", json_build_object('id', p.id, 'fullName', p.full_name) as "to"
        from message_warnings w
        join messages m on m.id = w.message_id
        join users p on p.id = w.recipient_id
        where ${isEvidence} order by w.created_at desc limit 5
      ) as last), '[]')) end as evidence,
  case when h.rule in ('STOLEN_PHONE', 'THEFT_REPORT') then (
    select json_build_object('reportId', s.hold_id, 'lastFour', s.last_four, 'details', s.details, 'proof', s.proof->>'url')
    from stolen_phones s join holds r on r.id = s.hold_id
    where s.hold_id = h.id or (r.decision = 'RELEASE'
      and s.number_hash = (select number_hash from phone_passports where listing_id = h.listing_id))
    order by s.hold_id limit 1) end as theft,
  coalesce((
    select json_agg(json_build_object('photo', m.photo, 'matchedPhoto', m.matched_photo,
      'matchedListingId', m.matched_listing_id, 'mirrored', m.mirrored) order by m.distance, m.photo)
    from photo_matches m where m.hold_id = h.id), '[]') as photos,
  case when h.kind = 'REVIEW' then coalesce((
    select json_agg(json_build_object(
      'user', json_build_object('id', about.id, 'fullName', about.full_name),
      'reviewer', json_build_object('id', w.id, 'fullName', w.full_name, 'createdAt', w.created_at),
      'stars', v.stars, 'comment', v.comment, 'proof', v.proof, 'answer', v.answer, 'createdAt', v.created_at,
      'isHeld', v.is_held,
      'sameNetwork', (
        select count(*) from suspect_reviews o
        where o.hold_id = h.id and o.reviewer_id <> w.id
          and ${lastNetwork(sql.ref('o.reviewer_id'))} = ${lastNetwork(sql.ref('w.id'))}),
      'report', case when p.id is not null then json_build_object(
        'by', json_build_object('id', p.id, 'fullName', p.full_name), 'reason', x.reason, 'text', h.body) end) order by v.created_at desc)
    from (select * from suspect_reviews where hold_id = h.id limit ${sql.lit(shownSuspects)}) as x
    ${written}
    join users about on about.id = x.user_id
    join users w on w.id = x.reviewer_id
    left join users p on p.id = x.reporter_id), '[]') else '[]' end as reviews,
  case when h.kind = 'REVIEW' then (
    select count(*)::integer from suspect_reviews x ${written} where x.hold_id = h.id) else 0 end as "reviewCount",
  case when d.id is not null then json_build_object('id', d.id, 'fullName', d.full_name) end as "decidedBy"`

const source = sql`holds h
  join users o on o.id = h.owner_id
  left join listings l on l.id = h.listing_id
  left join users s on s.id = l.seller_id
  left join listings like_l on like_l.id = h.like_id
  left join users like_s on like_s.id = like_l.seller_id
  left join threads t on t.id = h.thread_id
  left join users r on r.id = t.seller_id + t.buyer_id - h.owner_id
  left join users d on d.id = h.decided_by`

interface Criteria {
  q?: string | undefined
  kind?: QueueItemKind | undefined
  decision?: QueueDecision | 'OPEN' | undefined
}

/** A page of the review queue, of what the administrator may decide: pending items, longest wait first, then decided ones, newest first. */
export async function findQueue(
  db: Db,
  adminId: number,
  criteria: Criteria,
  page: PageRequest,
): Promise<Page<QueueItem>> {
  const { q, kind, decision } = criteria
  const text = sql`concat_ws(' ', o.full_name, o.username, o.email, l.title, h.body)`
  const where = [
    mayDecideItem(adminId),
    ...(kind === undefined ? [] : [sql`h.kind = ${kind}`]),
    ...(decision === undefined
      ? []
      : [decision === 'OPEN' ? sql`h.decision is null` : sql`h.decision = ${decision}`]),
    ...(q === undefined ? [] : [hasWordsOrId(text, 'h.id', q)]),
  ]
  const order = sql`h.decided_at desc nulls first, h.created_at, h.id`
  const search = { shape: Row, columns, source, where, order }
  const { items, ...counted } = await findPage(db, search, page)
  return { items: items.map(toQueueItem), ...counted }
}

export async function findQueueItem(db: Db, id: number): Promise<QueueItem | null> {
  const row = await typedSql(Row, sql`select ${columns} from ${source} where h.id = ${id}`).first(db)
  return row ? toQueueItem(row) : null
}

/** The data needed for a decision on a held item. */
export type HeldItem = NonNullable<Awaited<ReturnType<typeof findHold>>>

export async function findHold(tx: Tx, id: number) {
  const hold = await tx
    .selectFrom('holds as h')
    .innerJoin('users as u', 'u.id', 'h.owner_id')
    .select([
      'h.id',
      'h.kind',
      'h.rule',
      'h.owner_id as ownerId',
      'h.listing_id as listingId',
      'h.decision',
      'h.thread_id as threadId',
      'h.message_id as messageId',
      'h.client_id as clientId',
      'h.body',
      'h.attachment',
      'h.created_at as createdAt',
      // The owner is banned, leaving or deleted.
      isInactive('u').as('ownerIsInactive'),
    ])
    .where('h.id', '=', id)
    .executeTakeFirst()
  return hold ?? null
}

interface By {
  reason: string | null
  adminId: number
}

const decided = (decision: QueueDecision, { reason, adminId }: By) => ({
  ...{ decision, reason },
  // The text of a reported review is kept for the decision only.
  body: sql<string | null>`case when kind = 'REVIEW' then null else body end`,
  decided_by: adminId,
  decided_at: sql<Date>`now()`,
})

/** Writes a decision if there is none yet; returns whether it was written. */
export async function writeDecision(
  tx: Tx,
  id: number,
  { decision, ...by }: By & { decision: QueueDecision },
): Promise<boolean> {
  const written = await tx
    .updateTable('holds')
    .set(decided(decision, by))
    .where('id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirst()
  return written.numUpdatedRows > 0n
}

/** Rejects the item of a listing that waits, where another item's decision hides the listing. */
export async function rejectWaiting(tx: Tx, listingId: number, by: By): Promise<void> {
  await tx
    .updateTable('holds')
    .set(decided('REJECT', by))
    .where('listing_id', '=', listingId)
    .where('kind', '=', 'LISTING')
    .where('decision', 'is', null)
    .execute()
}

/** Rejects all messages of a sender that wait for the decision on the sender, and returns them, oldest first. */
export async function rejectWaitingMessages(tx: Tx, senderId: number, by: By) {
  const rejected = await tx
    .updateTable('holds')
    .set(decided('REJECT', by))
    .where('owner_id', '=', senderId)
    .where('kind', '=', 'MESSAGE')
    .where('rule', '=', 'SENDER_WAITS')
    .where('decision', 'is', null)
    .returning([
      'id',
      'owner_id as ownerId',
      'thread_id as threadId',
      'message_id as messageId',
      'client_id as clientId',
      'body',
      'attachment',
      'created_at as createdAt',
    ])
    .execute()
  return rejected.sort((a, b) => a.id - b.id)
}

/** Turns a rejection into a release; returns whether there was one. */
export async function overturnRejection(tx: Tx, id: number, by: By): Promise<boolean> {
  const written = await tx
    .updateTable('holds')
    .set(decided('RELEASE', by))
    .where('id', '=', id)
    .where('decision', '=', 'REJECT')
    .executeTakeFirst()
  return written.numUpdatedRows > 0n
}

/** Changes what the sender of a refused message reads. */
export async function changeRefusal(tx: Tx, id: number, reason: string): Promise<void> {
  await tx.updateTable('holds').set({ reason }).where('id', '=', id).execute()
}

/** Records the administrator who released a listing from the queue; returns its item, if there was one. */
export async function signRelease(tx: Tx, listingId: number, { reason, adminId }: By) {
  return tx
    .updateTable('holds')
    .set({ reason, decided_by: adminId })
    .where('listing_id', '=', listingId)
    .where('kind', '=', 'LISTING')
    .where('decision', '=', 'RELEASE')
    .where('decided_by', 'is', null)
    .returning(['id', 'created_at as heldSince'])
    .executeTakeFirst()
}

/** Times inside JSON are as PostgreSQL writes them. */
const toTime = (time: string) => new Date(time).toISOString()

function toQueueItem({ owner, reviews, ...row }: Row): QueueItem {
  return {
    ...withIsoTimes(row),
    reviews: reviews.map(({ reviewer, ...review }) => ({
      ...review,
      createdAt: toTime(review.createdAt),
      reviewer: { ...reviewer, createdAt: toTime(reviewer.createdAt) },
    })),
    owner: { ...owner, createdAt: toTime(owner.createdAt) },
  }
}
