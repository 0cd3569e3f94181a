import { sql } from 'kysely'
import { z } from 'zod'
import { MailListing } from '#server/core/mail/mail-body.ts'
import { ownMailListing, publicMailListing } from '#server/core/mail/mail-listing.db.ts'
import { hasBlocked } from '#server/db/block-conditions.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Tx } from '#server/db/pool.ts'
import { findIds, typedSql } from '#server/db/typed-sql.ts'

/** A person's unread messages in one conversation. */
const UnreadThread = z.strictObject({
  threadId: z.int(),
  recipientId: z.int(),
  /** Their address. */
  to: z.string(),
  name: z.string(),
  count: z.int(),
  /** The scam shield warned the reader about one of them. */
  isWarned: z.boolean(),
  /** Of the other party. */
  otherName: z.string(),
  listing: MailListing,
})
export type UnreadThread = z.output<typeof UnreadThread>

interface Times {
  now: Date
  /** Only messages from before this time have waited long enough. */
  writtenBefore: Date
  /** Older messages are ignored. */
  writtenAfter: Date
  /** People mailed about the conversation after this time are skipped. */
  mailedBefore: Date
}

/**
 * Claims up to `count` conversations in which a buyer, or a seller, is due for a reminder, and records `now`
 * as its time: no other server finds the same ones, unless the transaction is rolled back.
 */
export async function claimReminders(
  tx: Tx,
  side: 'buyer' | 'seller',
  { now, writtenBefore, writtenAfter, mailedBefore }: Times,
  count: number,
): Promise<number[]> {
  const mailedAt = sql.ref(`${side}_mailed_at`)
  const isDue = sql`(t.${mailedAt} is null or (t.${mailedAt} <= ${mailedBefore} and t.${mailedAt} < due.newest))`
  return findIds(
    tx,
    sql`update threads t
    set ${mailedAt} = ${now}
    from (
      select m.thread_id, max(m.created_at) as newest
      from messages m
      join threads t on t.id = m.thread_id and t.${sql.ref(`${side}_id`)} = m.recipient_id
      join users u on u.id = m.recipient_id
      where m.read_at is null and m.created_at > ${writtenAfter} and m.created_at <= ${writtenBefore}
        and u.notify_messages and u.email_verified_at is not null
        and not (${isInactive('u')})
        and (t.${mailedAt} is null or (t.${mailedAt} <= ${mailedBefore} and t.${mailedAt} < m.created_at))
        and not ${hasBlocked('m.recipient_id', 'm.sender_id')}
        and not exists (select from users s where s.id = m.sender_id and ${isInactive('s')})
      group by m.thread_id
      order by m.thread_id
      limit ${count}
    ) as due
    -- Asked again of the row that is locked: where another server was first, it is no longer so.
    where t.id = due.thread_id and ${isDue}
    returning t.id`,
  )
}

/**
 * The unread messages of the buyers, or the sellers, of these conversations; conversations read meanwhile are
 * left out.
 */
export async function findUnread(
  tx: Tx,
  side: 'buyer' | 'seller',
  threadIds: number[],
): Promise<UnreadThread[]> {
  const recipientId = sql.ref(`t.${side}_id`)
  const otherId = sql.ref(`t.${side === 'buyer' ? 'seller' : 'buyer'}_id`)
  return typedSql(
    UnreadThread,
    sql`select t.id as "threadId", u.id as "recipientId", u.email as "to", u.full_name as "name", unread.count, unread."isWarned",
      case when u.id = t.seller_id then ${ownMailListing('l')} else ${publicMailListing('l')} end as listing,
      o.full_name as "otherName"
    from threads t
    join listings l on l.id = t.listing_id
    join users u on u.id = ${recipientId}
    join users o on o.id = ${otherId}
    cross join lateral (
      select count(*), coalesce(bool_or(w.message_id is not null), false) as "isWarned"
      from messages m left join message_warnings w on w.message_id = m.id and w.recipient_id = u.id and w.dismissed_at is null
      where m.recipient_id = u.id and m.thread_id = t.id and m.read_at is null
    ) as unread
    where t.id = any(${threadIds}::int[]) and unread.count > 0
    order by t.id`,
  ).execute(tx)
}
