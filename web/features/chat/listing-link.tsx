import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { formatNaira } from '#shared/money.ts'
import { apiQuery } from '#web/lib/api.ts'
import { useDataSaver } from '#web/lib/data-saver.tsx'
import { paths } from '#web/lib/paths.ts'
import { useNear } from '#web/lib/use-near.ts'
import { ListingPicture } from './listing-picture.tsx'

/** The listing of an address of ours, such as /listings/42; null for other pages. */
export function listingIdIn(path: string): number | null {
  const [, id] = /^\/listings\/([1-9]\d{0,8})(?:[?#]|$)/.exec(path) ?? []
  return id ? Number(id) : null
}

/** A card of a listing below a link to it, read when it comes into view; nothing for one that is gone, or with data saver. */
export function ListingLink({ id }: { id: number }) {
  const [saving] = useDataSaver()
  const place = useRef<HTMLDivElement>(null)
  const isInView = useNear(place, '0px')
  const { data } = useQuery({
    ...apiQuery('GET /api/listings/:id', { params: { id } }),
    enabled: isInView && !saving,
    retry: false,
  })
  const isShown = data && data.status !== 'HIDDEN'
  return (
    <div ref={place}>
      {isShown && (
        <a
          href={paths.listing(id)}
          className="mt-2 flex items-center gap-3 rounded-card border border-line bg-surface p-2"
        >
          <ListingPicture photo={data.photos[0]} size={48} isFaded={data.status === 'SOLD'} />
          <span className="min-w-0 flex-1 text-sm">
            <span className="block truncate font-medium">{data.title}</span>
            <span className="block font-bold">{formatNaira(data.price)}</span>
          </span>
        </a>
      )}
    </div>
  )
}
