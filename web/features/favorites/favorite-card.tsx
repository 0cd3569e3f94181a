import { Clock, Eye, ImageOff, MapPin, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Photo } from '#shared/contract/common.ts'
import type { FavoriteListing, UnavailableFavorite } from '#shared/contract/favorites.ts'
import { formatNaira } from '#shared/money.ts'
import { pluralise, timeAgo, timeAgoInline } from '#web/lib/format.ts'
import { conditionLabels, statusLabels } from '#web/lib/labels.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Photo as Picture } from '#web/ui/photo.tsx'
import { Stars } from '#web/ui/stars.tsx'

interface FavoriteCardProps {
  listing: FavoriteListing
  /** On the first screen: its picture loads eagerly. */
  priority: boolean
  onRemove: () => void
}

/** A saved listing with the facts that help to decide. The whole card is a link to it; the seller has a separate link. */
export function FavoriteCard({ listing, priority, onRemove }: FavoriteCardProps) {
  const now = useNow()
  const { id, title, seller } = listing
  const isActive = listing.status === 'ACTIVE'
  return (
    <article className="card group relative flex flex-col overflow-hidden transition-shadow hover:shadow-flat has-[h2_a:focus-visible]:outline-3 has-[h2_a:focus-visible]:outline-offset-2 has-[h2_a:focus-visible]:outline-brand">
      <div className="flex flex-1 flex-wrap gap-3.5 p-3">
        <Cover photo={listing.photos[0]} isFaded={!isActive} priority={priority}>
          {!isActive && (
            <span className="badge absolute top-1.5 left-1.5 bg-ink font-bold text-ground">
              {statusLabels[listing.status]}
            </span>
          )}
          <span className="badge absolute bottom-1.5 left-1.5 bg-surface/92">
            {conditionLabels[listing.condition]}
          </span>
        </Cover>
        {/* Below the picture where the price has no place beside it. */}
        <div className="max-w-full min-w-0 flex-1 basis-[min-content]">
          <p className="flex min-w-[8rem] flex-wrap items-center gap-x-2">
            <span className="min-w-0 text-lg leading-7 font-extrabold wrap-break-word tabular-nums">
              {formatNaira(listing.price)}
            </span>
            {listing.priceType === 'NEGOTIABLE' && <span className="badge badge-accent">Negotiable</span>}
          </p>
          <h2 className="leading-snug font-semibold tracking-normal">
            <a
              href={paths.listing(id)}
              dir="auto"
              className="line-clamp-2 group-hover:underline after:absolute after:inset-0 focus-visible:outline-none"
            >
              {title}
            </a>
          </h2>
          <ul className="mt-1.5 flex flex-wrap gap-x-3 gap-y-0.5 text-xs leading-5 text-muted">
            <li className="flex w-full min-w-0 items-center gap-1">
              <MapPin size={13} />
              {`${listing.lga}, ${listing.state}`}
            </li>
            <li className="flex items-center gap-1">
              <Eye size={13} />
              {pluralise(listing.views, 'view')}
            </li>
            <li className="flex items-center gap-1">
              <Clock size={13} />
              {timeAgo(listing.createdAt, now)}
            </li>
          </ul>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line py-1 pr-1 pl-3">
        <a
          href={paths.user(seller.id)}
          className="relative z-1 flex min-h-11 min-w-0 flex-1 basis-[7rem] items-center gap-2.5 text-sm hover:underline"
        >
          <Avatar url={seller.avatarUrl} name={seller.fullName} size={32} />
          <span className="min-w-0">
            <span className="block truncate leading-5 font-semibold">{seller.fullName}</span>
            <span className="flex text-xs leading-4">
              {Number(seller.ratingAvg) > 0 ? (
                <Stars rating={seller.ratingAvg} count={seller.ratingCount} size={13} />
              ) : (
                <span className="text-muted">No reviews yet</span>
              )}
            </span>
          </span>
        </a>
        <Saved listing={listing} onRemove={onRemove} />
      </div>
    </article>
  )
}

interface CoverProps {
  photo: Photo | undefined
  isFaded: boolean
  priority?: boolean
  /** On the picture. */
  children?: ReactNode
}

function Cover({ photo, isFaded, priority, children }: CoverProps) {
  return (
    <div className="relative aspect-square w-30 shrink-0 self-start overflow-hidden rounded-control bg-sunken sm:w-32">
      {photo ? (
        <Picture
          photo={photo}
          alt=""
          sizes="128px"
          {...(priority ? { priority: 'eager' } : {})}
          className={`size-full object-cover ${isFaded ? 'faded' : ''}`}
        />
      ) : (
        <div className="grid size-full place-items-center text-muted">
          <ImageOff size={26} />
          <span className="sr-only">No photo</span>
        </div>
      )}
      {children}
    </div>
  )
}

interface SavedProps {
  listing: Pick<UnavailableFavorite, 'title' | 'favoritedAt'>
  onRemove: () => void
}

/** When it was saved, and the button that removes it. */
function Saved({ listing: { title, favoritedAt }, onRemove }: SavedProps) {
  const now = useNow()
  return (
    <>
      <p className="ml-auto shrink-0 text-right text-xs leading-4 text-muted noscript:pr-2">
        Saved
        <br />
        {timeAgoInline(favoritedAt, now)}
      </p>
      <button
        type="button"
        aria-label={`Remove ${title} from favorites`}
        title="Remove"
        className="button button-quiet button-icon relative z-1 shrink-0 text-muted hover:text-danger noscript:hidden"
        onClick={onRemove}
      >
        <Trash2 size={18} />
      </button>
    </>
  )
}

interface UnavailableCardProps {
  listing: UnavailableFavorite
  onRemove: () => void
}

/** A saved listing that was hidden or deleted: its title, and a link to similar ones. */
export function UnavailableCard({ listing, onRemove }: UnavailableCardProps) {
  const { id, title } = listing
  return (
    <article className="card flex flex-col overflow-hidden">
      <div className="flex flex-1 flex-wrap gap-3.5 p-3">
        <Cover photo={listing.photos[0]} isFaded />
        <div className="min-w-0 flex-1 basis-[8rem]">
          <p className="badge">No longer available</p>
          <h2
            dir="auto"
            className="mt-1.5 line-clamp-2 leading-snug font-semibold tracking-normal wrap-anywhere"
          >
            {title}
          </h2>
          <a
            href={paths.listing(id)}
            className="inline-flex min-h-11 items-center text-sm font-semibold text-brand-ink hover:underline"
          >
            See similar listings
            <span className="sr-only">{` to ${title}`}</span>
          </a>
        </div>
      </div>
      <div className="flex items-center justify-end gap-2 border-t border-line py-1 pr-1 pl-3">
        <Saved listing={listing} onRemove={onRemove} />
      </div>
    </article>
  )
}
