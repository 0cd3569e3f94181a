import { X } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'wouter'
import type { Category } from '#shared/contract/catalogue.ts'
import { labelled, statusLabels } from '#web/lib/labels.ts'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, adminPath, changeAdmin } from './admin-url.ts'
import { FilterSelect } from './filter-select.tsx'
import { useGoing } from './use-going.ts'

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
  /** Of the seller whose listings are shown, once it is known. */
  sellerName: string | undefined
}

export function ListingFilters({ state, categories, sellerName }: ListingFiltersProps) {
  const { shown, go } = useGoing(state)
  const form = useId()
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap gap-2">
        <AdminSearch
          state={state}
          form={form}
          label="Search listings"
          placeholder="Title, words, seller, e-mail or #id"
        />
        <div className="grid grid-cols-2 gap-2 max-md:w-full md:flex md:flex-wrap">
          <FilterSelect
            label="Category"
            name="category"
            form={form}
            value={shown.category ?? ''}
            options={[
              ['', 'All categories'],
              ...categories.map(({ id, name }) => [String(id), name] as const),
            ]}
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
      {state.sellerId && (
        <Link
          href={adminPath(changeAdmin(state, { sellerId: undefined }))}
          aria-label={`Listings of every seller, not only of ${sellerName ?? `#${state.sellerId}`}`}
          className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full bg-brand-soft pr-2.5 pl-4 text-sm font-semibold text-brand-ink"
        >
          <span className="truncate">Seller: {sellerName ?? `#${state.sellerId}`}</span>
          <X size={16} aria-hidden className="shrink-0" />
        </Link>
      )}
    </div>
  )
}
