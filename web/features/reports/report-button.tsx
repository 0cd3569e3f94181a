import { Flag } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { loginToReport, type ReportSubject } from './report-subject.ts'

const loadDialog = async () => (await import('./report-dialog.tsx')).ReportDialog

interface ReportButtonProps extends ReportSubject {
  children: ReactNode
  className?: string
}

/** Opens the report dialog; asks visitors to log in. Not for the user's own listings and profile. */
export function ReportButton({ children, className = 'button button-quiet', ...subject }: ReportButtonProps) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const { Component: ReportDialog, preloadProps, load } = useLazyComponent(loadDialog)

  async function show() {
    if (session === null || session?.isLeaving) askToLogIn(loginToReport(subject))
    else setOpen(await load())
  }

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`noscript:hidden ${className}`}
        onClick={show}
        {...(session && preloadProps)}
      >
        <Flag className="size-4.5" />
        {children}
      </button>
      {ReportDialog && <ReportDialog {...subject} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
