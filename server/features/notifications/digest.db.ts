import { sql } from 'kysely'
import { dayOf, timestampOf } from '#server/db/clock.ts'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Tx } from '#server/db/pool.ts'
import { findIds } from '#server/db/typed-sql.ts'
import { defaultSettings } from './notification-settings.db.ts'

/** Unread, and not in an earlier digest; the index notifications_digest_idx has the same condition. */
const isNews = sql`n.read_at is null and n.count > n.digested_count
  and n.kind in ('SEARCH', 'CHEAPER', 'SOLD', 'AVAILABLE', 'FOLLOWED')`

/** The first event that was in no digest. */
const newsSince = sql`coalesce(n.news_since, n.happened_at)`

/**
 * Claims what today's digest tells up to `count` people: notifications from before their digest hour (in Lagos), once that hour has passed
 * by `now`, for those who had no digest today. Marks them as digested, so that no other server claims them, unless the transaction is
 * rolled back. Returns the notifications' ids.
 */
export async function claimDigests(tx: Tx, now: Date, count: number): Promise<number[]> {
  const today = dayOf(sql`${now}::timestamptz`)
  return findIds(
    tx,
    sql`with due as materialized (
      select n.user_id, h.due_at
      from (select distinct n.user_id from notifications n where ${isNews}) as reader
      left join notification_settings s on s.user_id = reader.user_id
      cross join lateral (
        select ${timestampOf(sql`${today} + make_interval(hours => coalesce(s.digest_hour, ${defaultSettings.digestHour}::int))`)} as due_at
      ) as h
      join lateral (
        select user_id from notifications n where n.user_id = reader.user_id and ${isNews} and ${newsSince} < h.due_at limit 1
      ) as n on true
      where h.due_at <= ${now}
        and not exists (select from digests d where d.user_id = reader.user_id and d.sent_on >= ${today})
      order by n.user_id
      limit ${count}
    ), claimed as (
      insert into digests as d (user_id, sent_on) select user_id, ${today} from due order by user_id
      -- Checked again under the row's lock: another server may have claimed today's digest first.
      on conflict (user_id) do update set sent_on = excluded.sent_on where d.sent_on < excluded.sent_on
      returning user_id
    )
    update notifications n set digested_count = n.count
    from claimed join due using (user_id)
    where n.user_id = claimed.user_id and ${isNews} and ${newsSince} < due.due_at
    returning n.id::integer`,
  )
}

/** The people among these who can get mail, with the topics that they want by mail. */
export function findDigestReaders(tx: Tx, ids: readonly number[]) {
  return tx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'full_name as fullName',
      'notify_searches as searches',
      'notify_saved as saved',
      'notify_follows as follows',
    ])
    .where('id', 'in', [...ids])
    .where('email_verified_at', 'is not', null)
    .where(sql<boolean>`not (${isInactive('users')})`)
    .orderBy('id')
    .execute()
}
