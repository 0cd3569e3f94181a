import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { apiQuery } from '#web/lib/api.ts'
import { refreshChanged, type WriteKey } from '#web/lib/refresh-changed.ts'
import { sessionQuery } from '#web/lib/session.ts'

const settingsQuery = apiQuery('GET /api/settings')

export function useSettingsRead() {
  return useQuery({ ...settingsQuery, retryOnMount: true })
}

/**
 * Returns a function that stores the response of a settings endpoint in the query cache, and updates the header. Not the notifications:
 * the response may be older than a switch that was pressed meanwhile, and none of these endpoints changes them.
 */
export function useUpdateSettingsCache(endpoint: WriteKey): (settings: Settings) => void {
  const client = useQueryClient()
  return (settings) => {
    const before = client.getQueryData(settingsQuery.queryKey)
    client.setQueryData(settingsQuery.queryKey, (now) => ({
      ...settings,
      notifications: now?.notifications ?? settings.notifications,
    }))
    if (before && publicPart(before) === publicPart(settings)) return
    const { fullName, avatarUrl, deletionDueAt } = settings
    client.setQueryData<CurrentUser | null>(
      sessionQuery.queryKey,
      (user) => user && { ...user, fullName, avatarUrl, isLeaving: deletionDueAt !== null },
    )
    void refreshChanged(client, endpoint)
  }
}

function publicPart({
  fullName,
  avatarUrl,
  bio,
  state,
  lga,
  phoneVerifiedAt,
  deletionDueAt,
}: Settings): string {
  return JSON.stringify([fullName, avatarUrl, bio, state, lga, phoneVerifiedAt, deletionDueAt])
}
