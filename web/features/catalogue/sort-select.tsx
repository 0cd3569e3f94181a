import { ArrowDownUp } from 'lucide-react'
import type { SortOrder } from '#shared/contract/catalogue.ts'
import type { BrowseState } from '#web/lib/browse-url.ts'
import { sortLabels } from '#web/lib/labels.ts'

interface SortSelectProps {
  state: BrowseState
  onSort: (order: string) => void
  /** The form that it is sent with when there is no JavaScript. */
  form: string
}

/** The order of the list; the best match first only where words are searched for. */
export function SortSelect({ state, onSort, form }: SortSelectProps) {
  const orders: SortOrder[] = ['latest', 'price-asc', 'price-desc']
  if (state.search) orders.push('relevance')
  const chosen = orders.find((order) => order === state.sortBy) ?? 'latest'
  return (
    <label className="relative flex min-w-0 items-center">
      <span className="sr-only">Sort by</span>
      <ArrowDownUp size={16} aria-hidden className="pointer-events-none absolute left-3 text-muted" />
      <select
        name="sortBy"
        form={form}
        value={chosen}
        onChange={(event) => onSort(event.target.value)}
        className="h-11 max-w-full field-sizing-content appearance-none rounded-full border border-line bg-surface pr-3 pl-8.5 text-ellipsis text-sm font-semibold hover:border-ink"
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {sortLabels[order]}
          </option>
        ))}
      </select>
    </label>
  )
}
