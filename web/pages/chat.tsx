import { Chat } from '#web/features/chat/chat-view.tsx'
import { DealBar } from '#web/features/deals/deal-bar.tsx'
import { ReportDialog } from '#web/features/reports/report-dialog.tsx'
import { TrustButton } from '#web/features/trust/trust-button.tsx'
import { useSession } from '#web/lib/session.ts'
import { PageHead } from '#web/ui/page-head.tsx'

export function Page() {
  const viewer = useSession()
  return (
    <>
      <PageHead title="Messages" />
      {viewer && (
        <Chat
          viewerId={viewer.id}
          renderDeal={(thread, options) => <DealBar thread={thread} viewerId={viewer.id} {...options} />}
          renderTrust={(subject) => (
            <TrustButton
              {...subject}
              iconOnly
              className="button button-quiet button-icon shrink-0 rounded-full"
            />
          )}
          renderReport={({ user, open, onClose, andThen }) => (
            <ReportDialog
              targetType="USER"
              targetId={user.id}
              label={user.fullName}
              open={open}
              onClose={onClose}
              andThen={andThen}
            />
          )}
        />
      )}
    </>
  )
}
