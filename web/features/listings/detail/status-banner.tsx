import type { Listing } from '#shared/contract/listings.ts'

/** The listing is sold, or hidden from everyone except this reader, and why; or a photo also appears elsewhere. */
export function StatusBanner({ listing, isOwn }: { listing: Listing; isOwn: boolean }) {
  const message = messageFor(listing, isOwn)
  const { moderationState, moderationReason, photoNotice } = listing
  if (!message && !photoNotice) return null
  return (
    <div className="rounded-control bg-accent-soft px-4 py-3 text-accent-ink">
      {message && <p className="font-semibold">{message}</p>}
      {moderationState === 'HIDDEN' && moderationReason && (
        <p className="mt-1 text-sm whitespace-pre-line">Reason: {moderationReason}</p>
      )}
      {photoNotice && <p className="font-semibold">{photoNotice}</p>}
    </div>
  )
}

function messageFor(listing: Listing, isOwn: boolean): string | null | undefined {
  const { status, moderationState, moderationReason, reserved } = listing
  if (status === 'SOLD') return 'This item has been sold.'
  if (status !== 'HIDDEN') return reserved ? 'Reserved: a deal is agreed.' : undefined
  if (moderationState === 'PENDING_REVIEW') return moderationReason
  if (moderationState)
    return isOwn ? 'Our moderators hid this listing: only you can see it.' : 'Moderators hid this listing.'
  if (listing.endedAt) return 'This listing has ended: only you can see it.'
  return isOwn ? 'You hid this listing: only you can see it.' : 'Its owner hid this listing.'
}
