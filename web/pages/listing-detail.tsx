import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ShownCard as ListingCardData } from '#shared/contract/catalogue.ts'
import type { Listing } from '#shared/contract/listings.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { dayMs, limits, phoneCategory } from '#shared/limits.ts'
import { formatNaira } from '#shared/money.ts'
import { ListingCards, ListingGrid } from '#web/features/catalogue/listing-grid.tsx'
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx'
import { SaveButton } from '#web/features/favorites/save-button.tsx'
import {
  DesktopBackLink,
  ListingActions,
  MobileActionBar,
  MobileTopBar,
} from '#web/features/listings/detail/bars.tsx'
import { ButtonLink } from '#web/ui/empty-state.tsx'
import '#web/features/listings/detail/bars.css'
import '#web/features/listings/detail/columns.css'
import { DetailSkeleton, UnavailableListing } from '#web/features/listings/detail/detail-fallbacks.tsx'
import { Description, DetailsCard, SafetyTips } from '#web/features/listings/detail/details.tsx'
import { Gallery } from '#web/features/listings/detail/gallery.tsx'
import { ProductData } from '#web/features/listings/detail/product-data.tsx'
import { QuickStarts } from '#web/features/listings/detail/quick-starts.tsx'
import { SellerCard } from '#web/features/listings/detail/seller-card.tsx'
import { StatusBanner, Summary } from '#web/features/listings/detail/summary.tsx'
import { QuestionsSection } from '#web/features/questions/questions-section.tsx'
import { ReportButton } from '#web/features/reports/report-button.tsx'
import { api, apiQuery } from '#web/lib/api.ts'
import { codeOf, statusOf } from '#web/lib/errors.ts'
import { useNow } from '#web/lib/now.tsx'
import { type PageProps, paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { LazyComponent } from '#web/ui/lazy-component.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { useLazyComponent, useLoaded } from '#web/ui/use-lazy-component.ts'
import { Page as NotFoundPage } from './not-found.tsx'

const loadListingNotLoaded = async () =>
  (await import('#web/features/listings/detail/listing-not-loaded.tsx')).ListingNotLoaded
const loadModeration = async () =>
  (await import('#web/features/admin/target-moderation.tsx')).TargetModeration
const loadOutbox = async () => (await import('#web/features/chat/use-outbox.ts')).outboxOf
const loadRenewNote = async () => (await import('#web/features/listings/detail/renew-note.tsx')).RenewNote
const loadSellerActions = async () => (await import('./listing/seller-actions.tsx')).SellerActions
const loadPhoneCheck = async () =>
  (await import('#web/features/passports/check-phone-button.tsx')).CheckPhoneButton
const loadMoreFromSeller = async () =>
  (await import('#web/features/catalogue/more-from-seller.tsx')).MoreFromSeller
const loadPriceGuide = async () =>
  (await import('#web/features/prices/listing-price-guide.tsx')).ListingPriceGuide

export function Page({ params }: PageProps) {
  const request = { params: { id: params.id ?? '' } }
  const listing = useQuery(apiQuery('GET /api/listings/:id', request))
  const similar = useQuery(apiQuery('GET /api/listings/:id/similar', request))
  const { Component: ListingNotLoaded } = useLazyComponent(loadListingNotLoaded, !listing.data)

  // Before the data, which stays when a later read is refused.
  const status = statusOf(listing.error)
  const code = codeOf(listing.error)
  const why = code && absenceOf[code]
  if (why) {
    return (
      <UnavailableListing why={why}>
        <Similar listings={similar.data ?? []} />
      </UnavailableListing>
    )
  }
  if (status === 404 || status === 400) return <NotFoundPage />
  if (listing.data)
    return <Detail key={listing.data.id} listing={listing.data} similar={similar.data ?? []} />
  if (!ListingNotLoaded) return <DetailSkeleton />
  return (
    <ListingNotLoaded
      id={params.id}
      hasFailed={listing.isError}
      status={status}
      onRetry={() => listing.refetch()}
    />
  )
}

const absenceOf: { [C in ErrorCode]?: 'gone' | 'hidden' | 'ended' } = {
  GONE: 'gone',
  NO_LONGER_AVAILABLE: 'hidden',
  LISTING_ENDED: 'ended',
}

function Detail({ listing, similar }: { listing: Listing; similar: ListingCardData[] }) {
  const viewer = useSession()
  const isOwn = viewer?.id === listing.sellerId
  const [answers, setAnswers] = useState<string>()
  // A sold listing leads to similar ones first.
  const showsSimilarFirst = !isOwn && listing.status === 'SOLD' && similar.length > 0
  const isOnOffer = !isOwn && listing.status === 'ACTIVE' && !listing.reserved
  // From then on a renewal moves it to the top again.
  const isOld =
    Date.parse(listing.renewedAt ?? listing.createdAt) < useNow() - limits.listingEnd.topEvery * dayMs
  const canRenew =
    isOwn &&
    !listing.hiddenByModerator &&
    (listing.status === 'ACTIVE' ? isOld || viewer.isLeaving : Boolean(listing.endedAt))
  const RenewNote = useLoaded(loadRenewNote, canRenew)
  const isModerator = viewer?.role === 'ADMIN'
  const { Component: Moderation } = useLazyComponent(loadModeration, isModerator)
  useEffect(() => {
    // View counts are best-effort.
    api('POST /api/listings/:id/view', { params: { id: listing.id } }).catch(() => undefined)
  }, [listing.id])

  return (
    <>
      <Head listing={listing} />
      <ProductData listing={listing} />
      <MobileTopBar title={listing.title} path={paths.listing(listing.id)} />
      <div className="md:page pb-28 md:pt-6 md:pb-16">
        <DesktopBackLink />
        <div className="listing-columns">
          <Gallery photos={listing.photos} title={listing.title} />
          <div className="listing-aside flex flex-col gap-5 px-4 md:px-0">
            <StatusBanner listing={listing} isOwn={isOwn} />
            {showsSimilarFirst && <ButtonLink href="#similar-title">See similar</ButtonLink>}
            {isModerator && (
              <div className="min-h-28.5">{Moderation && <Moderation listing={listing} />}</div>
            )}
            {canRenew && (
              <div className="min-h-26 noscript:hidden">{RenewNote && <RenewNote listing={listing} />}</div>
            )}
            <div>
              <Summary listing={listing} />
              {listing.status === 'ACTIVE' && (
                <LazyComponent
                  load={loadPriceGuide}
                  props={{ listing, isOwn }}
                  // Its line stands in the gap below, which stays where there is no guide.
                  className="-mb-5 min-h-11 noscript:hidden"
                />
              )}
            </div>
            <ListingActions
              listing={listing}
              isOwn={isOwn}
              showsSimilarFirst={showsSimilarFirst}
              save={<SaveButton listingId={listing.id} />}
            />
            {isOnOffer && <QuickStarts listing={listing} loadOutbox={loadOutbox} />}
            <SellerCard
              seller={listing.seller}
              facts={listing.sellerFacts}
              answers={answers}
              actions={
                <LazyComponent
                  load={loadSellerActions}
                  props={{
                    userId: listing.sellerId,
                    fullName: listing.seller.fullName,
                    listingId: listing.id,
                    isOwn,
                    onAnswers: setAnswers,
                  }}
                  className="flex flex-wrap gap-1 px-2 py-1"
                >
                  <a href={paths.user(listing.sellerId)} className="button button-quiet px-2">
                    See profile
                  </a>
                </LazyComponent>
              }
            />
          </div>
          {showsSimilarFirst && (
            <div className="listing-whole">
              <Similar listings={similar} />
            </div>
          )}
          <div className="flex flex-col gap-6 px-4 md:px-0">
            <Description text={listing.description} />
            <DetailsCard listing={listing} />
            {!isOwn && listing.category.name === phoneCategory && (
              <LazyComponent load={loadPhoneCheck} props={{ listingId: listing.id }} />
            )}
            <QuestionsSection listing={listing} />
          </div>
          <div className="listing-aside px-4 md:px-0">
            <SafetyTips />
            {!isOwn && (
              <div className="mt-3 text-center">
                <ReportButton
                  targetType="LISTING"
                  targetId={listing.id}
                  label={listing.title}
                  className="button button-quiet text-sm text-muted"
                >
                  Report Listing
                </ReportButton>
              </div>
            )}
          </div>
        </div>
        {!showsSimilarFirst && <Similar listings={similar} />}
        <LazyComponent load={loadMoreFromSeller} props={{ listing, action: heart }} className="" />
      </div>
      <MobileActionBar
        listing={listing}
        isOwn={isOwn}
        showsSimilarFirst={showsSimilarFirst}
        save={<SaveButton listingId={listing.id} iconOnly />}
      />
    </>
  )
}

function Head({ listing }: { listing: Listing }) {
  return (
    <PageHead
      title={`${listing.title} – ${listing.status === 'SOLD' ? 'sold' : formatNaira(listing.price)}`}
      description={metaDescription(listing.description)}
      canonical={paths.listing(listing.id)}
      type="product"
      image={listing.photos[0]}
    />
  )
}

/** A single line of at most 150 characters. */
function metaDescription(description: string): string {
  const line = description.replace(/\s+/g, ' ').trim()
  if (line.length <= limits.metaDescription) return line
  // Without the first half of an emoji that was cut.
  const cut = line.slice(0, limits.metaDescription - 1).replace(/[\ud800-\udbff]$/, '')
  return `${cut.trimEnd()}…`
}

const heart = (listing: ListingCardData) => <FavoriteButton listing={listing} />

function Similar({ listings }: { listings: ListingCardData[] }) {
  if (listings.length === 0) return null
  return (
    <section aria-labelledby="similar-title" className="mt-12 px-4 md:px-0">
      <h2 id="similar-title" className="mb-4 text-xl font-bold">
        More like this
      </h2>
      <ListingGrid>
        <ListingCards listings={listings} action={heart} />
      </ListingGrid>
    </section>
  )
}
