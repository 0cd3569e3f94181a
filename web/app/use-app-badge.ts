import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery } from '#web/lib/api.ts'

/** Shows the bell's unread number on the icon of the installed app; at 0, also removes the device's notifications. */
export function useAppBadge(): void {
  const { data } = useQuery({ ...apiQuery('GET /api/notifications/unread-count'), enabled: false })
  const count = data?.count
  useEffect(() => {
    if (count === undefined) return
    // Without a number, some systems show a dot.
    const shown = count === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(count)
    shown?.catch(() => undefined)
    if (count === 0) void closeShown().catch(() => undefined)
  }, [count])
}

async function closeShown(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}
