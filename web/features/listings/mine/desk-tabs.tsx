import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { formatCount } from '#shared/money.ts'
import { labelled } from '#web/lib/labels.ts'
import { type DeskTab, deskTabs, pathOf } from './desk-view.ts'

interface DeskTabsProps {
  current: DeskTab
  search: string
  counts: Record<DeskTab, number>
}

/** Links, so that each tab has its own address and works without JavaScript. */
export function DeskTabs({ current, search, counts }: DeskTabsProps) {
  const row = useRef<HTMLElement>(null)
  // On phones the row scrolls sideways.
  useLayoutEffect(() => {
    const nav = row.current
    const tab = nav?.querySelector<HTMLElement>(`[data-tab=${current}]`)
    if (nav && tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={row} aria-label="My listings" className="desk-tabs">
      {labelled(deskTabs).map(([tab, label]) => (
        <Link
          key={tab}
          data-tab={tab}
          href={pathOf({ tab, search, shown: 0 })}
          replace
          aria-current={tab === current ? 'page' : undefined}
          className="-mb-px flex min-h-12 items-center gap-2 border-b-3 border-transparent font-semibold text-muted hover:text-ink aria-[current=page]:border-brand aria-[current=page]:text-ink"
        >
          {label}
          <span className="badge">{formatCount(counts[tab])}</span>
        </Link>
      ))}
    </nav>
  )
}
