import type { PushSubscription } from '#shared/contract/push.ts'
import type { Person } from '#tests/support/person.ts'
import { ask } from '#tests/support/postgres.ts'
import type { PushReceiver } from '#tests/support/push-receiver.ts'
import { until } from '#tests/support/until.ts'
import type { Comparison } from './compare.ts'
import { type Ledger, mayBe } from './ledger.ts'

/** The device that gets the pushes of the buyer's subscriptions. */
export interface Subscriptions {
  receiver: PushReceiver
  device: PushSubscription
}

/** Saves a search that finds all listings of the traffic, follows the seller, and turns push on at any hour. */
export async function subscribeBuyer(
  buyer: Person,
  seller: Person,
  receiver: PushReceiver,
): Promise<Subscriptions> {
  const device = receiver.subscribe()
  await buyer.send('PATCH', '/api/settings/notifications', { quietHours: null })
  await buyer.send('POST', '/api/push', device)
  await buyer.send('POST', '/api/saved-searches', { search: 'Radio' })
  await buyer.send('POST', '/api/follows', { sellerId: seller.id })
  return { receiver, device }
}

/**
 * Compares the notifications and pushes with what happened: each listing is one event of the saved search and of the followed seller,
 * each message one of its conversation, and the device got each notification.
 */
export async function compareNotifications(
  ledger: Ledger,
  {
    databaseUrl,
    buyer,
    seller,
    subscriptions,
  }: { databaseUrl: string; buyer: Person; seller: Person; subscriptions: Subscriptions },
  result: Comparison,
): Promise<void> {
  await until('all news processed and pushed', async () => {
    const [left] = await ask<{ news: number; pushes: number }>(
      databaseUrl,
      `select (select count(*) from listing_news)::int as news,
        (select count(*) from pgboss.job where name = 'push' and state in ('created', 'retry', 'active'))::int as pushes`,
    )
    return left?.news === 0 && left.pushes === 0
  })
  const matches = await ask<{ id: number }>(
    databaseUrl,
    `select m.listing_id as id from search_matches m join saved_searches s on s.id = m.search_id where s.user_id = $1`,
    [buyer.id],
  )
  const matched = new Set(matches.map(({ id }) => id))
  for (const [id, { isDeleted }] of ledger.listings) {
    result.writes += 1
    // One that was deleted at once may have gone without a notification.
    if (!mayBe(isDeleted, true) && !matched.has(id)) result.lost.push(`the saved search missed listing ${id}`)
  }
  const [followed] = await ask<{ n: number }>(
    databaseUrl,
    'select count(*)::int as n from told_listings t join listings l on l.id = t.listing_id where l.seller_id = $1',
    [seller.id],
  )
  const talked = await ask<{ threadId: number; userId: number; n: number }>(
    databaseUrl,
    `select thread_id as "threadId", recipient_id as "userId", count(*)::int as n from messages group by 1, 2`,
  )
  const events = await ask<{ kind: string; subject: number; userId: number; n: number }>(
    databaseUrl,
    `select kind, subject_id as subject, user_id as "userId", sum(count)::int as n from notifications group by 1, 2, 3`,
  )
  const counted = (kind: string, userId: number, subject?: number) =>
    events
      .filter((one) => one.kind === kind && one.userId === userId && (subject ?? one.subject) === one.subject)
      .reduce((sum, { n }) => sum + n, 0)
  const same = (what: string, notified: number, happened: number) => {
    if (notified < happened)
      result.lost.push(`${happened - notified} of ${happened} notifications of ${what}`)
    if (notified > happened)
      result.doubled.push(`${notified - happened} more than ${happened} notifications of ${what}`)
  }
  same('the saved search', counted('SEARCH', buyer.id), matched.size)
  same('the followed seller', counted('FOLLOWED', buyer.id, seller.id), followed?.n ?? 0)
  for (const { threadId, userId, n } of talked)
    same(`conversation ${threadId}`, counted('MESSAGE', userId, threadId), n)

  const pushed = new Set(subscriptions.receiver.received(subscriptions.device).map(({ data }) => data.id))
  const notifications = await ask<{ id: number; kind: string }>(
    databaseUrl,
    'select id::int, kind from notifications where user_id = $1 and read_at is null',
    [buyer.id],
  )
  for (const { id, kind } of notifications) {
    result.writes += 1
    if (!pushed.has(id)) result.lost.push(`the push of notification ${id} (${kind})`)
  }
}
