import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#server/db/pool.ts'
import { rowStatement, type ValueOf } from '#server/db/statement.ts'
import { typedSql } from '#server/db/typed-sql.ts'

/** Number of messages of both sides to read; the classifier uses fewer. */
const maxMessages = 24
/** Number of completed sales, and of purchases, to read: more of them make an account no more trusted. */
const maxDeals = 30

/** The conversation before a message is sent. */
const KnownConversation = z.strictObject({
  title: z.string(),
  category: z.string(),
  /** Kobo. */
  price: z.number(),
  senderSells: z.boolean(),
  senderSince: z.date(),
  senderIsVerified: z.boolean(),
  /** Different people with whom the sender completed a deal; of at most `maxDeals` sales and as many purchases. */
  dealPartners: z.int(),
  /** The recipient was warned in this conversation. */
  isWarned: z.boolean(),
  /** The recipient said that they know the sender. */
  isDismissed: z.boolean(),
  /**
   * The message must be held: the sender waits for a decision and has not written in this conversation yet, or the message was held
   * when it was first sent and is not released.
   */
  mustWait: z.boolean(),
  messages: z.array(z.object({ bySender: z.boolean(), text: z.string() })),
})

export interface Draft {
  threadId: number
  senderId: number
  clientId: string
}

/** Whether what the account `userId` writes in the thread `t` waits: its texts to new people do, and it has not written there yet. */
export const waitsInThread = (userId: RawBuilder<unknown>) => sql<boolean>`(
  exists (
    select from holds where owner_id = ${userId} and kind = 'SENDER' and rule = 'SENDER_WAITS' and decision is null
  ) and not exists (select from messages where thread_id = t.id and sender_id = ${userId}))`

/** `mustWait` of the sender `u` in the thread `t`. */
const mustWait = (clientId: string) => sql`
  ${waitsInThread(sql`u.id`)}
  or exists (
    select from holds
    where thread_id = t.id and owner_id = u.id and client_id = ${clientId} and decision is distinct from 'RELEASE'
  )`

export type KnownConversation = z.output<typeof KnownConversation>

/** Null if the sender is not a party to the conversation. */
export const readConversation = rowStatement((value: ValueOf<Draft>) =>
  typedSql(
    KnownConversation,
    sql`select l.title, c.name as category, l.price, t.seller_id = u.id as "senderSells",
      u.created_at as "senderSince", u.phone_verified_at is not null as "senderIsVerified",
      (select count(*)::int from (
        (select buyer_id from deals where seller_id = u.id and status = 'COMPLETED' limit ${sql.lit(maxDeals)})
        union
        (select seller_id from deals where buyer_id = u.id and status = 'COMPLETED' limit ${sql.lit(maxDeals)})
      ) as partners) as "dealPartners",
      exists (select from message_warnings where thread_id = t.id and sender_id = u.id) as "isWarned",
      exists (
        select from message_warnings where thread_id = t.id and sender_id = u.id and dismissed_at is not null
      ) as "isDismissed",
      ${mustWait(value('clientId'))} as "mustWait",
      coalesce((
        select jsonb_agg(jsonb_build_object('bySender', m.sender_id = u.id, 'text', m.body) order by m.id)
        from (
          select id, sender_id, body from messages where thread_id = t.id order by id desc limit ${sql.lit(maxMessages)}
        ) as m
      ), '[]') as messages
    from threads t
    join listings l on l.id = t.listing_id
    join categories c on c.id = l.category_id
    join users u on u.id = ${value('senderId')} and u.id in (t.buyer_id, t.seller_id)
    where t.id = ${value('threadId')}`,
  ),
)

/** Reads `mustWait` alone, where the conversation cannot be read or judged. */
export async function readMustWait(db: Db, { threadId, senderId, clientId }: Draft): Promise<boolean> {
  const [row] = await typedSql(
    KnownConversation.pick({ mustWait: true }),
    sql`select ${mustWait(clientId)} as "mustWait"
      from threads t
      join users u on u.id = ${senderId} and u.id in (t.buyer_id, t.seller_id)
      where t.id = ${threadId}`,
  ).execute(db)
  return row?.mustWait ?? false
}
