import { sql } from 'kysely'
import { z } from 'zod'
import { isInactive } from '#server/db/inactive-accounts.ts'
import type { Db, Tx } from '#server/db/pool.ts'
import { typedSql } from '#server/db/typed-sql.ts'
import type { PushSubscription } from '#shared/contract/push.ts'
import { Topics } from '#shared/contract/settings.ts'
import { limits } from '#shared/limits.ts'
import { topicNames } from '#shared/notification-topics.ts'
import { thresholds } from '#shared/thresholds.ts'

export async function hasSubscription(db: Db, sessionId: number): Promise<boolean> {
  const found = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Stores the subscription of a session, in place of an earlier one, and takes it from another account that used the same browser. Beyond
 * the account's limit, the oldest are deleted. Returns false if the session has ended.
 */
export async function saveSubscription(
  tx: Tx,
  { userId, sessionId }: { userId: number; sessionId: number },
  { endpoint, keys }: PushSubscription,
): Promise<boolean> {
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!session) return false
  await tx
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .where('endpoint', '<>', endpoint)
    .execute()
  const row = { user_id: userId, session_id: sessionId, ...keys }
  await tx
    .insertInto('push_subscriptions')
    .values({ ...row, endpoint })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...row, created_at: sql`now()` }))
    .execute()
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where user_id = ${userId}
    order by created_at desc, id desc offset ${limits.push.devices})`.execute(tx)
  return true
}

export async function deleteSubscription(db: Db, sessionId: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute()
}

/** Deletes a subscription that its push service refuses for good, or whose address may not be called. */
export async function deleteSubscriptionById(db: Db, id: number): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

/** Joins to subscription `p` the rows that decide whether it gets a push now. People without settings have the table's defaults. */
const recipient = sql`push_subscriptions p
  join sessions s on s.id = p.session_id and s.expires_at > now()
  join users u on u.id = p.user_id and not ${isInactive('u')}
  left join notification_settings ns on ns.user_id = p.user_id`
const quietUntil = sql`case when ns.user_id is null then quiet_until(now(), 22::smallint, 7::smallint)
  else quiet_until(now(), ns.quiet_from, ns.quiet_to) end`

const Recipient = z.strictObject({
  subscription: z.int(),
  notification: z.int(),
  /** The end of the quiet hours; null outside them. */
  quietUntil: z.date().nullable(),
})

/** The devices that these notifications go to. */
export function findRecipients(db: Db, notifications: readonly number[]) {
  return typedSql(
    Recipient,
    sql`select p.id as subscription, n.id::integer as notification, ${quietUntil} as "quietUntil"
      from notifications n join (${recipient}) on p.user_id = n.user_id
      where n.id = any(${notifications}::bigint[])
      order by n.id, p.id`,
  ).execute(db)
}

const PushDelivery = z.strictObject({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  quietUntil: z.date().nullable(),
  isOld: z.boolean(),
  hidesContent: z.boolean(),
  ...Topics.shape,
})
export type PushDelivery = z.output<typeof PushDelivery>

const isOn = (topic: string) => sql`coalesce(${sql.ref(`ns.push_${topic}`)}, true) as ${sql.ref(topic)}`

/**
 * The device of a subscription and its owner's settings; null if the notification is not theirs, the session ended, or the account is
 * closed.
 */
export async function findDelivery(
  db: Db,
  subscription: number,
  notification: number,
): Promise<PushDelivery | null> {
  return typedSql(
    PushDelivery,
    sql`select p.endpoint, p.p256dh, p.auth, ${quietUntil} as "quietUntil",
        n.happened_at < now() - make_interval(hours => ${sql.lit(thresholds.push.oldHours)}) as "isOld",
        coalesce(ns.push_hides_content, false) as "hidesContent",
        ${sql.join(topicNames.map(isOn))}
      from notifications n join (${recipient}) on p.user_id = n.user_id
      where n.id = ${notification} and p.id = ${subscription}`,
  ).first(db)
}
