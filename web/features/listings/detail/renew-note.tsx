import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Listing } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { fullDate } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { handOverFocus } from '#web/ui/take-focus.ts'
import { showFailure } from '#web/ui/toast.ts'
import { renewListing } from '../listing-mutations.ts'

/**
 * For the owner of a listing that is active or has ended: when it ends, and Renew; while their account waits for its deletion, the way to
 * keep it.
 */
export function RenewNote({ listing: { id, endsAt = '', endedAt } }: { listing: Listing }) {
  const client = useQueryClient()
  const isLeaving = useSession()?.isLeaving
  const renew = useMutation({
    mutationFn: () => renewListing(client, id),
    onError: (error) => showFailure('Not renewed', error, 'Please try again.'),
  })
  return (
    <div ref={handOverFocus} className="rounded-control bg-accent-soft px-4 py-3 text-accent-ink">
      <p className="font-semibold">
        {isLeaving
          ? 'Only you see this listing now.'
          : endedAt
            ? 'Is it still available?'
            : `This listing ends on ${fullDate(endsAt)}.`}
      </p>
      <div className="mt-3">
        {isLeaving ? (
          <a href={paths.settings} className="button">
            Go to settings
          </a>
        ) : (
          <BusyButton className="button" busy={renew.isPending} onClick={() => renew.mutate()}>
            {`Renew for ${limits.listingEnd.after} days`}
          </BusyButton>
        )}
      </div>
    </div>
  )
}
