import { useQuery } from '@tanstack/react-query'
import { FavoriteList, FavoriteListSkeleton } from '#web/features/favorites/favorite-list.tsx'
import { FavoritesToolbar } from '#web/features/favorites/favorites-toolbar.tsx'
import { shownFavorites, useView } from '#web/features/favorites/favorites-view.ts'
import { favoriteListingsQuery, unavailableFavoritesQuery } from '#web/features/favorites/queries.ts'
import { FollowedSellers } from '#web/features/follows/followed-sellers.tsx'
import { followedSellersQuery } from '#web/features/follows/queries.ts'
import { pluralise } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { heart, lens } from '#web/ui/more-drawings.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'

export const queries = () => [followedSellersQuery]

export function Page() {
  const listings = useQuery({ ...favoriteListingsQuery, retryOnMount: true })
  const unavailable = useQuery({ ...unavailableFavoritesQuery, retryOnMount: true })
  const isFetching = listings.isFetching || unavailable.isFetching
  const data = listings.data && unavailable.data && [...listings.data, ...unavailable.data]
  const [{ search, order }, change] = useView()
  const shown = shownFavorites(data ?? [], search, order)

  return (
    <div ref={restoreFocus} className="page pt-6 pb-12">
      <PageHead title="My Favorites" />
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <div className="grow">
          <h1 className="text-2xl font-extrabold sm:text-3xl">My Favorites</h1>
          <p className="mt-0.5 min-h-6 text-muted" aria-live="polite">
            {data && shown.length < data.length && `${shown.length} of `}
            {data && pluralise(data.length, 'saved listing')}
          </p>
          <a href={paths.savedSearches} className="link inline-flex min-h-11 items-center">
            Saved searches
          </a>
        </div>
        {(data ? data.length > 0 : isFetching) && (
          <FavoritesToolbar
            search={search}
            order={order}
            onSearch={(text) => change({ search: text })}
            onOrder={(next) => change({ order: next })}
          />
        )}
      </div>
      {data && data.length > 0 ? (
        shown.length > 0 ? (
          <FavoriteList listings={shown} />
        ) : (
          <EmptyState
            drawing={lens}
            title="No matching favorites"
            text="None of your saved listings has these words in its title."
            action={
              <div className="flex flex-wrap justify-center gap-3">
                <button
                  type="button"
                  className="button button-outline"
                  onClick={() => change({ search: '' })}
                >
                  Clear search
                </button>
                <BrowseLink />
              </div>
            }
          />
        )
      ) : data ? (
        <EmptyState
          drawing={heart}
          title="No favorites yet"
          text="Tap the heart on anything you like, and find it again here."
          action={<BrowseLink />}
        />
      ) : isFetching ? (
        <FavoriteListSkeleton />
      ) : (
        <LoadFailure onRetry={() => void Promise.all([listings.refetch(), unavailable.refetch()])} />
      )}
      <FollowedSellers />
    </div>
  )
}

function BrowseLink() {
  return <ButtonLink href={paths.browse}>Browse Listings</ButtonLink>
}
