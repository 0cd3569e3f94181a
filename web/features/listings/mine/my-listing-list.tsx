import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import type { OwnListing } from '#shared/contract/listings.ts'
import type { ListingStatistics } from '#shared/contract/sales.ts'
import { limits } from '#shared/limits.ts'
import { formatCount } from '#shared/money.ts'
import { apiQuery } from '#web/lib/api.ts'
import { useDataSaver } from '#web/lib/data-saver.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { useInView } from '#web/lib/use-in-view.ts'
import { basket } from '#web/ui/drawings.tsx'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { useDialogTarget } from '#web/ui/use-dialog-target.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import './my-listings.css'
import { type MyListingAction, MyListingCard } from './my-listing-card.tsx'
import {
  type MyListingsTab,
  MyListingsTabs,
  matching,
  myListingsTabOf,
  myListingsTabs,
  pathOf,
  viewOf,
} from './my-listings-tabs.tsx'
import { useMyListingActions } from './use-my-listing-actions.ts'

const grid = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3'
const loadSoldDialog = async () => (await import('./sold-dialog.tsx')).SoldDialog
const loadPriceDialog = async () => (await import('./price-dialog.tsx')).PriceDialog

/** The time and the distance within which two taps are one double tap. */
const doubleTapMs = 400
const doubleTapPixels = 20

/** Shown where a tab has no listings. */
const emptyTabs: Record<Exclude<MyListingsTab, 'drafts'>, { title: string; text: string }> = {
  active: { title: 'Nothing for sale', text: 'What you publish, or show again, is here.' },
  sold: { title: 'Nothing sold yet', text: 'Press “Mark sold” at a listing once you have the money.' },
  hidden: { title: 'Nothing hidden', text: 'Press “Hide” at a listing that nobody else should see for now.' },
  expired: {
    title: 'Nothing has ended',
    text: `A listing ends after ${limits.listingEnd.after} days. You renew it here with one tap.`,
  },
}

interface MyListingsProps {
  listings: OwnListing[]
  /** The list of the tab Drafts, and how many there are. */
  drafts: { list: ReactNode; count: number }
  /** What stands below the reason of a listing that moderators hid. */
  noteOf: (listing: OwnListing) => ReactNode
}

/** My Listings: the user's own listings by status, newest first, with a search by title. */
export function MyListings({ listings, drafts, noteOf }: MyListingsProps) {
  const view = viewOf(useSearch())
  const found = matching(listings, view.search)
  const counts = { active: 0, sold: 0, hidden: 0, drafts: drafts.count, expired: 0 }
  for (const listing of found) counts[myListingsTabOf(listing)] += 1
  const ofTab = found.filter((listing) => myListingsTabOf(listing) === view.tab)
  const cards = ofTab.slice(0, view.shown)
  const { deleting, remove, hide, show, renew } = useMyListingActions()
  const dialogTarget = useDialogTarget<{ listing: OwnListing; action: MyListingAction }>()
  const { Component: SoldDialog, load: loadSold } = useLazyComponent(loadSoldDialog)
  const { Component: PriceDialog, load: loadPrice } = useLazyComponent(loadPriceDialog)

  const lastPress = useRef({ x: 0, y: 0, at: Number.NEGATIVE_INFINITY })

  /** Whether a press is the second of a double tap: after the first the card has left, and another is in its place. */
  function isSecondTap({ clientX: x, clientY: y }: MouseEvent): boolean {
    const { current: last } = lastPress
    lastPress.current = { x, y, at: performance.now() }
    return (
      lastPress.current.at - last.at < doubleTapMs && Math.hypot(x - last.x, y - last.y) < doubleTapPixels
    )
  }

  async function runAction(listing: OwnListing, what: MyListingAction, press: MouseEvent) {
    if (isSecondTap(press)) return
    if (what === 'hide') return hide(listing)
    if (what === 'show') return show(listing)
    if (what === 'renew') return renew(listing)
    if (await (what === 'sell' ? loadSold() : loadPrice())) dialogTarget.ask({ listing, action: what })
  }

  if (listings.length + drafts.count === 0) return <NoListings />
  return (
    <>
      <search className={view.tab === 'drafts' ? 'hidden' : 'noscript:hidden'}>
        <div className="relative sm:w-72 lg:w-96">
          <Search
            size={18}
            className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
          />
          <input
            type="search"
            aria-label="Search your listings"
            placeholder="Search your listings"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={limits.search.max}
            value={view.search}
            // Not by `navigate`, which waits for data: the field shows each letter at once.
            onChange={({ target }) =>
              history.replaceState(history.state, '', pathOf({ ...view, search: target.value, shown: 0 }))
            }
            className="input min-h-11 rounded-full py-2 pr-4 pl-11"
          />
        </div>
      </search>
      <MyListingsTabs current={view.tab} search={view.search} counts={counts} />
      <section ref={restoreFocus} aria-label={myListingsTabs[view.tab]} className="mt-6">
        {view.tab === 'drafts' ? (
          drafts.list
        ) : cards.length > 0 ? (
          <>
            <h2 className="sr-only">{myListingsTabs[view.tab]}</h2>
            <ul className={grid}>
              {groupsOf(cards).map((group) => (
                <WithStatistics key={group[0]?.id} listings={group}>
                  {(listing, statistics) => (
                    <li key={listing.id} className="grid">
                      <MyListingCard
                        listing={listing}
                        statistics={statistics}
                        priority={cards.indexOf(listing) < 4}
                        deleting={deleting.includes(listing.id)}
                        onAction={(what, press) => void runAction(listing, what, press)}
                        onDelete={() => void remove(listing.id)}
                        note={noteOf(listing)}
                      />
                    </li>
                  )}
                </WithStatistics>
              ))}
            </ul>
          </>
        ) : listings.length === 0 && view.tab === 'active' ? (
          <NoListings />
        ) : view.search ? (
          <EmptyState
            drawing={basket}
            title={`No listing here has “${view.search}” in its title`}
            text="The numbers at the tabs say where one has."
            action={
              <Link href={pathOf({ ...view, search: '' })} replace className="button button-outline">
                Show all
              </Link>
            }
          />
        ) : (
          <EmptyState
            drawing={basket}
            {...emptyTabs[view.tab]}
            action={view.tab === 'active' && <ButtonLink href={paths.sell}>Sell something</ButtonLink>}
          />
        )}
        {ofTab.length > view.shown && (
          <More
            key={view.shown}
            href={pathOf({ ...view, shown: view.shown + limits.ownListings.atOnce })}
            left={ofTab.length - view.shown}
          />
        )}
      </section>
      {dialogTarget.render(({ listing, action }, dialog) => {
        const Dialog = action === 'sell' ? SoldDialog : PriceDialog
        return Dialog && <Dialog listing={listing} {...dialog} />
      })}
    </>
  )
}

function NoListings() {
  return (
    <EmptyState
      drawing={basket}
      title="No listings yet"
      text="Post the first thing you no longer need. It takes two minutes."
      action={<ButtonLink href={paths.sell}>Create Your First Listing</ButtonLink>}
    />
  )
}

/** Leads to more cards; without data saver they come by themselves when it is near. */
function More({ href, left }: { href: string; left: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [saving] = useDataSaver()
  const [, navigate] = useLocation()
  const isDue = useInView(place) && !saving
  useEffect(() => {
    if (isDue) navigate(href, { replace: true })
  }, [isDue, href, navigate])
  return (
    <div ref={place} className="mt-6 flex justify-center">
      <Link href={href} replace className="button button-outline">
        {`Show more (${formatCount(left)})`}
      </Link>
    </div>
  )
}

/** Splits the listings into groups of `atOnce`, the most that one request for statistics takes. */
function groupsOf(listings: OwnListing[]): OwnListing[][] {
  const { atOnce } = limits.ownListings
  return Array.from({ length: Math.ceil(listings.length / atOnce) }, (_, number) =>
    listings.slice(number * atOnce, (number + 1) * atOnce),
  )
}

interface WithStatisticsProps {
  listings: OwnListing[]
  children: (listing: OwnListing, statistics: ListingStatistics | undefined) => ReactNode
}

/** A group of listings, each with its statistics once they are read. */
function WithStatistics({ listings, children }: WithStatisticsProps) {
  const { data } = useQuery({
    ...apiQuery('GET /api/my-listings/statistics', {
      query: { ids: listings.map(({ id }) => id).join() },
    }),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return listings.map((listing) =>
    children(
      listing,
      data?.find(({ id }) => id === listing.id),
    ),
  )
}

export function MyListingsSkeleton() {
  return (
    <div className={grid} role="status" aria-label="Loading your listings">
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <div key={place} className="card overflow-hidden">
          <div className="flex gap-3.5 p-3">
            <div className="skeleton size-28 rounded-control" />
            <div className="flex-1">
              <div className="skeleton h-6 w-16 rounded-full" />
              <div className="skeleton mt-2 h-5 w-full" />
              <div className="skeleton mt-2 h-6 w-24" />
              <div className="skeleton mt-2 h-4 w-28" />
            </div>
          </div>
          <div className="h-11 border-t border-line" />
        </div>
      ))}
    </div>
  )
}
