import type { Selectable } from 'kysely'
import type { Tx } from '#server/db/pool.ts'
import type { DB } from '#server/db/schema.ts'
import type { NotificationChanges, Settings } from '#shared/contract/settings.ts'
import { byTopic, topicNames } from '#shared/notification-topics.ts'

/** What a person chose beside their mails: pushes, and when. */
export type NotificationSettings = Pick<
  Settings['notifications'],
  'push' | 'quietHours' | 'digestHour' | 'pushHidesContent'
>

/** Defaults for users without a row; the columns have the same ones. */
export const defaultSettings: NotificationSettings = {
  push: byTopic(() => true),
  quietHours: { from: 22, to: 7 },
  digestHour: 8,
  pushHidesContent: false,
}

export type NotificationSettingsRow = Selectable<DB['notification_settings']>

/** The settings of a person with this row, or with none. */
export function presentSettings(row: NotificationSettingsRow | null): NotificationSettings {
  if (!row) return defaultSettings
  const { quiet_from: from, quiet_to: to } = row
  return {
    push: byTopic((topic) => row[`push_${topic}`]),
    quietHours: from === null || to === null ? null : { from, to },
    digestHour: row.digest_hour,
    pushHidesContent: row.push_hides_content,
  }
}

/** Writes what is given; the rest stays. */
export async function saveNotificationSettings(
  tx: Tx,
  userId: number,
  { push, quietHours, digestHour, pushHidesContent }: Partial<NotificationChanges>,
): Promise<void> {
  const values = Object.entries({
    ...Object.fromEntries(topicNames.map((topic) => [`push_${topic}`, push?.[topic]])),
    quiet_from: quietHours === undefined ? undefined : (quietHours?.from ?? null),
    quiet_to: quietHours === undefined ? undefined : (quietHours?.to ?? null),
    digest_hour: digestHour,
    push_hides_content: pushHidesContent,
  }).filter(([, value]) => value !== undefined)
  if (values.length === 0) return
  const changed = Object.fromEntries(values)
  await tx
    .insertInto('notification_settings')
    .values({ user_id: userId, ...changed })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changed))
    .execute()
}
