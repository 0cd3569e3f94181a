import { Flag } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { LoginRequiredDialog } from '#web/ui/login-required-dialog.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { ReportSubject } from './report-dialog.tsx'

const loadDialog = async () => (await import('./report-dialog.tsx')).ReportDialog

interface ReportButtonProps extends ReportSubject {
  /** Label: 'Report Listing', 'Report'. */
  children: ReactNode
  className?: string
}

/** Opens the report dialog; asks visitors to log in. Not for the user's own listings and profile. */
export function ReportButton({ children, className = 'button button-quiet', ...subject }: ReportButtonProps) {
  const session = useSession()
  const [open, setOpen] = useState<'report' | 'login' | null>(null)
  const { Part: ReportDialog, prepare, want } = useLazyComponent(loadDialog)

  async function show() {
    if (session === null || session?.isLeaving) setOpen('login')
    else if (await want()) setOpen('report')
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`noscript:hidden ${className}`}
        onClick={show}
        onPointerEnter={session ? prepare : undefined}
        onFocus={session ? prepare : undefined}
      >
        <Flag className="size-4.5" />
        {children}
      </button>
      {ReportDialog && (
        <ReportDialog
          {...subject}
          open={open === 'report'}
          onClose={() => setOpen(null)}
          onSignedOut={() => setOpen('login')}
        />
      )}
      <LoginRequiredDialog
        open={open === 'login'}
        onClose={() => setOpen(null)}
        isLeaving={session?.isLeaving}
        message={`You need to be logged in to report ${subject.targetType === 'LISTING' ? 'listings' : 'users'}.`}
      />
    </>
  )
}
