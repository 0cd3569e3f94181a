import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { apiQuery } from '#web/lib/api.ts'
import { renewPush } from '#web/lib/push.ts'
import { onPushMoment, type PushMoment } from './push-moments.ts'

type Prompt = ComponentType<{ moment: PushMoment; onClose: () => void }>

/** For members: renews the push subscription and the app badge, and shows the push prompt in place of `children` after certain actions. */
export function PushNotice({ children }: { children: ReactNode }) {
  useAppBadge()
  const [push, setPush] = useState<{ Prompt: Prompt; moment: PushMoment } | null>(null)
  useEffect(() => {
    // Without a connection, the next page does it.
    renewPush().catch(() => undefined)
    return onPushMoment((moment) => {
      import('./push-prompt.tsx').then(
        ({ PushPrompt }) => setPush({ Prompt: PushPrompt, moment }),
        () => undefined,
      )
    })
  }, [])
  return push ? <push.Prompt moment={push.moment} onClose={() => setPush(null)} /> : children
}

/** Shows the bell's unread number on the icon of the installed app; at 0, also removes the device's notifications. */
function useAppBadge(): void {
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
