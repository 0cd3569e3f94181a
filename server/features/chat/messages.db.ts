import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/db/pool.ts'
import type { Messages } from '#server/db/schema.ts'
import { statement } from '#server/db/statement.ts'
import type { Message, Thread } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import type { HoldDecision } from '#shared/contract/held.ts'
import { closedFor, isSeenBy } from './threads.db.ts'

/**
 * Messages of a thread, the oldest first: the last `limit` below `before`, or the first `limit` above `after`. Those of the
 * viewer's that were held back are among them, in their places.
 */
export async function findMessages(
  db: Db,
  { threadId, viewerId }: { threadId: number; viewerId: number },
  { before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
): Promise<Message[]> {
  const page = (id: string) => sql`
    ${before === undefined ? sql`` : sql`and ${sql.ref(id)} < ${before}`}
    ${after === undefined ? sql`` : sql`and ${sql.ref(id)} > ${after}`}
    order by ${sql.ref(id)} ${after === undefined ? sql`desc` : sql`asc`} limit ${limit}`
  const { rows } = await sql<Selectable<Messages> & { isHeld: boolean } & Decided>`
    select * from (
      (select ${columns}, false as "isHeld", null as decision, null as reason
        from messages where thread_id = ${threadId} ${page('id')})
      union all
      (select message_id, thread_id, owner_id, null, client_id, body, attachment, created_at, null, true, decision, reason
        from holds
        where thread_id = ${threadId} and owner_id = ${viewerId} and decision is distinct from 'RELEASE'
          ${page('message_id')})
    ) as m where true ${page('id')}`.execute(db)
  const messages = rows.map((row) => (row.isHeld ? { ...present(row), ...heldAs(row) } : present(row)))
  return after === undefined ? messages.reverse() : messages
}

interface Decided {
  decision: HoldDecision | null
  reason: string | null
}

/** What its sender is told of a message that was held back. */
export function heldAs({ decision, reason }: Decided): Pick<Message, 'held' | 'heldReason'> {
  if (decision === null) return { held: 'WAITING' }
  return { held: 'REFUSED', ...(reason === null ? {} : { heldReason: reason }) }
}

export interface MessageToWrite {
  threadId: number
  senderId: number
  /** What the sender's device calls it: of one name there is one message. */
  clientId: string
  body: string
  attachment: Photo | null
}

export interface Written {
  otherId: number
  closed: Thread['closed']
  /** What is there under this name now; null where the thread is closed, or nothing was to be written. */
  message: Message | null
  isNew: boolean
}

type WriteRow = Selectable<Messages> & Pick<Written, 'otherId' | 'closed'> & { isNew: boolean | null }

// Named one by one: a column that a later version adds must not change what a prepared statement answers.
const columns = sql.raw(
  'id, thread_id, sender_id, recipient_id, client_id, body, attachment, created_at, read_at',
)

// The lock comes first: the id and the time are given to whoever holds it.
const write = statement<MessageToWrite & { picture: string | null; mayWrite: boolean }, WriteRow>(
  (value) => sql`
    with locked as materialized (
      select t.id, t.listing_id, t.seller_id, t.buyer_id from threads t
      where t.id = ${value('threadId')} and ${isSeenBy(value('senderId'))}
      for no key update
    ), place as materialized (
      select t.id, t.seller_id + t.buyer_id - ${value('senderId')}::int as "otherId",
        ${closedFor(value('senderId'))} as closed
      from locked t
      join listings l on l.id = t.listing_id
    ), known as materialized (
      select ${columns} from messages
      where thread_id = ${value('threadId')} and sender_id = ${value('senderId')}
        and client_id = ${value('clientId')}
    ), written as (
      insert into messages (thread_id, sender_id, recipient_id, client_id, body, attachment)
      select place.id, ${value('senderId')}::int, place."otherId", ${value('clientId')}, ${value('body')},
        ${value('picture')}::jsonb
      from place
      where ${value('mayWrite')}::boolean and closed is null and not exists (select from known)
      on conflict (thread_id, sender_id, client_id) do nothing
      returning ${columns}
    ), moved as (
      update threads set last_message_at = written.created_at from written where threads.id = written.thread_id
    )
    select place."otherId", place.closed, m.*
    from place
    left join (
      select ${columns}, true as "isNew" from written
      union all
      select ${columns}, false from known
    ) as m on true`,
)

/**
 * Writes a message and moves its thread to the top, in one statement; null for whoever is no party to the thread. What the
 * sender sent under this name before is answered in its place, which `mayWrite: false` does only. Until the transaction
 * ends nobody else writes into the thread: ids follow the order of commits.
 */
export async function writeMessage(db: Db, draft: MessageToWrite, mayWrite = true): Promise<Written | null> {
  const picture = draft.attachment && JSON.stringify(draft.attachment)
  const [row] = await write(db, { ...draft, picture, mayWrite })
  if (!row) return null
  const { otherId, closed, isNew } = row
  return isNew === null
    ? { otherId, closed, message: null, isNew: false }
    : { otherId, closed, message: present(row), isNew }
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

const unreadOf = statement<{ readerId: number }, { count: number }>(
  (value) => sql`
    select count(*) as count from messages where recipient_id = ${value('readerId')} and read_at is null`,
)

export async function countUnread(db: Db, readerId: number): Promise<number> {
  const [unread] = await unreadOf(db, { readerId })
  return unread?.count ?? 0
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
