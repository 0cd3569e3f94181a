import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#shared/money.ts'
import { activeFilters } from '#web/features/catalogue/active-filters.ts'
import { FilterFields } from '#web/features/catalogue/filter-fields.tsx'
import { categoriesQuery } from '#web/features/catalogue/queries.ts'
import { savedSearchesQuery } from '#web/features/searches/queries.ts'
import { SavedSearchList } from '#web/features/searches/saved-search-list.tsx'
import { changeBrowse } from '#web/lib/browse-url.ts'
import { paths } from '#web/lib/paths.ts'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { lens } from '#web/ui/more-drawings.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'

export function Page() {
  const { data: searches, isFetching, refetch } = useQuery({ ...savedSearchesQuery, retryOnMount: true })
  const { data: categories = [] } = useQuery(categoriesQuery)

  return (
    <div ref={restoreFocus} className="page pt-6 pb-12">
      <PageHead title="Saved searches" />
      <div className="mb-5">
        <h1 className="text-2xl font-extrabold sm:text-3xl">Saved searches</h1>
        {searches && searches.length > 0 && (
          <p className="mt-0.5 text-muted" aria-live="polite">
            {`${formatCount(searches.length)} saved. We tell you of new listings that match.`}
          </p>
        )}
      </div>
      {searches && searches.length > 0 ? (
        <SavedSearchList
          searches={searches}
          inWords={(state) =>
            [
              ...(state.search ? [`“${state.search}”`] : []),
              ...activeFilters(state, categories).map(({ label }) => label),
            ].join(' · ')
          }
          filterFields={(draft, onChange) => (
            <FilterFields
              draft={draft}
              onChange={(change) => onChange(changeBrowse(draft, change))}
              categories={categories}
            />
          )}
        />
      ) : searches ? (
        <EmptyState
          drawing={lens}
          title="No saved searches yet"
          text="Search for what you want, then press “Save this search”. We tell you when something new comes."
          action={<ButtonLink href={paths.browse}>Browse Listings</ButtonLink>}
        />
      ) : isFetching ? (
        <div
          className="grid gap-4 md:grid-cols-2 xl:grid-cols-3"
          role="status"
          aria-label="Loading your saved searches"
        >
          {[1, 2, 3, 4, 5, 6].map((place) => (
            <div key={place} className="card p-4">
              <div className="skeleton mt-1 h-5 w-2/3" />
              <div className="skeleton mt-4 h-4 w-full" />
              <div className="skeleton mt-4 h-4 w-24" />
            </div>
          ))}
        </div>
      ) : (
        <LoadFailure onRetry={() => void refetch()} />
      )}
    </div>
  )
}
