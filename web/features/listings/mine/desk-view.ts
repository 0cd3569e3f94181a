import type { OwnListing } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { hasWords } from '#shared/text.ts'
import { paths } from '#web/lib/paths.ts'

/** The tabs of My Listings, in their order. */
export const deskTabs = {
  active: 'Active',
  sold: 'Sold',
  hidden: 'Hidden',
  drafts: 'Drafts',
  expired: 'Expired',
} as const
export type DeskTab = keyof typeof deskTabs

export interface DeskView {
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

export function tabOf({ status, endedAt }: OwnListing): Exclude<DeskTab, 'drafts'> {
  if (status !== 'HIDDEN') return status === 'ACTIVE' ? 'active' : 'sold'
  return endedAt ? 'expired' : 'hidden'
}

/** Listings with all these words, or their beginnings, in the title. */
export function matching(listings: OwnListing[], search: string): OwnListing[] {
  return listings.filter(({ title }) => hasWords(title, search))
}
