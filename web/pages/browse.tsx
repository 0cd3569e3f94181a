import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Category } from '#shared/contract/catalogue.ts'
import { activeFilters, withoutFilters } from '#web/features/catalogue/active-filters.ts'
import { CategoryChips } from '#web/features/catalogue/category-chips.tsx'
import { FilterBadges } from '#web/features/catalogue/filter-badges.tsx'
import { FiltersButton } from '#web/features/catalogue/filters-button.tsx'
import { IgnoredFilters, withoutIgnored } from '#web/features/catalogue/ignored-filters.tsx'
import { HiddenFields, PlainFilters } from '#web/features/catalogue/plain-filters.tsx'
import { categoriesQuery, resultsQuery } from '#web/features/catalogue/queries.ts'
import { ResultCount } from '#web/features/catalogue/result-count.tsx'
import { ResultOrder } from '#web/features/catalogue/result-order.tsx'
import { Results } from '#web/features/catalogue/results.tsx'
import { SearchBox } from '#web/features/catalogue/search-box.tsx'
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx'
import { browseWords } from '#web/features/favorites/words.ts'
import { type BrowseState, browsePath, changeBrowse, readBrowse } from '#web/lib/browse-url.ts'
import { messageOf, statusOf } from '#web/lib/errors.ts'
import { plug } from '#web/ui/drawings.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lens } from '#web/ui/more-drawings.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

const formId = 'browse-search'

export function Page() {
  const search = useSearch()
  const asked = useMemo(() => readBrowse(new URLSearchParams(search)), [search])
  const [, navigate] = useLocation()
  const { data: categories = [] } = useQuery(categoriesQuery)
  const { data: page, error, isFetching, refetch } = useQuery(resultsQuery(asked))
  const state = page ? withoutIgnored(asked, page.ignored) : asked

  const filters = activeFilters(state, categories)
  const go = (next: BrowseState) => {
    const path = browsePath(next)
    if (path !== browsePath(asked)) navigate(path)
  }
  const failed = Boolean(error) && !isFetching

  return (
    <div className="page pt-4 pb-16 md:pt-6">
      <Head state={state} categories={categories} />
      <h1 className="sr-only">{headingOf(state, categories)}</h1>

      <div className="flex items-center gap-2 md:gap-3">
        <SearchBox
          id={formId}
          initial={state.search ?? ''}
          onSearch={(text) => go(changeBrowse(state, { search: text }))}
          onClear={() => go(withoutSearch(state))}
        >
          <HiddenFields state={{ ...state, search: undefined, sortBy: undefined, cursor: undefined }} />
        </SearchBox>
        <FiltersButton count={filters.length} state={state} categories={categories} onChange={go} />
      </div>
      <PlainFilters state={state} />
      <div className="mt-3">
        <CategoryChips state={state} categories={categories} />
      </div>
      <div className="mt-2 empty:hidden">
        <FilterBadges state={state} categories={categories} />
      </div>
      {page && <IgnoredFilters state={asked} ignored={page.ignored} />}
      <div className="mt-3 mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-2 md:mb-5">
        <ResultCount page={page} failed={failed} />
        <ResultOrder state={state} form={formId} onSort={(sortBy) => go(changeBrowse(state, { sortBy }))} />
      </div>

      {failed ? (
        <div role="alert">
          <EmptyState
            drawing={plug}
            title="Failed to load listings"
            text={messageOf(error, 'Please check your connection and try again.')}
            action={
              // What the address asks for cannot be had: asking again would not help.
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
          action={<ClearFilters state={state} />}
        />
      ) : (
        <>
          <h2 className="sr-only">Results</h2>
          <Results
            key={search}
            state={asked}
            action={(listing) => <FavoriteButton listing={listing} words={browseWords} />}
          />
        </>
      )}
    </div>
  )
}

/** Takes the filters away and keeps the words; where there are only words, those. */
function ClearFilters({ state }: { state: BrowseState }) {
  const filtered = activeFilters(state, []).length > 0
  return (
    <a href={browsePath(filtered ? withoutFilters(state) : {})} className="button">
      Clear Filters
    </a>
  )
}

/** The best match of no words means nothing. */
function withoutSearch(state: BrowseState): BrowseState {
  const sortBy = state.sortBy === 'relevance' ? undefined : state.sortBy
  return changeBrowse(state, { search: undefined, sortBy })
}

function headingOf(state: BrowseState, categories: Category[]): string {
  const category = categories.find(({ id }) => String(id) === state.category)?.name
  const what = state.search ? `“${state.search}”` : undefined
  const goods =
    [what, category].filter(Boolean).join(' in ') || (state.featured ? 'Featured listings' : 'All listings')
  const place = [state.lga, state.state].filter(Boolean).join(', ')
  return place ? `${goods} in ${place}` : goods
}

/** Lists by category and place are worth finding; searches and other filters are not for search engines. */
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
