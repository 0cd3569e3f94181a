import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { hidden, statement, type ValueOf } from '#server/db/statement.ts'
import { findIds, typedSql } from '#server/db/typed-sql.ts'
import type { DraftWarning } from '#server/features/shield/shield.public.ts'
import { Message, OfferStatus, Thread } from '#shared/contract/chat.ts'
import { Photo } from '#shared/contract/common.ts'
import { QueueDecision } from '#shared/contract/moderation-queue.ts'
import { WarningKind } from '#shared/contract/warnings.ts'
import { closedFor, isKeptBy, isSeenBy } from './threads.db.ts'

/** A row of `messages`: `columns`. */
const MessageRow = z.strictObject({
  id: z.int(),
  thread_id: z.int(),
  sender_id: z.int(),
  recipient_id: z.int(),
  client_id: z.string(),
  body: z.string(),
  attachment: Photo.nullable(),
  created_at: z.date(),
  read_at: z.date().nullable(),
})

/** The message that another one answers: its first characters, and whether one of the two deleted it for themselves. */
const Quoted = z.strictObject({
  id: z.int(),
  senderId: z.int(),
  text: z.string(),
  hiddenFor: z.array(z.int()),
})
const quotedLength = 160
const quotedJson = (messages: string) => {
  const column = (name: string) => sql.ref(`${messages}.${name}`)
  return sql`jsonb_build_object('id', ${column('id')}, 'senderId', ${column('sender_id')},
    'text', left(${column('body')}, ${sql.lit(quotedLength)}),
    'hiddenFor', array_remove(array[
      case when ${column('hidden_by_sender_at')} is not null then ${column('sender_id')} end,
      case when ${column('hidden_by_recipient_at')} is not null then ${column('recipient_id')} end], null))`
}

const ListedRow = MessageRow.extend({
  // Null for a message that is held for review.
  recipient_id: z.int().nullable(),
  isHeld: z.boolean(),
  rule: Message.shape.heldRule.unwrap().nullable(),
  decision: QueueDecision.nullable(),
  reason: z.string().nullable(),
  warningKind: WarningKind.nullable(),
  seen: z.array(z.string()).nullable(),
  reply_to: z.int().nullable(),
  quoted: Quoted.nullable(),
  price: z.int().nullable(),
  offerStatus: OfferStatus.nullable(),
})

interface MessagesOfThread {
  threadId: number
  viewerId: number
  /** Ids between which the page lies. */
  before: number | null
  after: number
  limit: number
}

const messagesOf = (order: 'asc' | 'desc') =>
  statement((value: ValueOf<MessagesOfThread>) => {
    const viewerId = value('viewerId')
    const page = (id: string) => sql`
      and ${sql.ref(id)} > ${value('after')} and ${sql.ref(id)} < coalesce(${value('before')}::bigint, ${sql.lit(Number.MAX_SAFE_INTEGER)})
      order by ${sql.ref(id)} ${sql.raw(order)} limit ${hidden(value('limit'), 'int')}`
    return typedSql(
      ListedRow,
      sql`select m.*, w.kind as "warningKind", w.seen, o.price, o.status as "offerStatus",
        case when q.id is not null then ${quotedJson('q')} end as quoted
      from (
        (select ${columns}, reply_to, false as "isHeld", null as rule, null as decision, null as reason
          from messages as m where thread_id = ${value('threadId')} and ${isKeptBy(viewerId)} ${page('id')})
        union all
        (select message_id, thread_id, owner_id, null, client_id, body, attachment, created_at, null, null, true, rule, decision, reason
          from holds
          where thread_id = ${value('threadId')} and owner_id = ${viewerId} and decision is distinct from 'RELEASE'
            ${page('message_id')})
      ) as m
      left join message_warnings w
        on w.message_id = m.id and w.recipient_id = ${viewerId} and w.dismissed_at is null
      left join messages q on q.id = m.reply_to
      left join offers o on o.message_id = m.id
      where true ${page('m.id')}`,
    )
  })

const firstMessages = messagesOf('asc')
const lastMessages = messagesOf('desc')

/**
 * Messages of a thread, oldest first: the last `limit` before `before`, or the first `limit` after `after`.
 * The viewer's own held messages are included in their positions, and the warnings for the viewer.
 */
export async function findMessages(
  db: Db,
  thread: { threadId: number; viewerId: number },
  { before, after, limit }: { before?: number | undefined; after?: number | undefined; limit: number },
): Promise<Message[]> {
  const read = after === undefined ? lastMessages : firstMessages
  const rows = await read(db, { ...thread, before: before ?? null, after: after ?? 0, limit })
  const messages = rows.map((row) => ({
    ...present(row),
    ...(row.isHeld ? heldAs(row) : {}),
    ...(row.warningKind ? { warning: { kind: row.warningKind, seen: row.seen ?? [] } } : {}),
    ...(row.quoted ? { replyTo: quoteFor(row.quoted, thread.viewerId) } : {}),
    ...(row.price && row.offerStatus ? { offer: { price: row.price, status: row.offerStatus } } : {}),
  }))
  return after === undefined ? messages.reverse() : messages
}

/** The quoted message as one of the two sees it. */
export function quoteFor(
  { hiddenFor, text, ...quoted }: z.output<typeof Quoted>,
  viewerId: number,
): NonNullable<Message['replyTo']> {
  return { ...quoted, text: hiddenFor.includes(viewerId) ? null : text }
}

/** The fields that tell a sender about a held message. */
export function heldAs(held: Pick<z.output<typeof ListedRow>, 'rule' | 'decision' | 'reason'>) {
  const { rule, decision, reason } = held
  if (decision === null) return { held: 'WAITING' as const, ...(rule && { heldRule: rule }) }
  return { held: 'REFUSED' as const, ...(reason === null ? {} : { heldReason: reason }) }
}

export interface MessageToWrite {
  threadId: number
  senderId: number
  /** The id that the sender's device chose: one message per id. */
  clientId: string
  body: string
  attachment: Photo | null
  /** The message that it answers: without effect unless its sender sees it in this conversation. */
  replyTo?: number | null
}

export interface Written {
  otherId: number
  listingId: number
  closed: Thread['closed']
  /** The message now stored under this id; null if the thread is closed, or nothing was to be written. */
  message: Message | null
  isNew: boolean
  /** The warning was stored with the message. */
  isWarned: boolean
  /** What the message answers. */
  quoted: z.output<typeof Quoted> | null
}

// Named one by one: a column that a later version adds must not change what a prepared statement answers.
const columns = sql.raw(Object.keys(MessageRow.shape).join(', '))

const threadColumns = {
  otherId: z.int(),
  listingId: z.int(),
  closed: Thread.shape.closed,
  isWarned: z.boolean(),
}
const WriteRow = z.union([
  MessageRow.extend({ ...threadColumns, isNew: z.boolean(), quoted: Quoted.nullable() }),
  // No message: its columns are null.
  z.object({ ...threadColumns, isNew: z.null() }),
])

interface WriteValues extends Omit<MessageToWrite, 'attachment' | 'replyTo'> {
  picture: string | null
  replyTo: number | null
  mayWrite: boolean
  warningKind: WarningKind | null
  seen: string[]
  probability: number
}

// The lock comes first, so that id and time are assigned under it. `skip locked`: the statement must not wait for it, since it would not
// see a block that is committed meanwhile; `writeMessage` waits.
const write = statement((value: ValueOf<WriteValues>) =>
  typedSql(
    WriteRow,
    sql`with locked as materialized (
      select t.id, t.listing_id, t.seller_id, t.buyer_id from threads t
      where t.id = ${value('threadId')} and ${isSeenBy(value('senderId'))}
      for no key update skip locked
    ), thread as materialized (
      select t.id, t.seller_id + t.buyer_id - ${value('senderId')}::int as "otherId",
        t.listing_id as "listingId", ${closedFor(value('senderId'))} as closed
      from locked t
      join listings l on l.id = t.listing_id
    ), known as materialized (
      select ${columns} from messages
      where thread_id = ${value('threadId')} and sender_id = ${value('senderId')}
        and client_id = ${value('clientId')}
    ), answered as materialized (
      select m.id, ${quotedJson('m')} as quoted from messages m
      where m.id = ${value('replyTo')}::bigint and m.thread_id = ${value('threadId')}
        and ${isKeptBy(value('senderId'))}
    ), written as (
      insert into messages (thread_id, sender_id, recipient_id, client_id, body, attachment, reply_to)
      select thread.id, ${value('senderId')}::int, thread."otherId", ${value('clientId')}, ${value('body')},
        ${value('picture')}::jsonb, (select id from answered)
      from thread
      where ${value('mayWrite')}::boolean and closed is null and not exists (select from known)
      on conflict (thread_id, sender_id, client_id) do nothing
      returning ${columns}
    ), moved as (
      update threads set last_message_at = written.created_at from written where threads.id = written.thread_id
    ), warned as (
      insert into message_warnings (message_id, thread_id, sender_id, recipient_id, kind, seen, probability)
      select id, thread_id, sender_id, recipient_id, ${value('warningKind')}::text, ${value('seen')}::text[],
        ${value('probability')}::real
      from written where ${value('warningKind')}::text is not null
      on conflict do nothing
      returning message_id
    )
    select thread."otherId", thread."listingId", thread.closed, exists (select from warned) as "isWarned", m.*,
      (select quoted from answered) as quoted
    from thread
    left join (
      select ${columns}, true as "isNew" from written
      union all
      select ${columns}, false from known
    ) as m on true`,
  ),
)

/**
 * Writes a message and moves its thread to the top, in one statement; returns null if the sender is no party
 * to the thread. A message that the sender sent before under this id is returned instead; with `mayWrite:
 * false` that is all it does. The thread stays locked until the transaction ends, so that ids follow the
 * order of commits. `warning` is for the recipient; it is not stored if they
 * have one of this kind in this conversation already.
 */
export async function writeMessage(
  db: Db,
  { attachment, replyTo = null, ...message }: MessageToWrite,
  { mayWrite = true, warning = null }: { mayWrite?: boolean; warning?: DraftWarning | null } = {},
): Promise<Written | null> {
  const values = {
    ...message,
    picture: attachment && JSON.stringify(attachment),
    replyTo,
    mayWrite,
    warningKind: warning?.kind ?? null,
    seen: warning?.seen ?? [],
    probability: warning?.probability ?? 0,
  }
  let [row] = await write(db, values)
  if (!row && (await lockThread(db, message))) [row] = await write(db, values)
  if (!row) return null
  const { otherId, listingId, closed, isWarned } = row
  const thread = { otherId, listingId, closed, isWarned }
  return row.isNew === null
    ? { ...thread, message: null, isNew: false, quoted: null }
    : { ...thread, message: present(row), isNew: row.isNew, quoted: row.quoted }
}

/** Waits until nobody else has the thread locked, and locks it; returns whether the sender is a party to it. */
async function lockThread(
  db: Db,
  { threadId, senderId }: Pick<MessageToWrite, 'threadId' | 'senderId'>,
): Promise<boolean> {
  const found = await findIds(
    db,
    sql`select t.id from threads t where t.id = ${threadId} and ${isSeenBy(senderId)} for no key update`,
  )
  return found.length > 0
}

const Hidden = z.strictObject({ threadId: z.int() })

/** Deletes a message for one party, who has then read it; idempotent. Null if the user is no party to it. */
export async function hideMessage(db: Db, id: number, userId: number): Promise<{ threadId: number } | null> {
  return typedSql(
    Hidden,
    sql`update messages set
      hidden_by_sender_at = case when sender_id = ${userId} then coalesce(hidden_by_sender_at, now()) else hidden_by_sender_at end,
      hidden_by_recipient_at = case when recipient_id = ${userId} then coalesce(hidden_by_recipient_at, now()) else hidden_by_recipient_at end,
      read_at = case when recipient_id = ${userId} then coalesce(read_at, now()) else read_at end
    where id = ${id} and ${userId} in (sender_id, recipient_id)
    returning thread_id as "threadId"`,
  ).first(db)
}

/** Ends the warnings of a conversation for one of its parties. */
export async function dismissWarnings(db: Db, threadId: number, recipientId: number): Promise<void> {
  await db
    .updateTable('message_warnings')
    .set({ dismissed_at: sql<Date>`now()` })
    .where('thread_id', '=', threadId)
    .where('recipient_id', '=', recipientId)
    .where('dismissed_at', 'is', null)
    .execute()
}

const Marked = z.strictObject({ upTo: z.int().nullable(), readAt: z.date() })

const markingRead = statement((value: ValueOf<{ threadId: number; readerId: number; upTo: number }>) =>
  typedSql(
    Marked,
    sql`with due as (
      select id from messages
      where recipient_id = ${value('readerId')} and thread_id = ${value('threadId')} and read_at is null and id <= ${value('upTo')}
      -- Always in one order, so that two tabs of a reader wait for each other instead of locking crosswise.
      order by id
      for update
    ), marked as (
      update messages set read_at = now() from due where messages.id = due.id returning messages.id
    )
    select max(id) as "upTo", now() as "readAt" from marked`,
  ),
)

/** Marks messages to this reader as read, up to a message; null if none was unread. */
export async function markRead(
  db: Db,
  threadId: number,
  readerId: number,
  upTo: number,
): Promise<{ upTo: number; readAt: Date } | null> {
  const [marked] = await markingRead(db, { threadId, readerId, upTo })
  return marked?.upTo ? { upTo: marked.upTo, readAt: marked.readAt } : null
}

const unreadOf = statement((value: ValueOf<{ readerId: number }>, db) =>
  db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('recipient_id', '=', value('readerId'))
    .where('read_at', 'is', null),
)

export async function countUnread(db: Db, readerId: number): Promise<number> {
  const [unread] = await unreadOf(db, { readerId })
  return unread?.count ?? 0
}

function present(row: Omit<z.output<typeof MessageRow>, 'recipient_id'>): Message {
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
