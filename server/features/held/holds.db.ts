import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '#server/db/pool.ts'
import type { Holds } from '#server/db/schema.ts'
import type { HoldDecision, HoldRule } from '#shared/contract/held.ts'

export async function insertListingHold(
  tx: Tx,
  hold: { listingId: number; ownerId: number; rule: HoldRule; likeId: number | null },
): Promise<void> {
  await tx
    .insertInto('holds')
    .values({
      kind: 'LISTING',
      rule: hold.rule,
      owner_id: hold.ownerId,
      listing_id: hold.listingId,
      like_id: hold.likeId,
    })
    .execute()
}

/** A message that is held back, as its sender sees it. */
export interface HeldMessage {
  messageId: number
  threadId: number
  ownerId: number
  clientId: string
  body: string
  attachment: Selectable<Holds>['attachment']
  createdAt: Date
  decision: HoldDecision | null
  reason: string | null
}

const messageColumns = sql`message_id as "messageId", thread_id as "threadId", owner_id as "ownerId", client_id as "clientId",
  body, attachment, created_at as "createdAt", decision, reason`

/**
 * Keeps a message from being delivered. Whoever calls has locked the thread, so that the number it takes is in the order of
 * those that others take.
 */
export async function insertMessageHold(
  tx: Tx,
  message: Pick<HeldMessage, 'threadId' | 'ownerId' | 'clientId' | 'body' | 'attachment'>,
): Promise<HeldMessage> {
  const { rows } = await sql<HeldMessage>`
    insert into holds (kind, rule, owner_id, listing_id, thread_id, message_id, client_id, body, attachment)
    select 'MESSAGE', 'SAME_MESSAGE', ${message.ownerId}, t.listing_id, t.id,
      nextval(pg_get_serial_sequence('messages', 'id')), ${message.clientId}, ${message.body},
      ${message.attachment && JSON.stringify(message.attachment)}::jsonb
    from threads t where t.id = ${message.threadId}
    returning ${messageColumns}`.execute(tx)
  if (!rows[0]) throw new Error('The message was not held back.')
  return rows[0]
}

/** What was held back under this name of its sender's device; null where nothing was. */
export async function findMessageHold(
  db: Db,
  { threadId, ownerId, clientId }: Pick<HeldMessage, 'threadId' | 'ownerId' | 'clientId'>,
): Promise<HeldMessage | null> {
  const { rows } = await sql<HeldMessage>`
    select ${messageColumns} from holds
    where thread_id = ${threadId} and owner_id = ${ownerId} and client_id = ${clientId}`.execute(db)
  return rows[0] ?? null
}
