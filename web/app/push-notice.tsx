import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { renewPush } from '#web/lib/push.ts'
import { onPushMoment, type PushMoment } from './push-moments.ts'
import { useAppBadge } from './use-app-badge.ts'

type Prompt = ComponentType<{ moment: PushMoment; onClose: () => void }>

/** Of members: keeps the device's subscription and the icon's number, and asks about push at its moments, in place of `children`. */
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
