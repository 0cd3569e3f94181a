import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { OwnListing } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { formatCount } from '#shared/money.ts'
import { containsEveryWord } from '#shared/text.ts'
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
  shown: number
}

export function viewOf(search: string): MyListingsView {
  const params = new URLSearchParams(search)
  const tab = params.get('tab') ?? ''
  return {
    tab: Object.hasOwn(myListingsTabs, tab) ? (tab as MyListingsTab) : 'active',
    search: params.get('search') ?? '',
    shown: Math.max(limits.ownListings.atOnce, Number.parseInt(params.get('shown') ?? '', 10) || 0),
  }
}

export function pathOf({ tab, search, shown }: MyListingsView): string {
  const params = new URLSearchParams({
    ...(tab === 'active' ? {} : { tab }),
    ...(search ? { search } : {}),
    ...(shown > limits.ownListings.atOnce ? { shown: `${shown}` } : {}),
  })
  return params.size > 0 ? `${paths.myListings}?${params}` : paths.myListings
}

export function myListingsTabOf({ status, endedAt }: OwnListing): Exclude<MyListingsTab, 'drafts'> {
  if (status !== 'HIDDEN') return status === 'ACTIVE' ? 'active' : 'sold'
  return endedAt ? 'expired' : 'hidden'
}

/** Listings with all these words, or their beginnings, in the title. */
export function matching(listings: OwnListing[], search: string): OwnListing[] {
  return listings.filter(({ title }) => containsEveryWord(title, search))
}
