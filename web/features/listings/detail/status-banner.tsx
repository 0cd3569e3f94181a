import type { Listing } from '#shared/contract/listings.ts'

/** Says what is not obvious: sold, or hidden from everyone but whoever reads this, and why. */
export function StatusBanner({ listing, isOwn }: { listing: Listing; isOwn: boolean }) {
  const message = messageFor(listing, isOwn)
  if (!message) return null
  const { moderationState, moderationReason } = listing
  return (
    <div className="rounded-control bg-accent-soft px-4 py-3 text-accent-ink">
      <p className="font-semibold">{message}</p>
      {moderationState === 'HIDDEN' && moderationReason && (
        <p className="mt-1 text-sm whitespace-pre-line">Reason: {moderationReason}</p>
      )}
    </div>
  )
}

function messageFor(listing: Listing, isOwn: boolean): string | null | undefined {
  const { status, moderationState, moderationReason } = listing
  if (status === 'SOLD') return 'This item has been sold.'
  if (status !== 'HIDDEN') return undefined
  if (moderationState === 'PENDING_REVIEW') return moderationReason
  if (moderationState)
    return isOwn ? 'Our moderators hid this listing: only you can see it.' : 'Moderators hid this listing.'
  return isOwn ? 'You hid this listing: only you can see it.' : 'Its owner hid this listing.'
}
