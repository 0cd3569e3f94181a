import { sql } from 'kysely'
import { z } from 'zod'
import type { Tx } from '#server/db/pool.ts'
import { findIds, typedSql } from '#server/db/typed-sql.ts'
import { QueueRule } from '#shared/contract/moderation-queue.ts'
import { thresholds } from '#shared/thresholds.ts'
import { isFresh } from './quotas.db.ts'

const { days, review, wait, freshWait } = thresholds.warnedSender

const Changed = z.strictObject({ id: z.int(), rule: QueueRule })

/**
 * Adds a sender to the review queue once `review` recipients were warned within `days` and since the last decision on the sender. From the
 * second threshold on the item's rule is SENDER_WAITS, which holds messages to new people. Returns the item if it was added or raised.
 */
export async function queueWarnedSender(tx: Tx, senderId: number): Promise<z.output<typeof Changed> | null> {
  return typedSql(
    Changed,
    sql`
    with warned as (
      select w.recipient_id, w.thread_id, w.message_id
      from message_warnings w
      where w.sender_id = ${senderId} and w.dismissed_at is null
        and w.created_at > now() - ${days}::int * interval '1 day'
        and w.created_at > coalesce(
          (select max(decided_at) from holds where owner_id = ${senderId} and kind = 'SENDER'), '-infinity')
    ), counted as (
      select count(distinct recipient_id) as recipients,
        (array_agg(thread_id order by message_id desc))[1] as thread_id
      from warned
    )
    insert into holds (kind, rule, owner_id, listing_id)
    select 'SENDER',
      case
        when c.recipients >= case
          when ${isFresh} then ${freshWait}::int
          else ${wait}::int
        end then 'SENDER_WAITS'
        else 'WARNED_SENDER'
      end, u.id, t.listing_id
    from counted c
    join threads t on t.id = c.thread_id
    join users u on u.id = ${senderId}
    where c.recipients >= ${review}::int
    on conflict (owner_id) where kind = 'SENDER' and decision is null do update
      set rule = excluded.rule, listing_id = excluded.listing_id
      where holds.rule = 'WARNED_SENDER' and excluded.rule = 'SENDER_WAITS'
    returning id, rule`,
  ).first(tx)
}

/** Whether messages of the sender to new people wait. The decision that ends it waits for this transaction, and sees what it holds. */
export async function lockWait(tx: Tx, senderId: number): Promise<boolean> {
  const items = await findIds(
    tx,
    sql`select id from holds
    where owner_id = ${senderId} and kind = 'SENDER' and rule = 'SENDER_WAITS' and decision is null
    for share`,
  )
  return items.length > 0
}

/** The sender's messages that wait for the decision on the sender, oldest first. */
export async function findWaiting(tx: Tx, senderId: number): Promise<number[]> {
  return findIds(
    tx,
    sql`select id from holds
    where owner_id = ${senderId} and kind = 'MESSAGE' and rule = 'SENDER_WAITS' and decision is null
    order by id`,
  )
}

/** The sender's messages that a rejection of the sender refused, oldest first. */
export async function findRefusedWith(tx: Tx, senderHold: number): Promise<number[]> {
  return findIds(
    tx,
    sql`select m.id from holds s
    join holds m on m.owner_id = s.owner_id and m.decided_at = s.decided_at
    where s.id = ${senderHold} and m.kind = 'MESSAGE' and m.rule = 'SENDER_WAITS' and m.decision = 'REJECT'
    order by m.id`,
  )
}
