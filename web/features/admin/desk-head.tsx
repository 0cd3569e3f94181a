import { HardDrive } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatBytes } from '#shared/bytes.ts'
import type { AdminStats, LowDisk } from '#shared/contract/admin.ts'
import { formatCount } from '#shared/money.ts'
import { type AdminTab, adminPath, adminTabs } from './admin-url.ts'

/** The statistics in one quiet line, each with a link to its list. */
export function StatLine({ stats }: { stats: AdminStats | undefined }) {
  const count = (number: number | undefined) =>
    number === undefined ? (
      <span className="skeleton inline-block h-4 w-16 align-middle" />
    ) : (
      formatCount(number)
    )
  return (
    <ul
      aria-label="Statistics"
      className="relative scrollbar-none flex gap-x-5 overflow-x-auto text-sm whitespace-nowrap"
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

/** Shown at the top of the dashboard while a disk of the server is low or full. */
export function LowDiskBanner({ disk }: { disk: LowDisk }) {
  const { title, text } = labelsFor(disk)
  const styles = disk.state === 'full' ? 'bg-danger-soft' : 'bg-accent-soft text-accent-ink'
  return (
    <div role="status" className={`mb-4 flex gap-4 rounded-card p-4 sm:p-5 ${styles}`}>
      <HardDrive size={24} className={disk.state === 'full' ? 'text-danger' : ''} />
      <div className="min-w-0">
        <p className="font-bold">{title}</p>
        <p>{text}</p>
        <p className="mt-1">
          The server's operator can delete old backups and logs, or give it a larger disk. Nothing has to be
          restarted.
        </p>
      </div>
    </div>
  )
}

function labelsFor({ disk, state, free, size, needed }: LowDisk): { title: string; text: string } {
  const room = `${formatBytes(free)} of ${formatBytes(size)} are free`
  const contents = disk === 'pictures' ? 'pictures' : 'anything'
  if (state === 'full')
    return {
      title:
        disk === 'pictures' ? 'The disk of the pictures is full' : 'The disk is full: Oja can only be read',
      text: `${room}. Nobody can save ${contents} until ${formatBytes(needed)} are.`,
    }
  return {
    title: disk === 'pictures' ? 'The disk of the pictures has little room' : 'The disk has little room',
    text: `${room}. Below ${formatBytes(needed)} nobody can save ${contents}.`,
  }
}

interface AdminTabsProps {
  current: AdminTab
  waiting: Partial<Record<AdminTab, number>>
}

/** Scrolls only sideways; the vertical position of the page stays. */
function intoSight(tab: HTMLElement | null): void {
  const bar = tab?.parentElement
  if (bar) bar.scrollLeft = tab.offsetLeft - bar.offsetLeft - (bar.clientWidth - tab.offsetWidth) / 2
}

/** Links, not buttons: each tab has its own address. */
export function AdminTabs({ current, waiting }: AdminTabsProps) {
  return (
    <nav
      aria-label="Administration"
      className="relative mb-4 flex gap-5 overflow-x-auto border-b border-line md:gap-7"
    >
      {(Object.keys(adminTabs) as AdminTab[]).map((tab) => (
        <Link
          key={tab}
          href={adminPath({ tab })}
          aria-current={tab === current ? 'page' : undefined}
          ref={tab === current ? intoSight : undefined}
          className={`flex min-h-12 items-center gap-2 border-b-3 border-transparent font-semibold whitespace-nowrap text-muted hover:text-ink focus-visible:-outline-offset-3 aria-[current=page]:border-brand aria-[current=page]:text-ink ${tab === 'history' ? 'ml-auto' : ''}`}
        >
          {adminTabs[tab]}
          {(waiting[tab] ?? 0) > 0 && (
            <span className="badge badge-accent">
              {formatCount(waiting[tab] ?? 0)}
              <span className="sr-only"> pending</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  )
}
