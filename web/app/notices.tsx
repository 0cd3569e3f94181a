import { WifiOff } from 'lucide-react'
import { Fragment, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { readOfListingPage } from '#web/lib/offline-caches.ts'
import { useCopiedAt } from '#web/lib/offline-copies.ts'
import { useOnline } from '#web/lib/online.ts'
import { serverTime } from '#web/lib/server-time.ts'
import { useSession } from '#web/lib/session.ts'
import { useLoaded } from '#web/ui/use-lazy-component.ts'
import { onInstallMoment } from './install-criteria.ts'
import { useUpdateReady } from './update.ts'

const loadUpdateNotice = async () => (await import('./update-notice.tsx')).UpdateNotice
const loadInstallPrompt = async () => (await import('./install-prompt.tsx')).InstallPrompt
const loadPushNotice = async () => (await import('./push-notice.tsx')).PushNotice

/** Notices of the app itself: no connection, a new version, push, installation. One card at a time. */
export function Notices() {
  const updateReady = useUpdateReady()
  const [isInstallMoment, setInstallMoment] = useState(false)
  useEffect(() => onInstallMoment(() => setInstallMoment(true)), [])
  const UpdateNotice = useLoaded(loadUpdateNotice, updateReady)
  const InstallPrompt = useLoaded(loadInstallPrompt, isInstallMoment)
  const PushNotice = useLoaded(loadPushNotice, Boolean(useSession())) ?? Fragment
  return (
    <>
      <OfflineNotice />
      {UpdateNotice && <UpdateNotice />}
      {!updateReady && <PushNotice>{InstallPrompt && <InstallPrompt />}</PushNotice>}
    </>
  )
}

/** The bar at the top that reports a lost or slow connection, and the age of the page. */
function OfflineNotice() {
  const online = useOnline()
  const [path] = useLocation()
  const copiedAt = useCopiedAt(readOfListingPage(path))
  const now = useNow()
  const age = copiedAt && timeAgoInline(new Date(serverTime(copiedAt)).toISOString(), now)
  return (
    <div role="status">
      {!online && (
        <Bar>{`You are offline. What you see may be old.${age ? ` It was saved ${age}.` : ''}`}</Bar>
      )}
      {online && age && <Bar>{`The connection is slow. What you see was saved ${age}.`}</Bar>}
    </div>
  )
}

function Bar({ children }: { children: string }) {
  const bar = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    // Other sticky bars make room for this one (offline-notice.css).
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize
      if (height) style.setProperty('--notice-height', `${height}px`)
    })
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--notice-height')
    }
  }, [])
  return (
    <p
      ref={bar}
      className="notice-bar fixed inset-x-0 top-0 z-40 flex items-center justify-center gap-2 bg-ink px-4 py-2 text-center text-sm font-semibold text-ground"
    >
      <WifiOff size={16} />
      {children}
    </p>
  )
}
