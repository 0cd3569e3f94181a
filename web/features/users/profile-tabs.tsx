import { Link } from 'wouter'

const profileTabs = { listings: 'Listings', reviews: 'Reviews' } as const
export type ProfileTab = keyof typeof profileTabs

/** The tab in an address. */
export function tabOf(search: string): ProfileTab {
  return new URLSearchParams(search).get('tab') === 'reviews' ? 'reviews' : 'listings'
}

interface ProfileTabsProps {
  path: string
  current: ProfileTab
  counts: Record<ProfileTab, number>
}

/** Links, not buttons: each tab has its own address and works without JavaScript. */
export function ProfileTabs({ path, current, counts }: ProfileTabsProps) {
  return (
    <nav aria-label="Profile" className="mt-8 mb-6 flex flex-wrap gap-x-6 border-b border-line">
      {(Object.keys(profileTabs) as ProfileTab[]).map((tab) => (
        <Link
          key={tab}
          href={tab === 'listings' ? path : `${path}?tab=${tab}`}
          replace
          aria-current={tab === current ? 'page' : undefined}
          className="-mb-px flex min-h-12 items-center gap-2 border-b-3 border-transparent font-semibold text-muted hover:text-ink aria-[current=page]:border-brand aria-[current=page]:text-ink"
        >
          {profileTabs[tab]}
          <span className="badge">{counts[tab]}</span>
        </Link>
      ))}
    </nav>
  )
}
