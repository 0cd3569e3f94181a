import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import { formatCount } from '#shared/money.ts'
import { labelled } from '#web/lib/labels.ts'
import { paths } from '#web/lib/paths.ts'

interface MyListingsTabsProps {
  current: MyListingsTab
  search: string
  counts: Record<MyListingsTab, number>
}

/** Links, so that each tab has its own address and works without JavaScript. */
export function MyListingsTabs({ current, search, counts }: MyListingsTabsProps) {
  const row = useRef<HTMLElement>(null)
  // On phones the row scrolls sideways.
  useLayoutEffect(() => {
    const nav = row.current
    const tab = nav?.querySelector<HTMLElement>(`[data-tab=${current}]`)
    if (nav && tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
  }, [current])
  return (
    <nav ref={row} aria-label="My listings" className="my-listings-tabs">
      {labelled(myListingsTabs).map(([tab, label]) => (
        <Link
          key={tab}
          data-tab={tab}
          href={pathOf({ tab, search })}
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

export const myListingsTabs = {
  active: 'Active',
  sold: 'Sold',
  hidden: 'Hidden',
  drafts: 'Drafts',
  expired: 'Expired',
} as const
export type MyListingsTab = keyof typeof myListingsTabs

interface MyListingsView {
  tab: MyListingsTab
  search: string
  /** Of the page before the first one that is shown. */
  cursor?: string | undefined
}

export function viewOf(params: URLSearchParams): MyListingsView {
  const tab = params.get('tab') ?? ''
  return {
    tab: Object.hasOwn(myListingsTabs, tab) ? (tab as MyListingsTab) : 'active',
    search: params.get('search') ?? '',
    cursor: params.get('cursor') ?? undefined,
  }
}

export function pathOf({ tab, search, cursor }: MyListingsView): string {
  const params = new URLSearchParams({
    ...(tab === 'active' ? {} : { tab }),
    ...(search ? { search } : {}),
    ...(cursor ? { cursor } : {}),
  })
  const query = params.toString()
  return query ? `${paths.myListings}?${query}` : paths.myListings
}
