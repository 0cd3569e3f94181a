import { InstallPrompt } from './install-prompt.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { useUpdateReady } from './update.ts'
import { UpdateNotice } from './update-notice.tsx'

/** What the app itself has to say: no connection, a new version, a place on the home screen. One card at a time. */
export function Notices() {
  const updateReady = useUpdateReady()
  return (
    <>
      <OfflineNotice />
      <UpdateNotice />
      {!updateReady && <InstallPrompt />}
    </>
  )
}
