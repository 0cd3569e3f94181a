import { useId } from 'react'
import type { Category } from '#shared/contract/catalogue.ts'
import { labelled, statusLabels } from '#web/lib/labels.ts'
import { AdminSearch } from './admin-search.tsx'
import type { AdminState } from './admin-url.ts'
import { FilterSelect } from './filter-select.tsx'
import { PersonFilter } from './person-filter.tsx'
import { useOptimisticAddress } from './use-optimistic-address.ts'

const sorts = [
  ['createdAt:desc', 'Newest first'],
  ['createdAt:asc', 'Oldest first'],
  ['price:desc', 'Price: High to Low'],
  ['price:asc', 'Price: Low to High'],
  ['title:asc', 'Title: A to Z'],
  ['title:desc', 'Title: Z to A'],
] as const

interface ListingFiltersProps {
  state: AdminState
  categories: Category[]
}

export function ListingFilters({ state, categories }: ListingFiltersProps) {
  const { shown, go } = useOptimisticAddress(state)
  const form = useId()
  return (
    <div className="flex flex-wrap gap-2">
      <AdminSearch state={state} form={form} label="Search all listings" placeholder="Words, seller or #id" />
      <div className="grid grid-cols-2 gap-2 max-md:w-full max-[22rem]:grid-cols-1 md:flex md:flex-wrap">
        <FilterSelect
          label="Category"
          name="category"
          form={form}
          value={shown.category ?? ''}
          options={[['', 'All categories'], ...categories.map(({ id, name }) => [String(id), name] as const)]}
          onChoose={(category) => go({ category })}
        />
        <FilterSelect
          label="Status"
          name="status"
          form={form}
          value={shown.status ?? ''}
          options={[['', 'All'], ...labelled(statusLabels)]}
          onChoose={(status) => go({ status })}
        />
        <PersonFilter
          name="sellerId"
          label="Seller"
          id={shown.sellerId}
          form={form}
          onChoose={(sellerId) => go({ sellerId })}
        />
        <FilterSelect
          label="Sort by"
          name="sort"
          form={form}
          value={shown.sort ?? 'createdAt:desc'}
          options={sorts}
          onChoose={(sort) => go({ sort })}
        />
        <label className="flex min-h-11 items-center gap-2.5 px-1 text-sm font-semibold md:px-2">
          <input
            type="checkbox"
            name="deleted"
            value="true"
            form={form}
            className="size-4.5 accent-brand"
            checked={shown.deleted === 'true'}
            onChange={(event) => go({ deleted: event.target.checked ? 'true' : undefined })}
          />
          Show Deleted
        </label>
      </div>
    </div>
  )
}
