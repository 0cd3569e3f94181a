import { type FormEvent, useId, useState } from 'react'
import type { Category } from '#shared/contract/catalogue.ts'
import { lgasOf, states } from '#shared/nigeria.ts'
import { type BrowseState, changeBrowse } from '#web/lib/browse-url.ts'
import { Drawer } from '#web/ui/dialog.tsx'
import { withoutFilters } from './active-filters.ts'
import { FilterFields } from './filter-fields.tsx'

export interface FiltersDrawerProps {
  open: boolean
  onClose: () => void
  state: BrowseState
  categories: Category[]
  /** Goes to the list of another state of Browse. */
  onChange: (state: BrowseState) => void
}

/** The side drawer: what is chosen there counts once it is applied. */
export function FiltersDrawer({ open, onClose, ...rest }: FiltersDrawerProps) {
  const formId = useId()
  // Opened anew it starts from what the address says.
  const [draft, setDraft] = useState(rest.state)
  const [wasOpen, setWasOpen] = useState(false)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setDraft(rest.state)
  }

  function finish(state: BrowseState) {
    onClose()
    rest.onChange(state)
  }

  function apply(event: FormEvent) {
    event.preventDefault()
    finish(inOrder({ ...draft, cursor: undefined }))
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title="Filters"
      side="right"
      footer={
        <>
          <button
            type="button"
            className="button button-outline"
            onClick={() => finish(withoutFilters(rest.state))}
          >
            Clear
          </button>
          <button type="submit" form={formId} className="button">
            Apply
          </button>
        </>
      }
    >
      <form id={formId} onSubmit={apply}>
        <FilterFields
          draft={draft}
          onChange={(change) => setDraft(changeBrowse(draft, change))}
          categories={rest.categories}
          states={states}
          lgas={draft.state ? lgasOf(draft.state) : []}
        />
      </form>
    </Drawer>
  )
}

/** A reversed pair of prices, the right way round. */
function inOrder(state: BrowseState): BrowseState {
  const { minPrice, maxPrice } = state
  const reversed = minPrice && maxPrice && Number(minPrice) > Number(maxPrice)
  return reversed ? { ...state, minPrice: maxPrice, maxPrice: minPrice } : state
}
