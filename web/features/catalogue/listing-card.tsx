import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ListingCard as Listing } from '#shared/contract/catalogue.ts'
import { formatNaira } from '#shared/money.ts'
import { timeAgo } from '#web/lib/format.ts'
import { conditionLabels } from '#web/lib/labels.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Photo } from '#web/ui/photo.tsx'

/** How wide a card's picture is in the grid, for `sizes`. */
const cardSizes =
  '(min-width: 1280px) 290px, (min-width: 1024px) 23vw, (min-width: 768px) 30vw, calc(50vw - 22px)'

/** A narrow card has four lines, the last of two parts; a wide one has three, the first and the last of two. */
const textGrid = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-1'

interface ListingCardProps {
  listing: Listing
  priority?: 'first' | 'eager' | undefined
  /** Stands on the picture's corner, above the card's link. */
  action?: ReactNode
}

/** A listing in a grid. The whole card is the title's link. */
export function ListingCard({ listing, priority, action }: ListingCardProps) {
  const now = useNow()
  const sold = listing.status === 'SOLD'
  return (
    <article className="group relative rounded-card has-[a:focus-visible]:outline-3 has-[a:focus-visible]:outline-offset-4 has-[a:focus-visible]:outline-brand">
      <div className="relative aspect-4/3 overflow-hidden rounded-card bg-sunken">
        <Cover listing={listing} priority={priority} />
        {sold && (
          <span className="badge pointer-events-none absolute top-2 left-2 bg-ink font-bold tracking-wide text-ground">
            SOLD
          </span>
        )}
        <span className="badge pointer-events-none absolute bottom-2 left-2 bg-surface/92 text-ink">
          {conditionLabels[listing.condition]}
        </span>
      </div>
      {action && <div className="absolute top-1 right-1 z-1">{action}</div>}
      <div className="@container pt-2.5">
        <div className={textGrid}>
          <p className="col-span-2 truncate text-base leading-6 font-extrabold tabular-nums @min-[14rem]:col-span-1 md:text-[1.0625rem]">
            {formatNaira(listing.price)}
          </p>
          <h3 className="col-span-2 row-start-2 text-sm leading-5 font-medium tracking-normal">
            <Link
              href={paths.listing(listing.id)}
              className="-my-0.5 block truncate py-0.5 group-hover:underline after:absolute after:inset-0 after:rounded-card focus-visible:outline-none"
            >
              {listing.title}
            </Link>
          </h3>
          <p className="col-span-2 row-start-3 mt-0.5 truncate text-xs leading-5 text-muted @min-[14rem]:col-span-1">
            {listing.lga}, {listing.state}
          </p>
          <p className="row-start-4 truncate text-xs leading-5 tracking-tight text-muted @min-[14rem]:row-start-3 @min-[14rem]:mt-0.5 @min-[14rem]:text-right">
            {timeAgo(listing.createdAt, now)}
          </p>
          {listing.priceType === 'NEGOTIABLE' && (
            <p className="col-start-2 row-start-4 text-right text-xs leading-5 font-medium tracking-tight text-muted @min-[14rem]:row-start-1 @min-[14rem]:leading-6">
              Negotiable
            </p>
          )}
        </div>
      </div>
    </article>
  )
}

function Cover({ listing, priority }: Pick<ListingCardProps, 'listing' | 'priority'>) {
  const [cover] = listing.photos
  if (!cover) {
    return (
      <div className="grid size-full place-items-center text-muted">
        <ImageOff size={28} aria-hidden />
        <span className="sr-only">No photo</span>
      </div>
    )
  }
  return (
    <Photo
      photo={cover}
      alt=""
      sizes={cardSizes}
      priority={priority}
      className={`size-full object-cover transition-transform duration-250 group-hover:scale-[1.03] ${
        listing.status === 'SOLD' ? 'opacity-70 grayscale' : ''
      }`}
    />
  )
}

/** A listing card on its way: the same measures, so that nothing moves. */
export function ListingCardSkeleton() {
  return (
    <div aria-hidden="true" data-skeleton="listing">
      <div className="skeleton aspect-4/3 rounded-card" />
      <div className="@container pt-2.5">
        <div className="flex h-6 items-center">
          <div className="skeleton h-4.5 w-24" />
        </div>
        <div className="flex h-5 items-center">
          <div className="skeleton h-3.5 w-4/5" />
        </div>
        <div className="mt-0.5 flex h-5 items-center">
          <div className="skeleton h-3 w-1/2" />
        </div>
        <div className="flex h-5 items-center @min-[14rem]:hidden">
          <div className="skeleton h-3 w-1/3" />
        </div>
      </div>
    </div>
  )
}
