import { type ComponentType, Fragment, type ReactNode, useEffect, useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { onInstallMoment } from './install-criteria.ts'
import { OfflineNotice } from './offline-notice.tsx'
import { useUpdateReady } from './update.ts'

/** Notices of the app itself: no connection, a new version, push, installation. One card at a time. */
export function Notices() {
  const updateReady = useUpdateReady()
  const [UpdateNotice, setUpdateNotice] = useState<ComponentType | null>(null)
  const [InstallPrompt, setInstallPrompt] = useState<ComponentType | null>(null)
  const [PushNotice, setPushNotice] = useState<ComponentType<{ children: ReactNode }>>(() => Fragment)
  const isMember = Boolean(useSession())
  useEffect(() => {
    if (!updateReady) return
    // The service worker has it; the next full page load brings the new version too.
    import('./update-notice.tsx').then(
      (module) => setUpdateNotice(() => module.UpdateNotice),
      () => undefined,
    )
  }, [updateReady])
  useEffect(
    () =>
      onInstallMoment(() => {
        import('./install-prompt.tsx').then(
          (module) => setInstallPrompt(() => module.InstallPrompt),
          // The offer is optional: a failed load is ignored.
          () => undefined,
        )
      }),
    [],
  )
  useEffect(() => {
    if (!isMember) return
    import('./push-notice.tsx').then(
      (module) => setPushNotice(() => module.PushNotice),
      () => undefined,
    )
  }, [isMember])
  return (
    <>
      <OfflineNotice />
      {UpdateNotice && <UpdateNotice />}
      {!updateReady && <PushNotice>{InstallPrompt && <InstallPrompt />}</PushNotice>}
    </>
  )
}
