import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import type { CaseTarget, Evidence } from '#shared/contract/cases.ts'
import { QueueRule } from '#shared/contract/moderation-queue.ts'
import { WarningKind } from '#shared/contract/warnings.ts'

/** A target with the account behind it. */
export interface EvidenceTarget extends CaseTarget {
  ownerId: number
}

/** A fact of a target, as a source answers it. */
type Found = CaseTarget & { evidence: Evidence }

/**
 * Where evidence comes from. Each source answers what it knows of all targets of a page in one statement; another source is another
 * entry here, its kind in `Evidence` of the contract, and that kind's name in `web/features/admin/case-evidence.tsx`.
 */
const sources: ((db: Db, targets: EvidenceTarget[]) => Promise<Found[]>)[] = [findHeld, findWarned]

/** What is known of each target besides its reports, in the order of the sources. */
export async function findEvidence(db: Db, targets: EvidenceTarget[]): Promise<Found[]> {
  const found = await Promise.all(sources.map((source) => source(db, targets)))
  return found.flat()
}

const Held = z.strictObject({
  targetType: z.enum(['USER', 'LISTING']),
  targetId: z.int(),
  id: z.int(),
  rule: QueueRule,
  body: z.string().nullable(),
  similarId: z.int().nullable(),
  similarTitle: z.string().nullable(),
  similarPicture: z.string().nullable(),
  pictures: z.array(z.string()),
})

const heldTexts: Record<QueueRule, string> = {
  COPIES: 'Was held for review: its seller had too many listings that say the same.',
  TEXT_OF_ANOTHER: 'Was held for review: another seller has a listing with this description.',
  PHOTO_OF_ANOTHER: 'A photo of it also appears in a listing of another seller.',
  SAME_PHONE: 'Its phone has the IMEI of a phone in a listing of another seller.',
  STOLEN_PHONE: 'Its phone is reported stolen.',
  THEFT_REPORT: 'They reported a stolen phone.',
  SAME_MESSAGE: 'A message of theirs was held for review: the same text went to many conversations',
  WARNED_SENDER: 'Many people were warned about messages of theirs.',
  SENDER_WAITS: 'Many people were warned about messages of theirs; those to new people wait.',
  REVIEW_BURST: 'Many reviews of them came in a short time from new accounts, or from one network.',
  REVIEW_RING: 'They and accounts that they reviewed praise each other.',
  REVIEW_REPORTED: 'A review that they wrote was reported.',
  ANSWER_REPORTED: 'An answer of theirs to a review was reported.',
}

/** What a rule held for review or flagged: the listing and its photos, the account behind it and its messages. */
async function findHeld(db: Db, targets: EvidenceTarget[]): Promise<Found[]> {
  const rows = await typedSql(
    Held,
    sql`select c.target_type as "targetType", c.target_id as "targetId", h.id, h.rule, left(h.body, 200) as body,
      l.id as "similarId", l.title as "similarTitle", l.photos->0->>'url' as "similarPicture",
      coalesce((
        select array[photo, matched_photo] from photo_matches where hold_id = h.id order by distance limit 1),
        '{}') as pictures
    from unnest(${targets.map(({ targetType }) => targetType)}::text[],
      ${targets.map(({ targetId }) => targetId)}::int[],
      ${targets.map(({ ownerId }) => ownerId)}::int[]) as c (target_type, target_id, owner_id)
    cross join lateral (
      select * from holds
      where (c.target_type = 'LISTING' and kind in ('LISTING', 'PHOTO', 'PHONE') and listing_id = c.target_id)
        or (kind in ('MESSAGE', 'SENDER', 'REVIEW') and owner_id = c.owner_id)
      order by id desc limit 2) as h
    left join listings l on l.id = h.like_id
    order by h.id desc`,
  ).execute(db)
  return rows.map(
    ({ targetType, targetId, id, rule, body, similarId, similarTitle, similarPicture, pictures }) => ({
      targetType,
      targetId,
      evidence: {
        kind: 'HELD',
        id,
        text: body === null ? heldTexts[rule] : `${heldTexts[rule].replace(/\.$/, '')}: “${body}”`,
        pictures: pictures.length > 0 || similarPicture === null ? pictures : [similarPicture],
        links: [
          ...(similarId === null ? [] : [{ label: similarTitle ?? '', href: `/listings/${similarId}` }]),
          { label: 'In the review queue', href: `/admin?tab=held&q=%23${id}` },
        ],
      },
    }),
  )
}

const Warned = z.strictObject({
  targetType: z.enum(['USER', 'LISTING']),
  targetId: z.int(),
  id: z.int(),
  kind: WarningKind,
  seen: z.array(z.string()),
})

/** The last warnings about messages of the target's owner that their recipients have not dismissed. */
async function findWarned(db: Db, targets: EvidenceTarget[]): Promise<Found[]> {
  const rows = await typedSql(
    Warned,
    sql`select c.target_type as "targetType", c.target_id as "targetId", w.message_id as id, w.kind, w.seen
    from unnest(${targets.map(({ targetType }) => targetType)}::text[],
      ${targets.map(({ targetId }) => targetId)}::int[],
      ${targets.map(({ ownerId }) => ownerId)}::int[]) as c (target_type, target_id, owner_id)
    cross join lateral (
      select * from message_warnings
      where sender_id = c.owner_id and dismissed_at is null
      order by created_at desc limit 2) as w
    order by w.created_at desc`,
  ).execute(db)
  return rows.map(({ targetType, targetId, id, kind, seen }) => ({
    targetType,
    targetId,
    evidence: {
      kind: 'WARNED',
      id,
      text: `Somebody was warned about a message of theirs (${kind.replaceAll('-', ' ')}): ${seen.map((words) => `“${words}”`).join(', ')}`,
      pictures: [],
      links: [],
    },
  }))
}
