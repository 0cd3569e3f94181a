import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminListing } from '#shared/contract/admin.ts'
import type { Category } from '#shared/contract/catalogue.ts'
import { pluralise } from '#web/lib/format.ts'
import { labelled, statusLabels } from '#web/lib/labels.ts'
import { useDialogTarget } from '#web/ui/use-dialog-target.tsx'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, adminPath, categoriesQuery, listingsQuery } from './admin-url.ts'
import { FilterSelect, useFilters } from './filters.tsx'
import { ListFrame, useList } from './list-frame.tsx'
import { type FeatureDays, ListingDialog, type PendingConfirmation } from './listing-dialogs.tsx'
import { type ListingAction, ListingRow } from './listing-row.tsx'
import { PersonFilter } from './person-filter.tsx'
import type { ActionReason } from './reason-dialog.tsx'
import { SelectAll } from './select-all.tsx'
import { Heads, headCell, RowFailure, Table } from './table.tsx'
import { Total } from './total.tsx'
import { useListingMutations } from './use-listing-mutations.ts'

export function ListingsTab({ state }: { state: AdminState }) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const list = useList(listingsQuery(state))
  const { data, isPlaceholderData } = list
  const mutations = useListingMutations()
  const dialogTarget = useDialogTarget<PendingConfirmation>()
  const [selection, setSelection] = useSelection(adminPath(state))

  const rows = mutations.shown(data?.items ?? [])
  // From the server's rows: listings being deleted stay selected until they are.
  const selectable = data?.items.filter(({ deletedAt, mayDecide }) => mayDecide && deletedAt === null) ?? []
  const selected = selectable.filter(({ id }) => selection.has(id))
  const isDeleting = selected.some(({ id }) => mutations.markOf(id).pending)
  const [failed, ...moreFailed] = selected.flatMap(({ id }) => {
    const { failure } = mutations.markOf(id)
    return failure?.isBulk ? [failure.text] : []
  })
  const stillSelected = pluralise(moreFailed.length + 1, 'listing')

  function select(listings: AdminListing[], on: boolean) {
    const next = new Set(selection)
    for (const { id } of listings) on ? next.add(id) : next.delete(id)
    setSelection(next)
  }

  function start(listing: AdminListing, action: ListingAction) {
    if (action === 'show') void mutations.show(listing)
    else if (action === 'unfeature') void mutations.feature(listing, null)
    else dialogTarget.ask({ action, listings: [listing], bulk: false })
  }

  function confirm({ action, listings, bulk }: PendingConfirmation, why: ActionReason, days: FeatureDays) {
    dialogTarget.close()
    const [listing] = listings
    if (!listing) return
    if (action === 'hide') void mutations.hide(listing, why)
    else if (action === 'feature') void mutations.feature(listing, days, why.reason)
    else if (!bulk) void mutations.remove(listing, why)
    else void mutations.removeAll(listings, why)
  }

  const selectAll = {
    selected: selected.length,
    of: selectable.length,
    onChange: (on: boolean) => select(selectable, on),
  }

  return (
    <>
      <ListingFilters categories={categories} />
      <div className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 py-2">
        {selectable.length > 0 && (
          <SelectAll
            {...selectAll}
            label="Select all"
            className="flex min-h-11 items-center gap-2.5 text-sm font-semibold md:hidden"
          />
        )}
        <Total
          total={data?.total}
          exact={data?.exact}
          what="listings"
          className="max-md:order-first max-md:w-full"
        />
        {selected.length > 0 && (
          <button
            type="button"
            className="button button-danger ml-auto px-3.5 text-sm aria-disabled:opacity-50"
            aria-disabled={isDeleting || undefined}
            onClick={() =>
              !isDeleting && dialogTarget.ask({ action: 'delete', listings: selected, bulk: true })
            }
          >
            <Trash2 size={16} />
            Delete Selected ({selected.length})
          </button>
        )}
      </div>
      <div className="*:mb-3">
        <RowFailure
          text={
            failed && `${failed} ${stillSelected} ${moreFailed.length > 0 ? 'are' : 'is'} still selected.`
          }
        />
      </div>
      <ListFrame what="listings" list={list} isEmpty={rows.length === 0}>
        <Table
          caption="Listings"
          stale={isPlaceholderData}
          head={
            <>
              <th scope="col" className={`${headCell} w-10`}>
                <SelectAll {...selectAll} className="-m-2 grid size-11 place-items-center" />
              </th>
              <Heads titles={['Listing', 'Seller', 'Price', 'Status']} />
              <th scope="col" className={`${headCell} max-lg:hidden`}>
                Posted
              </th>
              <Heads titles={[]} actions />
            </>
          }
        >
          {rows.map((listing) => (
            <ListingRow
              key={listing.id}
              listing={listing}
              state={state}
              selected={selection.has(listing.id)}
              onSelect={(on) => select([listing], on)}
              {...mutations.markOf(listing.id)}
              onAction={(action) => start(listing, action)}
            />
          ))}
        </Table>
      </ListFrame>
      {dialogTarget.render((question, dialog) => (
        <ListingDialog
          {...dialog}
          question={question}
          onConfirm={(why, days) => confirm(question, why, days)}
        />
      ))}
    </>
  )
}

/** The selected rows; a new page starts without any. */
function useSelection(page: string) {
  const [selection, setSelection] = useState<{ page: string; ids: ReadonlySet<number> }>({
    page,
    ids: new Set(),
  })
  const ids = selection.page === page ? selection.ids : new Set<number>()
  return [ids, (next: ReadonlySet<number>) => setSelection({ page, ids: next })] as const
}

const sorts = [
  ['createdAt:desc', 'Newest first'],
  ['createdAt:asc', 'Oldest first'],
  ['price:desc', 'Price: High to Low'],
  ['price:asc', 'Price: Low to High'],
  ['title:asc', 'Title: A to Z'],
  ['title:desc', 'Title: Z to A'],
] as const

function ListingFilters({ categories }: { categories: Category[] }) {
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
