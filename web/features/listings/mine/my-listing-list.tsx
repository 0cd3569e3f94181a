import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import type { OwnListing } from '#shared/contract/listings.ts'
import type { ListingStatistics } from '#shared/contract/sales.ts'
import { limits } from '#shared/limits.ts'
import { formatCount } from '#shared/money.ts'
import { ownListingsTabOf } from '#shared/own-listings-tab.ts'
import { apiQuery } from '#web/lib/api.ts'
import { pluralise } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { basket } from '#web/ui/drawings.tsx'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { ListPages } from '#web/ui/list-pages.tsx'
import { ListSearch } from '#web/ui/list-search.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { useDialogTarget } from '#web/ui/use-dialog-target.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import './my-listings.css'
import { type MyListingAction, MyListingCard } from './my-listing-card.tsx'
import { type MyListingsTab, MyListingsTabs, myListingsTabs, pathOf, viewOf } from './my-listings-tabs.tsx'
import { ownCountsQuery, ownListingsQuery } from './own-listings.ts'
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
  /** The list of the tab Drafts, and how many there are. */
  drafts: { list: ReactNode; count: number }
  /** What stands below the reason of a listing that moderators hid. */
  noteOf: (listing: OwnListing) => ReactNode
}

/** My Listings: the user's own listings by status, newest first, with a search by title. */
export function MyListings({ drafts, noteOf }: MyListingsProps) {
  const search = new URLSearchParams(useSearch())
  const view = viewOf(search)
  // What is read follows the typed words a moment later.
  const words = useDebounced(view.search, limits.suggestion.debounceMs)
  if (words) search.set('search', words)
  else search.delete('search')
  const counts = useQuery({ ...ownCountsQuery(words), placeholderData: keepPreviousData, retryOnMount: true })
  const { deleting, remove, hide, show, renew } = useMyListingActions()
  const dialogTarget = useDialogTarget<{ listing: OwnListing; action: MyListingAction }>()
  const { Component: SoldDialog, load: loadSold } = useLazyComponent(loadSoldDialog)
  const { Component: PriceDialog, load: loadPrice } = useLazyComponent(loadPriceDialog)

  /** Not by `navigate`, which waits for data: the field shows each letter at once. */
  const find = (text: string) =>
    history.replaceState(
      { ...history.state, openPages: undefined },
      '',
      pathOf({ tab: view.tab, search: text }),
    )

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

  if (!counts.data)
    return counts.isFetching ? (
      <>
        {/* The search and the tabs. */}
        <div className="skeleton mb-4 h-11 rounded-full sm:w-72 lg:w-96" />
        <div className="skeleton mb-3 h-11" />
        <div role="status" aria-label="Loading your listings">
          <ul className={grid}>
            <ListSkeleton />
          </ul>
        </div>
      </>
    ) : (
      <LoadFailure onRetry={() => void counts.refetch()} />
    )
  const { total, tabs } = counts.data
  if (total + drafts.count === 0) return <NoListings />
  return (
    <>
      <search className={view.tab === 'drafts' ? 'hidden' : 'noscript:hidden'}>
        <ListSearch label="Search your listings" text={view.search} onChange={find} />
      </search>
      <p role="status" className="sr-only">
        {words && !counts.isPlaceholderData && view.tab !== 'drafts' && found(tabs, view.tab)}
      </p>
      <MyListingsTabs current={view.tab} search={view.search} counts={{ ...tabs, drafts: drafts.count }} />
      <section ref={restoreFocus} aria-label={myListingsTabs[view.tab]} className="mt-6">
        {view.tab === 'drafts' ? (
          drafts.list
        ) : (
          <OwnListings
            key={`${view.tab} ${view.cursor}`}
            search={search}
            tab={view.tab}
            pathAt={(cursor) => pathOf({ ...view, cursor })}
            empty={
              total === 0 && view.tab === 'active' ? (
                <NoListings />
              ) : words ? (
                <EmptyState
                  drawing={basket}
                  title={`No listing here has “${words}” in its title`}
                  text="The numbers at the tabs say where one has."
                  action={
                    <Link
                      href={pathOf({ tab: view.tab, search: '' })}
                      replace
                      className="button button-outline"
                    >
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
              )
            }
            card={(listing, statistics, priority) => (
              <MyListingCard
                listing={listing}
                statistics={statistics}
                priority={priority}
                deleting={deleting.includes(listing.id)}
                onAction={(what, press) => void runAction(listing, what, press)}
                onDelete={() => void remove(listing.id)}
                note={noteOf(listing)}
              />
            )}
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

/** What a search found, for those who do not see the numbers at the tabs. */
function found(tabs: Record<keyof typeof emptyTabs, number>, shown: keyof typeof emptyTabs): string {
  const elsewhere = Object.values(tabs).reduce((sum, count) => sum + count, -tabs[shown])
  const others = elsewhere > 0 ? `, ${formatCount(elsewhere)} under other tabs` : ''
  return `${pluralise(tabs[shown], 'listing')} found${others}`
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

interface OwnListingsProps {
  /** The address of My Listings. */
  search: URLSearchParams
  tab: Exclude<MyListingsTab, 'drafts'>
  /** The address of the page after a cursor. */
  pathAt: (cursor: string) => string
  /** Shown where the tab has nothing. */
  empty: ReactNode
  card: (listing: OwnListing, statistics: ListingStatistics | undefined, priority: boolean) => ReactNode
}

/** The loaded pages of the listings of a tab. */
function OwnListings({ search, tab, pathAt, empty, card }: OwnListingsProps) {
  const pageAt = (cursor: string | undefined) => ({ ...ownListingsQuery(search, cursor), retryOnMount: true })
  const { data: first } = useQuery({ ...pageAt(undefined), placeholderData: keepPreviousData })
  // What was just hidden, sold or shown has left.
  const inTab = (listings: OwnListing[]) => listings.filter((listing) => ownListingsTabOf(listing) === tab)
  if (first?.nextCursor === null && inTab(first.items).length === 0) return empty
  return (
    <>
      <h2 className="sr-only">{myListingsTabs[tab]}</h2>
      <ul className={grid}>
        <ListPages pageAt={pageAt} pathAt={pathAt} cursor={undefined} skeleton={<ListSkeleton />}>
          {(listings, number) => (
            <WithStatistics listings={inTab(listings)}>
              {(listing, statistics, index) => (
                <li key={listing.id} className="grid">
                  {card(listing, statistics, number === 1 && index < 4)}
                </li>
              )}
            </WithStatistics>
          )}
        </ListPages>
      </ul>
    </>
  )
}

interface WithStatisticsProps {
  listings: OwnListing[]
  children: (listing: OwnListing, statistics: ListingStatistics | undefined, index: number) => ReactNode
}

/** The listings of a page, each with its statistics once they are read. */
function WithStatistics({ listings, children }: WithStatisticsProps) {
  const { data } = useQuery({
    ...apiQuery('GET /api/my-listings/statistics', {
      query: { ids: listings.map(({ id }) => id).join() },
    }),
    enabled: listings.length > 0,
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
  return listings.map((listing, index) =>
    children(
      listing,
      data?.find(({ id }) => id === listing.id),
      index,
    ),
  )
}

function ListSkeleton() {
  return [1, 2, 3, 4, 5, 6].map((place) => (
    <li key={place} aria-hidden="true" className="card overflow-hidden">
      <div className="flex gap-3.5 p-3">
        <div className="skeleton size-28 rounded-control" />
        <div className="flex-1">
          <div className="skeleton h-6 w-16 rounded-full" />
          <div className="skeleton mt-2 h-5 w-full" />
          <div className="skeleton mt-2 h-6 w-24" />
          <div className="skeleton mt-2 h-4 w-28" />
        </div>
      </div>
      {/* Its numbers, and two rows of buttons. */}
      <div className="space-y-2 px-3 pb-3">
        <div className="skeleton h-11 w-2/3" />
        <div className="skeleton h-11" />
        <div className="skeleton h-11" />
      </div>
      <div className="h-11 border-t border-line" />
    </li>
  ))
}
