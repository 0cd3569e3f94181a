import { Link } from 'wouter'
import { formatCount } from '#shared/money.ts'
import { type AdminTab, adminPath, adminTabs } from './admin-url.ts'

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
