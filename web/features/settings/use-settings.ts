import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '#shared/contract/auth.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { apiQuery } from '#web/lib/api.ts'
import { sessionQuery } from '#web/lib/session.ts'

const settingsQuery = apiQuery('GET /api/settings')

/** What shows names and pictures of people, or the listings of somebody who comes or goes. */
const showsPeople = /^\/api\/(users|listings|threads|favorites|my-listings)\b/

export function useSettingsRead() {
  return useQuery({ ...settingsQuery, retryOnMount: true })
}

/** Puts an answer of the settings' calls in the place of what was shown; the header follows at once. */
export function useKeepSettings(): (settings: Settings) => void {
  const client = useQueryClient()
  return (settings) => {
    const before = client.getQueryData(settingsQuery.queryKey)
    client.setQueryData(settingsQuery.queryKey, settings)
    if (before && publicPart(before) === publicPart(settings)) return
    const { fullName, avatarUrl, deletionDueAt } = settings
    client.setQueryData<CurrentUser | null>(
      sessionQuery.queryKey,
      (user) => user && { ...user, fullName, avatarUrl, isLeaving: deletionDueAt !== null },
    )
    void refreshPeople(client)
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

function refreshPeople(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => showsPeople.test(String(queryKey[0])) })
}
