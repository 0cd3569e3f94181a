import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import { Photo } from '#shared/contract/common.ts'
import { QueueDecision, QueueRule } from '#shared/contract/moderation-queue.ts'

/** Why a listing is held for review. */
export interface Suspicion {
  rule: Exclude<QueueRule, 'SAME_MESSAGE'>
  /** The listing that it resembles. */
  similarId: number | null
  /** The reason that the seller reads. */
  reason: string
}

/** Adds a held listing, a photo or phone of a public listing, or a report of a theft to the review queue; returns the item's id. */
export async function insertHold(
  tx: Tx,
  hold: {
    kind: 'LISTING' | 'PHOTO' | 'PHONE' | 'THEFT'
    /** Null of a THEFT. */
    listingId: number | null
    ownerId: number
    rule: QueueRule
    similarId: number | null
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('holds')
    .values({
      kind: hold.kind,
      rule: hold.rule,
      owner_id: hold.ownerId,
      listing_id: hold.listingId,
      like_id: hold.similarId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Why a message waits. */
const MessageRule = QueueRule.extract(['SAME_MESSAGE', 'SENDER_WAITS'])

/** A held message, as its sender sees it. */
export const HeldMessage = z.strictObject({
  messageId: z.int(),
  threadId: z.int(),
  ownerId: z.int(),
  clientId: z.string(),
  body: z.string(),
  attachment: Photo.nullable(),
  rule: MessageRule,
  createdAt: z.date(),
  decision: QueueDecision.nullable(),
  reason: z.string().nullable(),
})
export type HeldMessage = z.output<typeof HeldMessage>

const messageColumns = sql`message_id as "messageId", thread_id as "threadId", owner_id as "ownerId", client_id as "clientId",
  body, attachment, rule, created_at as "createdAt", decision, reason`

/**
 * Holds a message. The caller has locked the thread, so that its number has the order of the other messages.
 */
export async function insertMessageHold(
  tx: Tx,
  message: Pick<HeldMessage, 'threadId' | 'ownerId' | 'clientId' | 'body' | 'attachment' | 'rule'>,
): Promise<HeldMessage> {
  return typedSql(
    HeldMessage,
    sql`insert into holds (kind, rule, owner_id, listing_id, thread_id, message_id, client_id, body, attachment)
    select 'MESSAGE', ${message.rule}, ${message.ownerId}, t.listing_id, t.id,
      nextval(pg_get_serial_sequence('messages', 'id')), ${message.clientId}, ${message.body},
      ${message.attachment && JSON.stringify(message.attachment)}::jsonb
    from threads t where t.id = ${message.threadId}
    returning ${messageColumns}`,
  ).one(tx)
}

/** The held message with this client id; null if there is none. */
export async function findMessageHold(
  db: Db,
  { threadId, ownerId, clientId }: Pick<HeldMessage, 'threadId' | 'ownerId' | 'clientId'>,
): Promise<HeldMessage | null> {
  return typedSql(
    HeldMessage,
    sql`select ${messageColumns} from holds
    where thread_id = ${threadId} and owner_id = ${ownerId} and client_id = ${clientId}`,
  ).first(db)
}
