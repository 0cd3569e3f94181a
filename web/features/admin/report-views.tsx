import { Link } from 'wouter'
import { type AdminState, adminPath } from './admin-url.ts'

export function ReportViews({ state: { view } }: { state: AdminState }) {
  return (
    <nav aria-label="Reports" className="flex gap-2">
      <Link href={adminPath({ tab: 'reports' })} aria-current={!view} className="chip px-3">
        Open cases
      </Link>
      <Link
        href={adminPath({ tab: 'reports', view: 'all' })}
        aria-current={Boolean(view)}
        className="chip px-3"
      >
        All reports
      </Link>
    </nav>
  )
}
