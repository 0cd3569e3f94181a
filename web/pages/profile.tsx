import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { Profile } from '#shared/contract/users.ts'
import { ListingCardSkeletons, ListingGrid } from '#web/features/catalogue/listing-grid.tsx'
import { Results } from '#web/features/catalogue/results.tsx'
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx'
import { FollowButton } from '#web/features/follows/follow-button.tsx'
import { DeleteListingButton } from '#web/features/listings/delete-listing-button.tsx'
import { ReportButton } from '#web/features/reports/report-button.tsx'
import { RatingSummary } from '#web/features/reviews/rating-summary.tsx'
import { ReviewButton } from '#web/features/reviews/review-button.tsx'
import { ReviewList, WaitingReviewCard } from '#web/features/reviews/review-list.tsx'
import { TrustButton } from '#web/features/trust/trust-button.tsx'
import { listingsOfQuery, profileTabOf, profileTabs } from '#web/features/users/profile-address.ts'
import { ProfileData } from '#web/features/users/profile-data.tsx'
import { ProfileHeader } from '#web/features/users/profile-header.tsx'
import { ProfileTabs } from '#web/features/users/profile-tabs.tsx'
import { apiQuery } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { pluralise } from '#web/lib/format.ts'
import { type PageProps, paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { basket } from '#web/ui/drawings.tsx'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { bubble } from '#web/ui/more-drawings.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { Page as NotFoundPage } from './not-found.tsx'

const loadModeration = async () =>
  (await import('#web/features/admin/target-moderation.tsx')).TargetModeration

export function Page({ params }: PageProps) {
  const request = { params: { id: params.id ?? '' } }
  const profile = useQuery(apiQuery('GET /api/users/:id', request))
  // Before the data, which stays when a later read is refused.
  const status = statusOf(profile.error)
  if (status === 404 || status === 400) return <NotFoundPage />
  if (profile.data) return <ProfileView profile={profile.data} />
  const retry = () => void profile.refetch()
  return (
    <>
      <PageHead title="Profile" />
      {profile.isPending ? (
        <ProfileSkeleton />
      ) : (
        <LoadFailure level={1} title="This profile could not be loaded" onRetry={retry} />
      )}
    </>
  )
}

/** A card with picture, name and facts, the tabs, and the listings. */
function ProfileSkeleton() {
  return (
    <div className="page min-h-dvh py-6 md:py-10" role="status" aria-label="Loading the profile">
      <div className="card flex flex-wrap items-center gap-4 p-5 sm:gap-x-6 md:p-7">
        <div className="skeleton size-28 rounded-full" />
        <div className="skeleton h-9 flex-1" />
        <div className="skeleton h-48 basis-full" />
        <div className="skeleton h-11 basis-full" />
      </div>
      <div className="skeleton mt-8 mb-6 h-12" />
      <ListingGrid>
        <ListingCardSkeletons />
      </ListingGrid>
    </div>
  )
}

function ProfileView({ profile }: { profile: Profile }) {
  const search = new URLSearchParams(useSearch())
  const tab = profileTabOf(search)
  const cursor = search.get('cursor') ?? undefined
  const [path] = useLocation()
  const viewer = useSession()
  const isOwn = viewer?.id === profile.id
  const isModerator = viewer?.role === 'ADMIN'
  const { Component: Moderation } = useLazyComponent(loadModeration, isModerator)
  const place = profile.state ? ` in ${profile.state}` : ''

  return (
    <div ref={restoreFocus} className="page py-6 pb-16 md:py-10">
      <PageHead
        title={profile.fullName}
        description={`${profile.fullName} sells${place} on Oja: ${pluralise(profile.activeListings, 'active listing')}.`}
        canonical={paths.user(profile.id)}
        type="profile"
        image={profile.avatarUrl === null ? undefined : { url: profile.avatarUrl }}
      />
      <ProfileData profile={profile} />
      <ProfileHeader
        profile={profile}
        actions={
          <>
            <TrustButton
              userId={profile.id}
              fullName={profile.fullName}
              isOwn={isOwn}
              className="button button-outline grow max-sm:px-3 sm:grow-0"
            />
            <FollowButton
              userId={profile.id}
              fullName={profile.fullName}
              className="button button-outline grow max-sm:px-3 sm:grow-0"
            />
            {viewer && <Actions profile={profile} viewerId={viewer.id} />}
          </>
        }
      />
      {isModerator && <div className="mt-3 min-h-28.5">{Moderation && <Moderation user={profile} />}</div>}
      <ProfileTabs
        path={path}
        current={tab}
        counts={{ listings: profile.activeListings, reviews: profile.ratingCount }}
      />
      <h2 className="sr-only">{profileTabs[tab]}</h2>
      {tab === 'listings' &&
        (profile.activeListings > 0 ? (
          <Results
            key={cursor}
            pageAt={(after) => listingsOfQuery(profile.id, after)}
            pathAt={(after) => `${path}?cursor=${after}`}
            cursor={cursor}
            action={(listing) =>
              isOwn ? <DeleteListingButton listing={listing} /> : <FavoriteButton listing={listing} />
            }
          />
        ) : (
          <EmptyState
            drawing={basket}
            title="No active listings"
            action={isOwn && <ButtonLink href={paths.sell}>Sell something</ButtonLink>}
          />
        ))}
      {tab === 'reviews' && profile.yourWaitingReview && (
        <WaitingReviewCard review={profile.yourWaitingReview} of={profile} />
      )}
      {tab === 'reviews' &&
        (profile.ratingCount > 0 ? (
          <div className="grid gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start lg:gap-6">
            <RatingSummary of={profile} />
            <ReviewList of={profile} path={path} cursor={cursor} />
          </div>
        ) : (
          <EmptyState drawing={bubble} title="No reviews yet" />
        ))}
    </div>
  )
}

interface ActionsProps {
  profile: Profile
  viewerId: number
}

/** Users edit their own profile, and review or report others. */
function Actions({ profile, viewerId }: ActionsProps) {
  if (profile.id === viewerId) {
    return (
      <Link href={paths.settings} className="button button-outline grow sm:grow-0">
        <Pencil className="size-4" />
        Edit profile
      </Link>
    )
  }
  return (
    <>
      {profile.takesNoReviewFromYou ? (
        <p className="self-center text-sm text-muted">This user takes no reviews from you.</p>
      ) : (
        <ReviewButton user={profile} earlier={profile.yourWaitingReview ?? profile.yourReview} />
      )}
      <ReportButton
        targetType="USER"
        targetId={profile.id}
        label={profile.fullName}
        className="button button-quiet grow sm:grow-0"
      >
        Report
      </ReportButton>
    </>
  )
}
