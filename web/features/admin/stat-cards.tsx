import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AdminStats } from '#shared/contract/admin.ts'
import { formatCount } from '#shared/money.ts'
import { adminPath } from './admin-url.ts'

/** The statistics in one quiet line, each with a link to its list. */
export function StatCards({ stats }: { stats: AdminStats | undefined }) {
  const count = (number: number | undefined) =>
    number === undefined ? (
      <span className="skeleton inline-block h-4 w-16 align-middle" />
    ) : (
      formatCount(number)
    )
  return (
    <ul
      aria-label="Statistics"
      className="no-scrollbar relative flex gap-x-5 overflow-x-auto text-sm whitespace-nowrap"
    >
      <Stat label="Total Users" value={count(stats?.totalUsers)} to={adminPath({ tab: 'users' })} />
      <Stat
        label="Total Listings"
        value={count(stats?.totalListings)}
        more={stats && `(${formatCount(stats.activeListings)} active)`}
        to={adminPath({ tab: 'listings' })}
      />
      <Stat
        label="Pending Reports"
        value={count(stats?.pendingReports)}
        to={adminPath({ tab: 'reports' })}
        wanted={Boolean(stats?.pendingReports)}
      />
      <Stat label="Platform Health" value="Good" />
    </ul>
  )
}

interface StatProps {
  label: string
  value: ReactNode
  more?: string | undefined
  to?: string
  wanted?: boolean
}

function Stat({ label, value, more, to, wanted }: StatProps) {
  const body = (
    <>
      {label}
      <span className="sr-only">: </span>
      <span className={`font-bold tabular-nums ${wanted ? 'text-accent-ink' : 'text-ink'}`}>{value}</span>
      {more && <span>{more}</span>}
    </>
  )
  const styles = 'flex min-h-11 items-center gap-1.5 text-muted'
  return (
    <li>
      {to ? (
        <Link href={to} className={`${styles} hover:text-ink`}>
          {body}
        </Link>
      ) : (
        <div className={styles}>{body}</div>
      )}
    </li>
  )
}
