import { useLayoutEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { OwnListing } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { formatCount } from '#shared/money.ts'
import { containsEveryWord } from '#shared/text.ts'
import { labelled } from '#web/lib/labels.ts'
import { paths } from '#web/lib/paths.ts'

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

export const deskTabs = {
  active: 'Active',
  sold: 'Sold',
  hidden: 'Hidden',
  drafts: 'Drafts',
  expired: 'Expired',
} as const
export type DeskTab = keyof typeof deskTabs

interface DeskView {
  tab: DeskTab
  search: string
  shown: number
}

export function viewOf(search: string): DeskView {
  const params = new URLSearchParams(search)
  const tab = params.get('tab') ?? ''
  return {
    tab: Object.hasOwn(deskTabs, tab) ? (tab as DeskTab) : 'active',
    search: params.get('search') ?? '',
    shown: Math.max(limits.ownListings.atOnce, Number.parseInt(params.get('shown') ?? '', 10) || 0),
  }
}

export function pathOf({ tab, search, shown }: DeskView): string {
  const params = new URLSearchParams({
    ...(tab === 'active' ? {} : { tab }),
    ...(search ? { search } : {}),
    ...(shown > limits.ownListings.atOnce ? { shown: `${shown}` } : {}),
  })
  return params.size > 0 ? `${paths.myListings}?${params}` : paths.myListings
}

export function deskTabOf({ status, endedAt }: OwnListing): Exclude<DeskTab, 'drafts'> {
  if (status !== 'HIDDEN') return status === 'ACTIVE' ? 'active' : 'sold'
  return endedAt ? 'expired' : 'hidden'
}

/** Listings with all these words, or their beginnings, in the title. */
export function matching(listings: OwnListing[], search: string): OwnListing[] {
  return listings.filter(({ title }) => containsEveryWord(title, search))
}
