import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'

/** The app's notices; their code loads after the page. */
export function LazyNotices() {
  const [Notices, setNotices] = useState<ComponentType | null>(null)
  useEffect(() => {
    whenIdle(() => {
      import('./notices.tsx').then(
        (module) => setNotices(() => module.Notices),
        // The page works without them.
        () => undefined,
      )
    })
  }, [])
  return Notices && <Notices />
}
