import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { Messages } from '#server/db/schema.ts'
import type { Message } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'

/** Messages of a thread, the oldest first: the last `limit` below `before`, or the first `limit` above `after`. */
export async function findMessages(
  db: Db,
  threadId: number,
  { before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
): Promise<Message[]> {
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('thread_id', '=', threadId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? 0))
    .orderBy('id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  const messages = rows.map(present)
  return after === undefined ? messages.reverse() : messages
}

/** What this sender sent under this name before; null if nothing. */
export async function findSent(
  db: Db,
  threadId: number,
  senderId: number,
  clientId: string,
): Promise<Message | null> {
  const row = await db
    .selectFrom('messages')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  return row ? present(row) : null
}

/** Writes a message and moves its thread to the top. The caller holds the thread's lock. */
export async function insertMessage(
  tx: Db,
  message: {
    threadId: number
    senderId: number
    recipientId: number
    clientId: string
    body: string
    attachment: Photo | null
  },
): Promise<Message> {
  const row = await tx
    .insertInto('messages')
    .values({
      thread_id: message.threadId,
      sender_id: message.senderId,
      recipient_id: message.recipientId,
      client_id: message.clientId,
      body: message.body,
      attachment: message.attachment && JSON.stringify(message.attachment),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('threads')
    .set({ last_message_at: sql<Date>`(select created_at from messages where id = ${row.id})` })
    .where('id', '=', message.threadId)
    .execute()
  return present(row)
}

/** Marks what was written to this reader up to a message as read; null where nothing was left to mark. */
export async function markRead(
  db: Db,
  threadId: number,
  readerId: number,
  upTo: number,
): Promise<{ upTo: number; readAt: Date } | null> {
  const { rows } = await sql<{ upTo: number | null; readAt: Date }>`
    with due as (
      select id from messages
      where recipient_id = ${readerId} and thread_id = ${threadId} and read_at is null and id <= ${upTo}
      -- Always in one order, so that two tabs of a reader wait for each other instead of locking crosswise.
      order by id
      for update
    ), marked as (
      update messages set read_at = now() from due where messages.id = due.id returning messages.id
    )
    select max(id) as "upTo", now() as "readAt" from marked`.execute(db)
  const [marked] = rows
  return marked?.upTo ? { upTo: marked.upTo, readAt: marked.readAt } : null
}

export async function countUnread(db: Db, readerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .select(sql<number>`count(*)`.as('count'))
    .where('recipient_id', '=', readerId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

function present(row: Selectable<Messages>): Message {
  return {
    id: row.id,
    threadId: row.thread_id,
    senderId: row.sender_id,
    body: row.body,
    attachment: row.attachment?.url ?? null,
    attachmentPhoto: row.attachment,
    clientId: row.client_id,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  }
}
