import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { renewPush } from '#web/lib/push.ts'
import { onPushMoment, type PushMoment } from './push-moments.ts'
import { useAppBadge } from './use-app-badge.ts'

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
