import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { OwnListing } from '#shared/contract/listings.ts'
import type { PossibleBuyer } from '#shared/contract/sales.ts'
import { formatNaira } from '#shared/money.ts'
import { api, apiQuery } from '#web/lib/api.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useCurrentListing } from './use-current-listing.ts'

interface SoldDialogProps {
  listing: OwnListing
  open: boolean
  onClose: () => void
}

/** Asks who bought a listing, marks it as sold, and leads to a review; to the deal instead where the two agreed on one. */
export function SoldDialog({ listing, open, onClose }: SoldDialogProps) {
  const { id, title } = listing
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const [pressed, setPressed] = useState<number | null>(null)
  const [soldTo, setSoldTo] = useState<PossibleBuyer | null>(null)
  const failure = useFormFailure()
  const buyers = useQuery({
    ...apiQuery('GET /api/listings/:id/possible-buyers', { params: { id } }),
    staleTime: 0,
  })
  const own = useCurrentListing(id)
  const version = own.current?.version
  // Where nobody wrote there is one choice.
  const chosen = pressed ?? (buyers.data?.length === 0 ? 0 : null)
  const buyer = buyers.data?.find((one) => one.id === chosen)
  const promised = buyers.data?.filter(({ deal }) => deal).map(({ fullName }) => fullName) ?? []

  const sell = useMutation({
    mutationFn: () =>
      api('POST /api/listings/:id/sale', { params: { id }, body: { buyerId: buyer?.id ?? null, version } }),
    onSuccess() {
      if (buyer) return setSoldTo(buyer)
      showToast({ title: 'Marked as sold' })
      onClose()
    },
    onError: (error) => failure.show('Not marked as sold', error),
    onSettled: () => refreshChanged(client, 'POST /api/listings/:id/sale'),
  })

  function readAgain() {
    void buyers.refetch()
    own.retry()
  }

  function submit() {
    if (soldTo) return navigate(paths.review(soldTo.id))
    if (buyer?.deal) return navigate(paths.deal(buyer.deal.id))
    return sell.mutateAsync().catch(() => undefined)
  }

  if (soldTo)
    return (
      <FormDialog
        open={open}
        onClose={onClose}
        title={`Sold to ${soldTo.fullName}`}
        description="We ask them for a review of you."
        submitLabel="Write a review"
        cancelLabel="Later"
        failure={null}
        onSubmit={submit}
      >
        <p role="status">{`How was it with ${soldTo.fullName}? Your review helps the next seller to decide.`}</p>
      </FormDialog>
    )
  const isLoading = buyers.isFetching && !buyers.data
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Who bought it?"
      description={<span className="line-clamp-2">{title}</span>}
      submitLabel={buyer?.deal ? 'Go to the deal' : 'Mark sold'}
      busyLabel={sell.isPending ? 'Marking...' : undefined}
      ready={chosen !== null && version !== undefined}
      failure={failure}
      onSubmit={submit}
    >
      {isLoading ? (
        <div role="status" aria-label="Loading who wrote to you" className="skeleton h-14" />
      ) : !buyers.data || own.hasFailed ? (
        <LoadFailure level={3} title="Who wrote to you did not load" onRetry={readAgain} />
      ) : (
        <fieldset>
          <legend className="mb-2 text-sm font-semibold">
            {buyers.data.length > 0 ? 'They wrote to you about it' : 'Nobody wrote to you about it yet'}
          </legend>
          <div className="flex flex-col gap-2">
            {buyers.data.map((one) => (
              <Choice
                key={one.id}
                buyer={one}
                checked={chosen === one.id}
                onChoose={() => setPressed(one.id)}
              />
            ))}
            <label className="my-listings-choice">
              <input
                type="radio"
                name="buyer"
                className="size-5 shrink-0 accent-brand outline-none"
                checked={chosen === 0}
                onChange={() => setPressed(0)}
              />
              <span>
                <span className="block font-semibold">Somebody else</span>
                <span className="text-sm text-muted">On Oja or elsewhere</span>
              </span>
            </label>
          </div>
          <p role="status" className="mt-2 text-sm empty:mt-0">
            {buyer?.deal
              ? `You agreed on ${formatNaira(buyer.deal.price)} with ${buyer.fullName}. Say in the deal that you have the money: then both of you can review a completed deal.`
              : chosen !== null &&
                promised.length > 0 &&
                `Your deal with ${promised.join(', ')} ends then. We tell them, so that they do not come for nothing.`}
          </p>
        </fieldset>
      )}
    </FormDialog>
  )
}

interface ChoiceProps {
  buyer: PossibleBuyer
  checked: boolean
  onChoose: () => void
}

function Choice({ buyer: { fullName, avatarUrl, lastMessageAt, deal }, checked, onChoose }: ChoiceProps) {
  const now = useNow()
  return (
    <label className="my-listings-choice">
      <input
        type="radio"
        name="buyer"
        className="size-5 shrink-0 accent-brand outline-none"
        checked={checked}
        onChange={onChoose}
      />
      <Avatar url={avatarUrl} name={fullName} />
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">{fullName}</span>
        <span className="text-sm text-muted">
          {deal
            ? `Agreed on ${formatNaira(deal.price)}`
            : `Last message ${timeAgoInline(lastMessageAt, now)}`}
        </span>
      </span>
    </label>
  )
}
