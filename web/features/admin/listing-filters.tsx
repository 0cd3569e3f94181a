import type { Category } from '#shared/contract/catalogue.ts'
import { labelled, statusLabels } from '#web/lib/labels.ts'
import { AdminSearch } from './admin-search.tsx'
import type { AdminState } from './admin-url.ts'
import { FilterSelect, useFilters } from './filter-select.tsx'
import { PersonFilter } from './person-filter.tsx'

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
  const filters = useFilters(state)
  const { form, shown, go } = filters
  return (
    <div className="flex flex-wrap gap-2">
      <AdminSearch filters={filters} label="Search all listings" placeholder="Words, seller or #id" />
      <div className="grid grid-cols-2 gap-2 max-md:w-full max-[22rem]:grid-cols-1 md:flex md:flex-wrap">
        <FilterSelect
          filters={filters}
          label="Category"
          name="category"
          options={[['', 'All categories'], ...categories.map(({ id, name }) => [String(id), name] as const)]}
        />
        <FilterSelect
          filters={filters}
          label="Status"
          name="status"
          options={[['', 'All'], ...labelled(statusLabels)]}
        />
        <PersonFilter filters={filters} name="sellerId" label="Seller" />
        <FilterSelect filters={filters} label="Sort by" name="sort" options={sorts} />
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
