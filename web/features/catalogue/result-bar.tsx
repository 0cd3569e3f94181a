import type { SortOrder } from '#shared/contract/catalogue.ts'
import { formatCount } from '#shared/money.ts'
import type { BrowseState } from '#web/lib/browse-url.ts'
import { sortLabels } from '#web/lib/labels.ts'
import type { Page } from '#web/lib/query-client.ts'
import { SortSelect } from '#web/ui/sort-select.tsx'

/** '{n} listings found'; a plus marks a total that is a lower bound. */
export function ResultCount({ page, failed }: { page: Page<unknown> | undefined; failed: boolean }) {
  return (
    <p role="status" className="shrink-0 text-sm font-semibold tabular-nums md:text-base">
      {page
        ? `${formatCount(page.total)}${page.exact ? '' : '+'} listings found`
        : failed
          ? ''
          : 'Loading...'}
    </p>
  )
}

interface ResultOrderProps {
  state: BrowseState
  onSort: (order: string) => void
  /** The form it belongs to without JavaScript. */
  form: string
}

/** The sort order; best match is offered only for searches with words, the nearest only near a place. */
export function ResultOrder({ state, onSort, form }: ResultOrderProps) {
  const orders: SortOrder[] = ['latest', 'price-asc', 'price-desc']
  if (state.search) orders.push('relevance')
  if (state.near) orders.push('near')
  return (
    <SortSelect
      name="sortBy"
      form={form}
      value={orders.find((order) => order === state.sortBy) ?? 'latest'}
      options={orders.map((order) => [order, sortLabels[order]] as const)}
      onChoose={onSort}
    />
  )
}
