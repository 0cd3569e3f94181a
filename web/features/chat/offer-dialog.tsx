import { useState } from 'react'
import { limits } from '#shared/limits.ts'
import { formatNaira, koboToNaira, nairaToKobo } from '#shared/money.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { NairaInput, useNaira } from '#web/ui/naira-input.tsx'

interface OfferDialogProps {
  open: boolean
  onClose: () => void
  /** What the listing asks, in kobo; null if it is unknown. */
  askingPrice: number | null
  /** The other party's offer that this one answers, in kobo. */
  counters: number | null
  onOffer: (price: number) => void
}

/** Percent of the asking price that are suggested. */
const shares = [100, 95, 90]

export function OfferDialog({ open, onClose, askingPrice, counters, onOffer }: OfferDialogProps) {
  const [naira, setNaira] = useState<number | undefined>(undefined)
  const input = useNaira(naira, setNaira)
  const price = nairaToKobo(naira ?? 0)
  const isTooHigh = price > limits.price.max

  function send() {
    onOffer(price)
    setNaira(undefined)
    onClose()
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={counters === null ? 'Make an offer' : 'Offer another price'}
      description={
        counters === null
          ? 'The other person accepts it, declines it or offers another price. You agree on place and time after that.'
          : `Their offer is ${formatNaira(counters)}. Yours takes its place.`
      }
      submitLabel={price > 0 && !isTooHigh ? `Offer ${formatNaira(price)}` : 'Offer'}
      ready={price > 0 && !isTooHigh}
      failure={null}
      onSubmit={send}
    >
      <Field label="Your price" error={isTooHigh ? 'This price is too high' : undefined} hint={input.hint}>
        <NairaInput field={input.field} data-autofocus />
      </Field>
      {askingPrice !== null && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="mb-2 text-sm text-muted">{`Asked: ${formatNaira(askingPrice)}`}</legend>
          {suggestions(askingPrice).map(({ share, price }) => (
            <button
              key={share}
              type="button"
              className="chip"
              aria-pressed={naira === price}
              onClick={() => setNaira(price)}
            >
              {share === 100
                ? formatNaira(nairaToKobo(price))
                : `${formatNaira(nairaToKobo(price))} (−${100 - share} %)`}
            </button>
          ))}
        </fieldset>
      )}
    </FormDialog>
  )
}

/** Prices in Naira; large ones in round hundreds. */
function suggestions(askingPrice: number): { share: number; price: number }[] {
  const asked = Math.min(koboToNaira(askingPrice), koboToNaira(limits.price.max))
  const step = asked >= 10_000 ? 100 : 1
  const all = shares.map((share) => ({
    share,
    price: share === 100 ? asked : Math.floor((asked * share) / 100 / step) * step,
  }))
  return all.filter(({ price }, index) => price > 0 && all.findIndex((one) => one.price === price) === index)
}
