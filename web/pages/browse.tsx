import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import type { Category } from '#shared/contract/catalogue.ts'
import {
  activeFilters,
  countFilters,
  withoutFilters,
  withPricesInOrder,
} from '#web/features/catalogue/active-filters.ts'
import { CategoryChips } from '#web/features/catalogue/category-chips.tsx'
import { FilterBadges, IgnoredFilters, withoutIgnored } from '#web/features/catalogue/filter-badges.tsx'
import { FiltersButton } from '#web/features/catalogue/filters-button.tsx'
import { PlaceButton } from '#web/features/catalogue/place-button.tsx'
import { HiddenFields, PlainFilters } from '#web/features/catalogue/plain-filters.tsx'
import { categoriesQuery, resultsQuery } from '#web/features/catalogue/queries.ts'
import { ResultCount, ResultOrder } from '#web/features/catalogue/result-bar.tsx'
import { Results } from '#web/features/catalogue/results.tsx'
import { SearchBox } from '#web/features/catalogue/search-box.tsx'
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx'
import {
  defaultFavoriteMessages,
  type FavoriteMessages,
  failure,
  tryLater,
} from '#web/features/favorites/favorite-messages.ts'
import { type BrowseState, browsePath, changeBrowse, readBrowse } from '#web/lib/browse-url.ts'
import { codeOf, messageOf, statusOf } from '#web/lib/errors.ts'
import { sortLabels } from '#web/lib/labels.ts'
import { forgetPlace, leavePlace } from '#web/lib/place.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { plug } from '#web/ui/drawings.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LazyComponent } from '#web/ui/lazy-component.tsx'
import { lens } from '#web/ui/more-drawings.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

const formId = 'browse-search'

const browseMessages: FavoriteMessages = {
  added: { title: 'Added to favorites', description: 'You can view all your favorites in your profile.' },
  removed: defaultFavoriteMessages.removed,
  // At the limit of saved listings, what to do about it.
  notAdded: (error) =>
    failure('Failed to add favorite', messageOf(codeOf(error) === 'CONFLICT' ? error : undefined, tryLater)),
  notRemoved: () => failure('Failed to remove favorite', messageOf(undefined, tryLater)),
}

const loadSaveSearch = async () => (await import('#web/features/searches/save-search.tsx')).SaveSearch

export function Page() {
  const search = useSearch()
  const requested = useMemo(() => readBrowse(new URLSearchParams(search)), [search])
  const [, navigate] = useLocation()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: page, error, isFetching, refetch } = useQuery(resultsQuery(requested))
  const state = withPricesInOrder(page ? withoutIgnored(requested, page.ignored) : requested)

  const filters = activeFilters(state, categories)
  const go = (next: BrowseState) => {
    if (hasPlace(state) && !hasPlace(next)) leavePlace(state)
    navigate(browsePath(next))
  }
  const failed = Boolean(error) && !page && !isFetching
  const canBeSaved =
    Boolean(state.search) || filters.some(({ name }) => name !== 'featured' && name !== 'near')

  return (
    <div className="page pt-4 pb-16 md:pt-6">
      <Head state={state} categories={categories} />
      <h1 className="sr-only">{headingOf(state, categories)}</h1>

      {/* Phones: it stays at the top while the list scrolls. On wide screens the header stays. */}
      <div className="sticky top-0 z-20 -mx-4 flex flex-wrap items-center gap-2 bg-ground/95 px-4 py-1 md:static md:-mx-8 md:gap-3 md:px-8">
        <SearchBox
          id={formId}
          initial={state.search ?? ''}
          onSearch={(text) => go(changeBrowse(state, { search: text }))}
          onClear={() => go(changeBrowse(state, { search: undefined }))}
        >
          <HiddenFields state={{ ...state, search: undefined, sortBy: undefined, cursor: undefined }} />
        </SearchBox>
        {/* On a folded phone below the search, which would have no place for its words. */}
        <div className="flex gap-2 md:gap-3">
          <PlaceButton state={state} onChange={go} />
          <FiltersButton count={countFilters(filters)} state={state} categories={categories} onChange={go} />
        </div>
      </div>
      <PlainFilters state={state} />
      <div className="mt-3">
        <CategoryChips state={state} categories={categories} />
      </div>
      <div className="mt-2 empty:hidden">
        <FilterBadges state={state} categories={categories} />
      </div>
      {page && <IgnoredFilters state={requested} ignored={page.ignored} />}
      <div className="mt-3 mb-4 flex min-h-11 flex-wrap items-center justify-between gap-2 md:mb-5">
        <ResultCount page={page} failed={failed} />
        {/* Its place is kept while the list loads: on phones the order stands below it. */}
        {canBeSaved && !failed && page?.items.length !== 0 && (
          <div className="min-w-48 sm:ml-auto">
            <LazyComponent load={loadSaveSearch} props={{ state, isEmpty: false }} />
          </div>
        )}
        <div className="flex items-center gap-2">
          {state.search && <BestMatch state={state} />}
          <ResultOrder state={state} form={formId} onSort={(sortBy) => go(changeBrowse(state, { sortBy }))} />
        </div>
      </div>

      {failed ? (
        <div role="alert">
          <EmptyState
            drawing={plug}
            title="Failed to load listings"
            text={messageOf(error, 'Please check your connection and try again.')}
            action={
              // The request cannot succeed: retrying would not help.
              statusOf(error) === 400 ? (
                <ClearFilters state={state} />
              ) : (
                <button type="button" className="button" onClick={() => refetch()}>
                  Try again
                </button>
              )
            }
          />
        </div>
      ) : page?.items.length === 0 ? (
        <EmptyState
          drawing={lens}
          title="No listings found"
          text={
            filters.length > 0
              ? 'Nothing matches all of these filters. Try with fewer.'
              : 'Try other words, or look through everything.'
          }
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <ClearFilters state={state} className={canBeSaved ? 'button-outline' : ''} />
              {canBeSaved && <LazyComponent load={loadSaveSearch} props={{ state, isEmpty: true }} />}
            </div>
          }
        />
      ) : (
        <>
          <h2 className="sr-only">Results</h2>
          <Results
            key={search}
            pageAt={(cursor) => resultsQuery({ ...requested, cursor })}
            pathAt={(cursor) => browsePath({ ...requested, cursor })}
            cursor={requested.cursor}
            eager={4}
            action={(listing) => <FavoriteButton listing={listing} messages={browseMessages} />}
          />
        </>
      )}
    </div>
  )
}

const hasPlace = ({ state, near }: BrowseState) => Boolean(state ?? near)

/** Removes the filters and keeps the search words, or removes the words if there are no filters. */
function ClearFilters({ state, className = '' }: { state: BrowseState; className?: string }) {
  const filtered = activeFilters(state, []).length > 0
  return (
    <a
      href={browsePath(filtered ? withoutFilters(state) : {})}
      onClick={forgetPlace}
      className={`button ${className}`}
    >
      Clear Filters
    </a>
  )
}

/** Orders a search by how well its words match, and back by date. */
function BestMatch({ state }: { state: BrowseState }) {
  const isChosen = state.sortBy === 'relevance'
  return (
    <a
      href={browsePath(changeBrowse(state, { sortBy: isChosen ? undefined : 'relevance' }))}
      aria-current={isChosen ? 'true' : undefined}
      className="chip shrink-0"
    >
      {sortLabels.relevance}
    </a>
  )
}

function headingOf(state: BrowseState, categories: Category[]): string {
  const category = categories.find(({ id }) => String(id) === state.category)?.name
  const what = state.search ? `“${state.search}”` : undefined
  const goods =
    [what, category].filter(Boolean).join(' in ') || (state.featured ? 'Featured listings' : 'All listings')
  const place = [state.lga, state.state].filter(Boolean).join(', ')
  return place ? `${goods} in ${place}` : goods
}

/** Search engines index lists by category and place, but not searches and other filters. */
function Head({ state, categories }: { state: BrowseState; categories: Category[] }) {
  const { category, state: place, lga } = state
  const heading = headingOf(state, categories)
  const canonical = browsePath({ category, state: place, lga })
  const indexed = browsePath(state) === canonical
  return (
    <PageHead
      title={heading}
      description={`${heading} on Oja: compare prices in Naira, look at photos and talk to the seller.`}
      {...(indexed ? { canonical } : {})}
    />
  )
}
