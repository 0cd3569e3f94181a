import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Category } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { formatCount } from '#shared/money.ts'
import { type BrowseState, browsePath } from '#web/lib/browse-url.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { withoutFilters, withPricesInOrder } from './active-filters.ts'
import { FilterFields } from './filter-fields.tsx'
import { countQuery } from './queries.ts'

interface FiltersProps {
  /** The form's id, with which the button in the footer submits it. */
  id: string
  /** The choices so far. */
  draft: BrowseState
  onFinish: (state: BrowseState) => void
}

interface FiltersFormProps extends FiltersProps {
  categories: Category[]
  onChange: (change: BrowseState) => void
}

/** The fields of the filters drawer. */
export function FiltersForm({ id, draft, onFinish, categories, onChange }: FiltersFormProps) {
  function apply(event: FormEvent) {
    event.preventDefault()
    onFinish(appliedOf(draft))
  }
  return (
    <form id={id} onSubmit={apply}>
      <FilterFields draft={draft} onChange={onChange} categories={categories} />
    </form>
  )
}

/** Clear, and Apply with the number of listings that it will show. */
export function FiltersFooter({ id, draft, onFinish }: FiltersProps) {
  const { countText, isBusy } = useCountText(appliedOf(draft))
  return (
    // One below the other: the width of the second changes with its number.
    <div className="flex flex-col gap-3">
      <button type="button" className="button button-outline" onClick={() => onFinish(withoutFilters(draft))}>
        Clear
      </button>
      <button type="submit" form={id} className="button" aria-busy={isBusy}>
        {countText ? `Apply – ${countText}` : 'Apply'}
        {isBusy && <Spinner size={18} />}
      </button>
      <span role="status" className="sr-only">
        {countText && `${countText} found`}
      </span>
    </div>
  )
}

/** '{n} listings' for a state of Browse, debounced; undefined while it is counted, or if that failed. */
function useCountText(state: BrowseState): { countText: string | undefined; isBusy: boolean } {
  const path = browsePath(state)
  const settled = useDebounced(path, limits.suggestion.debounceMs)
  const { data, isFetching } = useQuery({ ...countQuery(state), enabled: settled === path })
  const isBusy = settled !== path || isFetching
  if (!data || isBusy) return { countText: undefined, isBusy }
  const { total, exact } = data
  return {
    countText: `${formatCount(total)}${exact ? '' : '+'} ${total === 1 ? 'listing' : 'listings'}`,
    isBusy,
  }
}

/** The draft as it is applied: at its first page. */
const appliedOf = (draft: BrowseState): BrowseState => withPricesInOrder({ ...draft, cursor: undefined })
