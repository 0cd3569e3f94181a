import { ImageOff, Trash2 } from 'lucide-react'
import type { UnavailableFavorite } from '#shared/contract/favorites.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Photo } from '#web/ui/photo.tsx'

interface UnavailableCardProps {
  listing: UnavailableFavorite
  onRemove: () => void
}

/** A saved listing that was hidden or deleted: its title, and a link to similar ones. */
export function UnavailableCard({ listing, onRemove }: UnavailableCardProps) {
  const now = useNow()
  const { id, title, favoritedAt } = listing
  const [cover] = listing.photos
  return (
    <article className="card flex flex-col overflow-hidden">
      <div className="flex flex-1 flex-wrap gap-3.5 p-3">
        <div className="aspect-square w-30 shrink-0 self-start overflow-hidden rounded-control bg-sunken sm:w-32">
          {cover ? (
            <Photo
              photo={cover}
              alt=""
              sizes="128px"
              className="size-full object-cover opacity-70 grayscale"
            />
          ) : (
            <div className="grid size-full place-items-center text-muted">
              <ImageOff size={26} />
              <span className="sr-only">No photo</span>
            </div>
          )}
        </div>
        <div className="min-w-0 flex-1 basis-[8rem]">
          <p className="badge">No longer available</p>
          <h2 className="mt-1.5 line-clamp-2 leading-snug font-semibold tracking-normal wrap-anywhere">
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
        <p className="text-right text-xs leading-4 text-muted noscript:pr-2">
          Saved
          <br />
          {timeAgoInline(favoritedAt, now)}
        </p>
        <button
          type="button"
          aria-label={`Remove ${title} from favorites`}
          title="Remove"
          className="button button-quiet button-icon shrink-0 text-muted hover:text-danger noscript:hidden"
          onClick={onRemove}
        >
          <Trash2 size={18} />
        </button>
      </div>
    </article>
  )
}
