import { useEffect, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'
import { useLoaded } from '#web/ui/use-loaded.ts'

const loadNotices = async () => (await import('./notices.tsx')).Notices

/** The app's notices; their code loads after the page. */
export function LazyNotices() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const Notices = useLoaded(loadNotices, isIdle)
  return Notices && <Notices />
}
