import { sql } from 'kysely'
import { isAway } from '#server/db/away.ts'
import { publicTitle } from '#server/db/last-public.ts'
import type { Tx } from '#server/db/pool.ts'

/** What a person has not read in one conversation. */
export interface UnreadThread {
  threadId: number
  recipientId: number
  /** Their address. */
  to: string
  count: number
  /** Of the other party. */
  otherName: string
  title: string
}

interface Times {
  now: Date
  /** Messages from before this moment have waited long enough; */
  writtenBefore: Date
  /** those from before this one are let be. */
  writtenAfter: Date
  /** Whoever was mailed about the conversation after this moment waits. */
  mailedBefore: Date
}

/**
 * Takes up to `count` conversations in which a buyer, or a seller, is due to be told of messages, and notes that it
 * happens `now`: no other server finds the same ones, unless the transaction is rolled back.
 */
export async function claimReminders(
  tx: Tx,
  side: 'buyer' | 'seller',
  { now, writtenBefore, writtenAfter, mailedBefore }: Times,
  count: number,
): Promise<number[]> {
  const mailedAt = sql.ref(`${side}_mailed_at`)
  const isDue = sql`(t.${mailedAt} is null or (t.${mailedAt} <= ${mailedBefore} and t.${mailedAt} < due.newest))`
  const { rows } = await sql<{ id: number }>`
    update threads t
    set ${mailedAt} = ${now}
    from (
      select m.thread_id, max(m.created_at) as newest
      from messages m
      join threads t on t.id = m.thread_id and t.${sql.ref(`${side}_id`)} = m.recipient_id
      join users u on u.id = m.recipient_id
      where m.read_at is null and m.created_at > ${writtenAfter} and m.created_at <= ${writtenBefore}
        and u.notify_messages and u.email_verified_at is not null
        and not (${isAway('u')})
        and (t.${mailedAt} is null or (t.${mailedAt} <= ${mailedBefore} and t.${mailedAt} < m.created_at))
        and not exists (select from blocks where blocker_id = m.recipient_id and blocked_id = m.sender_id)
      group by m.thread_id
      order by m.thread_id
      limit ${count}
    ) as due
    -- Asked again of the row that is locked: where another server was first, it is no longer so.
    where t.id = due.thread_id and ${isDue}
    returning t.id`.execute(tx)
  return rows.map((row) => row.id)
}

/** What the buyers, or the sellers, of these conversations have not read; those who read meanwhile are left out. */
export async function findUnread(
  tx: Tx,
  side: 'buyer' | 'seller',
  threadIds: number[],
): Promise<UnreadThread[]> {
  const recipientId = sql.ref(`t.${side}_id`)
  const otherId = sql.ref(`t.${side === 'buyer' ? 'seller' : 'buyer'}_id`)
  const { rows } = await sql<UnreadThread>`
    select t.id as "threadId", u.id as "recipientId", u.email as "to", unread.count,
      case when u.id = t.seller_id then l.title else ${publicTitle('l')} end as title,
      case when o.deleted_at is null then o.full_name else 'Deleted user' end as "otherName"
    from threads t
    join listings l on l.id = t.listing_id
    join users u on u.id = ${recipientId}
    join users o on o.id = ${otherId}
    cross join lateral (
      select count(*) from messages m
      where m.recipient_id = u.id and m.thread_id = t.id and m.read_at is null
    ) as unread
    where t.id = any(${threadIds}::int[]) and unread.count > 0
    order by t.id`.execute(tx)
  return rows
}
