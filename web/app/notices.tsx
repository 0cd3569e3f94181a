import { Fragment, useEffect, useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { useLoaded } from '#web/ui/use-loaded.ts'
import { onInstallMoment } from './install-criteria.ts'
import { OfflineNotice } from './offline-notice.tsx'
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
