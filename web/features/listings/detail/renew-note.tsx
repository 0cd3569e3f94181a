import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Listing } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { fullDate } from '#web/lib/format.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { showFailure } from '#web/ui/toast.ts'
import { renewListing } from '../listing-mutations.ts'

/** For the owner of a listing that is active or has ended: when it ends, and Renew. */
export function RenewNote({ listing: { id, endsAt = '', endedAt } }: { listing: Listing }) {
  const client = useQueryClient()
  const renew = useMutation({
    mutationFn: () => renewListing(client, id),
    onError: (error) => showFailure('Not renewed', error, 'Please try again.'),
  })
  return (
    <div className="rounded-control bg-accent-soft px-4 py-3 text-accent-ink">
      <p className="font-semibold">
        {endedAt ? 'Is it still available?' : `This listing ends on ${fullDate(endsAt)}.`}
      </p>
      <BusyButton className="button mt-3" busy={renew.isPending} onClick={() => renew.mutate()}>
        {`Renew for ${limits.listingEnd.after} days`}
      </BusyButton>
    </div>
  )
}
