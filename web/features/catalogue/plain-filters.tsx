import type { BrowseState } from '#web/lib/browse-url.ts'
import { conditionLabels, labelled, priceTypeLabels } from '#web/lib/labels.ts'
import { paths } from '#web/lib/paths.ts'

/** The filters as a plain form for browsers without JavaScript; the categories are links below it. */
export function PlainFilters({ state }: { state: BrowseState }) {
  const { search, category, sortBy, featured, near, radius } = state
  return (
    <noscript>
      <details className="card mt-3">
        <summary className="px-4 py-2.5 font-semibold">Filters</summary>
        <form action={paths.browse} method="get" className="grid gap-3 p-4 sm:grid-cols-2 lg:grid-cols-4">
          <HiddenFields state={{ search, category, sortBy, featured, near, radius }} />
          <select name="condition" aria-label="Condition" defaultValue={state.condition} className="input">
            <option value="">Any condition</option>
            {labelled(conditionLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <select name="priceType" aria-label="Price type" defaultValue={state.priceType} className="input">
            <option value="">Any price type</option>
            {labelled(priceTypeLabels).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <PlainInput type="number" name="minPrice" label="Minimum price (₦)" value={state.minPrice} />
          <PlainInput type="number" name="maxPrice" label="Maximum price (₦)" value={state.maxPrice} />
          <PlainInput name="state" label="State, such as Lagos" value={state.state} />
          <PlainInput name="lga" label="LGA, such as Ikeja" value={state.lga} />
          <button type="submit" className="button">
            Apply
          </button>
        </form>
      </details>
    </noscript>
  )
}

/** The other parameters of the address, for a form that changes some of them. */
export function HiddenFields({ state }: { state: BrowseState }) {
  return Object.entries(state).map(
    ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
  )
}

interface PlainInputProps {
  name: string
  label: string
  value: string | undefined
  /** `number`: browsers drop the commas of 50,000, which no address has. */
  type?: 'number'
}

function PlainInput({ label, value, ...attributes }: PlainInputProps) {
  return (
    <input {...attributes} aria-label={label} placeholder={label} defaultValue={value} className="input" />
  )
}
