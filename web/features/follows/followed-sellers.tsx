import { useQuery } from '@tanstack/react-query'
import { pluralise } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { FollowButton } from './follow-button.tsx'
import { followedSellersQuery } from './queries.ts'

export function FollowedSellers() {
  const { data: sellers, isError, refetch } = useQuery({ ...followedSellersQuery, retryOnMount: true })
  return (
    <section id="following" aria-labelledby="following-title" className="mt-12">
      <h2 id="following-title" className="mb-4 text-xl font-bold">
        Sellers you follow
      </h2>
      {sellers && sellers.length > 0 ? (
        <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {sellers.map(({ id, fullName, avatarUrl, activeListings }) => (
            <li key={id} className="card flex min-w-0 flex-wrap items-center gap-2 p-3">
              <a
                href={paths.user(id)}
                className="flex min-h-11 min-w-0 flex-1 basis-[8rem] items-center gap-2.5 hover:underline"
              >
                <Avatar url={avatarUrl} name={fullName} size={40} />
                <span className="min-w-0">
                  <span className="block truncate leading-5 font-semibold">{fullName}</span>
                  <span className="block text-xs text-muted">
                    {pluralise(activeListings, 'active listing')}
                  </span>
                </span>
              </a>
              <FollowButton userId={id} fullName={fullName} className="button button-outline shrink-0 px-3" />
            </li>
          ))}
        </ul>
      ) : sellers ? (
        <p className="rounded-control bg-sunken px-4 py-3 text-muted">
          You follow nobody yet. Press Follow on a seller’s profile, and we tell you when they sell something
          new.
        </p>
      ) : isError ? (
        <LoadFailure level={3} title="The sellers you follow did not load" onRetry={() => void refetch()} />
      ) : (
        <div className="skeleton h-24" role="status" aria-label="Loading the sellers you follow" />
      )}
    </section>
  )
}
