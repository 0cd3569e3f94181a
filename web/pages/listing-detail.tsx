import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ListingCard as ListingCardData } from '#shared/contract/catalogue.ts'
import type { Listing } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { formatNaira } from '#shared/money.ts'
import { sharedPhotoUrl } from '#shared/photo-sizes.ts'
import { ListingCards, ListingGrid } from '#web/features/catalogue/listing-grid.tsx'
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx'
import { SaveButton } from '#web/features/favorites/save-button.tsx'
import { DesktopBackLink, MobileActionBar, MobileTopBar } from '#web/features/listings/detail/bars.tsx'
import { Description } from '#web/features/listings/detail/description.tsx'
import { DetailsCard } from '#web/features/listings/detail/details-card.tsx'
import { Gallery } from '#web/features/listings/detail/gallery.tsx'
import { ListingActions } from '#web/features/listings/detail/listing-actions.tsx'
import { ProductData } from '#web/features/listings/detail/product-data.tsx'
import { SafetyTips } from '#web/features/listings/detail/safety-tips.tsx'
import { SellerCard } from '#web/features/listings/detail/seller-card.tsx'
import { AbsentListing, DetailSkeleton, ListingUnreadable } from '#web/features/listings/detail/states.tsx'
import { StatusBanner } from '#web/features/listings/detail/status-banner.tsx'
import { Summary } from '#web/features/listings/detail/summary.tsx'
import { QuestionsSection } from '#web/features/questions/questions-section.tsx'
import { ReportButton } from '#web/features/reports/report-button.tsx'
import { api, apiQuery } from '#web/lib/api.ts'
import { codeOf, statusOf } from '#web/lib/errors.ts'
import type { PageProps } from '#web/lib/page-props.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Page as NotFoundPage } from './not-found.tsx'

export function Page({ params }: PageProps) {
  const request = { params: { id: params.id ?? '' } }
  const listing = useQuery(apiQuery('GET /api/listings/:id', request))
  const similar = useQuery(apiQuery('GET /api/listings/:id/similar', request))

  if (listing.data)
    return <Detail key={listing.data.id} listing={listing.data} similar={similar.data ?? []} />
  if (listing.isPending) return <DetailSkeleton />
  const status = statusOf(listing.error)
  if (codeOf(listing.error) === 'NO_LONGER_AVAILABLE') {
    return (
      <AbsentListing why="hidden">
        <Similar listings={similar.data ?? []} />
      </AbsentListing>
    )
  }
  if (status === 404 || status === 400) return <NotFoundPage />
  if (status === 410) {
    return (
      <AbsentListing why="gone">
        <Similar listings={similar.data ?? []} />
      </AbsentListing>
    )
  }
  return <ListingUnreadable onRetry={() => listing.refetch()} />
}

function Detail({ listing, similar }: { listing: Listing; similar: ListingCardData[] }) {
  const viewer = useSession()
  const isOwn = viewer?.id === listing.sellerId
  useEffect(() => {
    // Counting is a courtesy: where it fails nothing is lost for the reader.
    api('POST /api/listings/:id/view', { params: { id: listing.id } }).catch(() => undefined)
  }, [listing.id])

  return (
    <>
      <Head listing={listing} />
      <ProductData listing={listing} />
      <MobileTopBar title={listing.title} path={paths.listing(listing.id)} />
      <div className="md:page pb-28 md:pt-6 md:pb-16">
        <DesktopBackLink />
        <div className="grid grid-cols-1 gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,7fr)_minmax(20rem,4.5fr)] lg:grid-rows-[auto_1fr_auto]">
          <div className="min-w-0 lg:row-span-2">
            <Gallery photos={listing.photos} title={listing.title} />
          </div>
          <div className="flex flex-col gap-5 px-4 md:px-0">
            <StatusBanner listing={listing} isOwn={isOwn} />
            <Summary listing={listing} />
            <ListingActions listing={listing} isOwn={isOwn} save={<SaveButton listingId={listing.id} />} />
            <SellerCard seller={listing.seller} />
          </div>
          <div className="flex min-w-0 flex-col gap-6 px-4 md:px-0 lg:col-start-1">
            <Description text={listing.description} />
            <DetailsCard listing={listing} />
            <QuestionsSection listing={listing} />
          </div>
          <div className="px-4 md:px-0 lg:col-start-2 lg:row-span-2 lg:row-start-2">
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
        <Similar listings={similar} />
      </div>
      <MobileActionBar
        listing={listing}
        isOwn={isOwn}
        save={<SaveButton listingId={listing.id} iconOnly />}
      />
    </>
  )
}

function Head({ listing }: { listing: Listing }) {
  const cover = listing.photos[0]
  return (
    <PageHead
      title={`${listing.title} – ${formatNaira(listing.price)}`}
      description={metaDescription(listing.description)}
      canonical={paths.listing(listing.id)}
      type="product"
      {...(cover ? { image: sharedPhotoUrl(cover.url) } : {})}
    />
  )
}

/** One line of at most 150 characters. */
function metaDescription(description: string): string {
  const line = description.replace(/\s+/g, ' ').trim()
  return line.length > limits.metaDescription
    ? `${line.slice(0, limits.metaDescription - 1).trimEnd()}…`
    : line
}

function Similar({ listings }: { listings: ListingCardData[] }) {
  if (listings.length === 0) return null
  return (
    <section aria-labelledby="similar-title" className="mt-12 px-4 md:px-0">
      <h2 id="similar-title" className="mb-4 text-xl font-bold">
        More like this
      </h2>
      <ListingGrid>
        <ListingCards listings={listings} action={(similar) => <FavoriteButton listing={similar} />} />
      </ListingGrid>
    </section>
  )
}
