import { Flag, HeartPulse, type LucideIcon, Package, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AdminStats } from '#shared/contract/admin.ts'
import { formatCount } from '#shared/money.ts'
import { adminPath } from './admin-url.ts'

/** The numbers at a glance, each the way to what it counts. */
export function StatCards({ stats }: { stats: AdminStats | undefined }) {
  const count = (number: number | undefined) =>
    number === undefined ? (
      <span className="skeleton inline-block h-6 w-16 align-middle" />
    ) : (
      formatCount(number)
    )
  return (
    <ul aria-label="Statistics" className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        Icon={Users}
        label="Total Users"
        value={count(stats?.totalUsers)}
        to={adminPath({ tab: 'users' })}
      />
      <Stat
        Icon={Package}
        label="Total Listings"
        value={count(stats?.totalListings)}
        more={stats && `${formatCount(stats.activeListings)} active`}
        to={adminPath({ tab: 'listings' })}
      />
      <Stat
        Icon={Flag}
        label="Pending Reports"
        value={count(stats?.pendingReports)}
        to={adminPath({ tab: 'reports', status: 'NEW' })}
        wanted={Boolean(stats?.pendingReports)}
      />
      <Stat Icon={HeartPulse} label="Platform Health" value="Good" />
    </ul>
  )
}

interface StatProps {
  Icon: LucideIcon
  label: string
  value: ReactNode
  more?: string | undefined
  to?: string
  /** Something waits there. */
  wanted?: boolean
}

function Stat({ Icon, label, value, more, to, wanted }: StatProps) {
  const body = (
    <>
      <span
        className={`grid size-10 shrink-0 place-items-center rounded-control max-sm:size-9 ${wanted ? 'bg-accent-soft text-accent-ink' : 'bg-brand-soft text-brand-ink'}`}
      >
        <Icon size={20} aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block text-sm text-muted max-sm:text-xs">
          {label}
          <span className="sr-only">: </span>
        </span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-xl leading-tight font-extrabold tabular-nums sm:text-2xl">{value}</span>
          {more && <span className="text-xs text-muted sm:text-sm">{more}</span>}
        </span>
      </span>
    </>
  )
  const look = 'card flex h-full items-center gap-3 p-3 sm:p-4'
  return (
    <li>
      {to ? (
        <Link href={to} className={`${look} hover:border-ink`}>
          {body}
        </Link>
      ) : (
        <div className={look}>{body}</div>
      )}
    </li>
  )
}
