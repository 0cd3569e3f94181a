import { useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import type { Profile } from '#shared/contract/users.ts'
import { ListingCards, ListingGrid } from '#web/features/catalogue/listing-grid.tsx'
import { DeleteListingButton } from '#web/features/listings/delete-listing-button.tsx'
import { ProfileHeader } from '#web/features/users/profile-header.tsx'
import { ProfileSkeleton } from '#web/features/users/profile-skeleton.tsx'
import { ProfileTabs, tabOf } from '#web/features/users/profile-tabs.tsx'
import { ReviewList } from '#web/features/users/review-list.tsx'
import { apiQuery } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import type { PageProps } from '#web/lib/page-props.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Page as NotFoundPage } from './not-found.tsx'

export function Page({ params }: PageProps) {
  const request = { params: { id: params.id ?? '' } }
  const profile = useQuery(apiQuery('GET /api/users/:id', request))
  if (profile.data) return <ProfileView profile={profile.data} />
  if (profile.isPending) return <ProfileSkeleton />
  const status = statusOf(profile.error)
  if (status === 404 || status === 400) return <NotFoundPage />
  return (
    <EmptyState
      level={1}
      drawing="plug"
      title="This profile could not be loaded"
      text="Please check your connection and try again."
      action={
        <button type="button" className="button" onClick={() => profile.refetch()}>
          Try again
        </button>
      }
    />
  )
}

function ProfileView({ profile }: { profile: Profile }) {
  const request = { params: { id: profile.id } }
  const listings = useQuery(apiQuery('GET /api/users/:id/listings', request)).data ?? []
  const reviews = useQuery(apiQuery('GET /api/users/:id/reviews', request)).data ?? []
  const tab = tabOf(useSearch())
  const isOwn = useSession()?.id === profile.id
  const path = paths.user(profile.id)
  const place = profile.state ? ` in ${profile.state}` : ''

  return (
    <div className="page py-6 pb-16 md:py-10">
      <PageHead
        title={profile.fullName}
        description={`${profile.fullName} sells${place} on Oja: ${profile.activeListings} active listings.`}
        canonical={path}
        type="profile"
        {...(profile.avatarUrl ? { image: profile.avatarUrl } : {})}
      />
      <ProfileHeader profile={profile} />
      <ProfileTabs
        path={path}
        current={tab}
        counts={{ listings: profile.activeListings, reviews: reviews.length }}
      />
      {tab === 'listings' &&
        (listings.length > 0 ? (
          <ListingGrid>
            <ListingCards
              listings={listings}
              action={isOwn ? (listing) => <DeleteListingButton listing={listing} /> : undefined}
            />
          </ListingGrid>
        ) : (
          <EmptyState drawing="basket" title="No active listings" />
        ))}
      {tab === 'reviews' &&
        (reviews.length > 0 ? (
          <ReviewList reviews={reviews} />
        ) : (
          <EmptyState drawing="basket" title="No reviews yet" />
        ))}
    </div>
  )
}
