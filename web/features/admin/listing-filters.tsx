import type { Category } from '#shared/contract/catalogue.ts'
import { labelled, statusLabels } from '#web/lib/labels.ts'
import { AdminSearch } from './admin-search.tsx'
import { FilterSelect, useFilters } from './filters.tsx'
import { PersonFilter } from './person-filter.tsx'

const sorts = [
  ['createdAt:desc', 'Newest first'],
  ['createdAt:asc', 'Oldest first'],
  ['price:desc', 'Price: High to Low'],
  ['price:asc', 'Price: Low to High'],
  ['title:asc', 'Title: A to Z'],
  ['title:desc', 'Title: Z to A'],
] as const

export function ListingFilters({ categories }: { categories: Category[] }) {
  const { form, shown, go } = useFilters()
  return (
    <div className="flex flex-wrap gap-2">
      <AdminSearch label="Search all listings" placeholder="Words, seller or #id" />
      <div className="grid grid-cols-2 gap-2 max-md:w-full max-[22rem]:grid-cols-1 md:flex md:flex-wrap">
        <FilterSelect
          label="Category"
          name="category"
          options={[['', 'All categories'], ...categories.map(({ id, name }) => [String(id), name] as const)]}
        />
        <FilterSelect label="Status" name="status" options={[['', 'All'], ...labelled(statusLabels)]} />
        <PersonFilter name="sellerId" label="Seller" />
        <FilterSelect label="Sort by" name="sort" options={sorts} />
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
