import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OwnListing } from '#shared/contract/listings.ts'
import { formatNaira, koboToNaira, nairaToKobo } from '#shared/money.ts'
import { groupNaira } from '#web/lib/naira.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { NairaInput, useNaira } from '#web/ui/naira-input.tsx'
import { showToast } from '#web/ui/toast.ts'
import { updateListing } from '../listing-mutations.ts'
import { useCurrentListing } from './use-current-listing.ts'

const suggestions = [5, 10] as const

interface PriceDialogProps {
  listing: OwnListing
  open: boolean
  onClose: () => void
}

/** Lowers the price of a listing: to a suggested one by a tap, or to a typed one. */
export function PriceDialog({ listing, open, onClose }: PriceDialogProps) {
  const client = useQueryClient()
  const [naira, setNaira] = useState<number>()
  const [error, setError] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const failure = useFormFailure()
  const { current, hasFailed, retry } = useCurrentListing(listing.id)
  const { id, title, price } = current ?? listing
  const version = current?.version
  const { hint, field } = useNaira(naira, change)
  const lowered = naira === undefined ? null : nairaToKobo(naira)

  const lower = useMutation({
    mutationFn: (to: number) => updateListing(client, id, { price: to, ...(version ? { version } : {}) }),
    onSuccess(listing) {
      showToast(
        listing.moderationState
          ? { title: 'Held for review', description: listing.moderationReason ?? undefined, tone: 'failure' }
          : { title: `Now ${formatNaira(listing.price)}`, description: 'We tell people who saved it.' },
      )
      onClose()
    },
    onError: (reason) => failure.show('The price is not changed', reason),
  })

  function submit() {
    if (lowered === null || lowered <= 0 || lowered >= price) {
      setError(`Type a price below ${formatNaira(price)}`)
      input.current?.focus()
      return
    }
    return lower.mutateAsync(lowered).catch(() => undefined)
  }

  function change(next: number | undefined) {
    setError(null)
    setNaira(next)
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Lower the price"
      description={<span className="line-clamp-2">{`${title}, now ${formatNaira(price)}`}</span>}
      submitLabel="Lower the price"
      busyLabel={lower.isPending ? 'Saving...' : version || hasFailed ? undefined : 'Loading...'}
      ready={version !== undefined}
      failure={failure}
      onSubmit={submit}
    >
      {hasFailed && <LoadFailure level={3} title="The listing did not load" onRetry={retry} />}
      <ul className="flex flex-wrap gap-2" aria-label="Suggestions">
        {suggestions.map((percent) => {
          const suggested = Math.round((koboToNaira(price) * (100 - percent)) / 100)
          return suggested > 0 && nairaToKobo(suggested) < price ? (
            <li key={percent}>
              <button
                type="button"
                className="chip px-3.5"
                aria-pressed={naira === suggested}
                onClick={() => change(suggested)}
              >
                {`−${percent} %`} <span className="tabular-nums">{formatNaira(nairaToKobo(suggested))}</span>
              </button>
            </li>
          ) : null
        })}
      </ul>
      <Field label="New price (₦)" error={error} hint={hint}>
        <NairaInput
          ref={input}
          field={field}
          placeholder={groupNaira(koboToNaira(price))}
          className="text-lg font-semibold tabular-nums"
        />
      </Field>
    </FormDialog>
  )
}
