import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { formatCount } from '#shared/money.ts'
import { MyListings, MyListingsSkeleton } from '#web/features/listings/mine/my-listings.tsx'
import { apiQuery } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { basket } from '#web/ui/drawings.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { key } from '#web/ui/more-drawings.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export function Page() {
  const session = useSession()
  return (
    <div className="page pt-6 pb-12">
      <PageHead title="My listings" />
      {session === null ? (
        <EmptyState
          drawing={key}
          level={1}
          title="Please Login"
          text="Your listings are here once you are logged in."
          action={
            <Link href={paths.loginThen(paths.myListings)} className="button">
              Login
            </Link>
          }
        />
      ) : (
        <OwnListings />
      )}
    </div>
  )
}

function OwnListings() {
  const { data, isFetching, refetch } = useQuery({
    ...apiQuery('GET /api/my-listings'),
    retryOnMount: true,
  })
  return (
    <>
      <h1 className="mb-5 text-2xl font-extrabold sm:text-3xl">
        My Listings
        {data && data.length > 0 && (
          <span className="ml-2.5 text-lg font-semibold text-muted">{formatCount(data.length)}</span>
        )}
      </h1>
      {data && data.length > 0 ? (
        <MyListings listings={data} />
      ) : data ? (
        <EmptyState
          drawing={basket}
          title="No listings yet"
          text="Post the first thing you no longer need. It takes two minutes."
          action={
            <Link href={paths.sell} className="button">
              Create Your First Listing
            </Link>
          }
        />
      ) : isFetching ? (
        <MyListingsSkeleton />
      ) : (
        <LoadFailure onRetry={() => void refetch()} />
      )}
    </>
  )
}
