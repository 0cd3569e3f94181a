import type { QueueItem } from '#shared/contract/moderation-queue.ts'
import { paths } from '#web/lib/paths.ts'
import { Picture } from './wide-cells.tsx'

/** Copied photos of a queue item: each beside the other seller's. */
export function PhotoPairs({ item: { photos, listing } }: { item: QueueItem }) {
  if (!listing) return null
  return photos.map(({ photo, matchedPhoto, matchedListingId, mirrored }) => (
    <div key={photo} className="mt-1.5">
      <div className="flex gap-3">
        <Side url={photo} listingId={listing.id} label="This listing" />
        <Side url={matchedPhoto} listingId={matchedListingId} label="The other seller" />
      </div>
      {mirrored && <p className="mt-0.5 text-xs text-muted">One is the mirror image of the other.</p>}
    </div>
  ))
}

function Side({ url, listingId, label }: { url: string; listingId: number; label: string }) {
  return (
    <a href={paths.listing(listingId)} className="text-xs text-muted hover:underline">
      <Picture url={url} size={112} />
      {label}
    </a>
  )
}
