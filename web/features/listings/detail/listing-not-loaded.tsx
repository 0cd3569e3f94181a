import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ShownCard } from '#shared/contract/catalogue.ts'
import { useDataSaver } from '#web/lib/data-saver.tsx'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import type { Page } from '#web/lib/query-client.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { cardSizes, Photo, slideSizes } from '#web/ui/photo.tsx'
import { DesktopBackLink, MobileTopBar } from './bars.tsx'
import { DetailSkeleton } from './detail-fallbacks.tsx'
import { Summary } from './summary.tsx'

/** Milliseconds between automatic retries: a browser may report a connection that does not work. */
const retryAfter = 10_000

/** A listing's card from any list that this tab has loaded; undefined without one. */
function findCard(client: QueryClient, id: string | undefined): ShownCard | undefined {
  const lists = client
    .getQueryCache()
    .findAll()
    .map(({ state }) => state.data as Partial<Page<unknown>> | undefined)
  return lists
    .flatMap((data) => (Array.isArray(data) ? data : (data?.items ?? [])) as (Partial<ShownCard> | null)[])
    .findLast(
      (item): item is ShownCard =>
        Boolean(item?.condition && item.category && item.lga) && String(item?.id) === id,
    )
}

interface ListingNotLoadedProps {
  id: string | undefined
  hasFailed: boolean
  /** The server's, if it answered. */
  status: number | undefined
  onRetry: () => void
}

/** A listing that is loading, or could not be read: what a list already knows about it, or a placeholder, or why. */
export function ListingNotLoaded({ id, hasFailed, status, onRetry }: ListingNotLoadedProps) {
  const client = useQueryClient()
  const card = status === undefined ? findCard(client, id) : undefined
  if (card) return <KnownListing card={card} hasFailed={hasFailed} onRetry={onRetry} />
  if (!hasFailed) return <DetailSkeleton />
  return (
    <div className="page pb-16">
      <PageHead title="Listing" />
      <LoadFailure level={1} title="This listing could not be loaded" onRetry={onRetry} />
    </div>
  )
}

interface KnownListingProps {
  card: ShownCard
  hasFailed: boolean
  onRetry: () => void
}

/** A listing whose card alone is loaded: its picture at the list's size, and its first facts. */
function KnownListing({ card, hasFailed, onRetry }: KnownListingProps) {
  const [cover] = card.photos
  const [saving] = useDataSaver()
  return (
    <>
      <PageHead title={card.title} />
      <MobileTopBar title={card.title} path={paths.listing(card.id)} />
      <div className="md:page min-h-dvh pb-28 md:pt-6 md:pb-16">
        <DesktopBackLink />
        <div className="listing-columns">
          <div>
            <div className="relative aspect-4/3 overflow-hidden bg-sunken md:rounded-card">
              {cover && (
                <>
                  <Photo
                    photo={cover}
                    alt={card.title}
                    sizes={cardSizes}
                    priority="first"
                    className="size-full object-contain"
                  />
                  {/* As the gallery has it: loaded by then, it takes this one's place without a gap. With data saver it is the same picture. */}
                  {!saving && (
                    <Photo
                      photo={cover}
                      alt=""
                      sizes={slideSizes}
                      use="large"
                      priority="eager"
                      className="absolute inset-0 size-full bg-transparent object-contain"
                    />
                  )}
                </>
              )}
            </div>
            {card.photoCount > 1 && <ThumbnailSkeletons count={card.photoCount} />}
          </div>
          <div className="listing-aside flex flex-col gap-5 px-4 md:px-0">
            <Summary listing={card} />
            {hasFailed ? (
              <RestNotLoaded onRetry={onRetry} />
            ) : (
              <div aria-busy className="skeleton h-24 rounded-card">
                <p className="sr-only" role="status">
                  Loading the listing
                </p>
              </div>
            )}
          </div>
        </div>
      </div>
    </>
  )
}

/** Placeholders of the gallery's thumbnails, so that price and title below them stay where they are. */
function ThumbnailSkeletons({ count }: { count: number }) {
  return (
    <div className="flex gap-2 overflow-hidden px-4 py-3 md:px-1">
      {[...'abcdefghij'].slice(0, count).map((key) => (
        <div key={key} className="skeleton gallery-thumb shrink-0" />
      ))}
    </div>
  )
}

function RestNotLoaded({ onRetry }: { onRetry: () => void }) {
  const online = useOnline()
  useEffect(() => {
    const timer = setTimeout(onRetry, retryAfter)
    return () => clearTimeout(timer)
  })
  return (
    <div role="alert" className="rounded-control bg-accent-soft px-4 py-3 text-accent-ink">
      <p className="font-semibold">{online ? 'The rest could not be loaded' : 'You are offline'}</p>
      <p className="mt-1 text-sm">The rest of this page comes by itself once there is a connection.</p>
      <button type="button" className="button button-outline mt-3" onClick={onRetry}>
        Retry
      </button>
    </div>
  )
}
