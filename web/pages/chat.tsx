import { Chat } from '#web/features/chat/chat.tsx'
import { ReportDialog } from '#web/features/reports/report-dialog.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { PageHead } from '#web/ui/page-head.tsx'

/** The route is for signed-in users only. */
export function Page() {
  const viewer = useSession()
  return (
    <>
      <PageHead title="Messages" />
      {viewer && (
        <Chat
          viewerId={viewer.id}
          renderReport={({ user, open, onClose }) => (
            <ReportDialog
              targetType="USER"
              targetId={user.id}
              label={user.fullName}
              open={open}
              onClose={onClose}
              onSignedOut={() => location.assign(paths.loginThen(location.pathname + location.search))}
            />
          )}
        />
      )}
    </>
  )
}
