import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AdminListing } from '#shared/contract/admin.ts'
import { type AdminState, adminPath, categoriesQuery, listingsQuery } from './admin-url.ts'
import type { FeatureDays } from './feature-days.tsx'
import { ListFrame } from './list-frame.tsx'
import { ListingDialog, type Question } from './listing-dialogs.tsx'
import { ListingFilters } from './listing-filters.tsx'
import { type ListingAction, ListingRow } from './listing-row.tsx'
import { headCell, Table } from './table.tsx'
import { Total } from './total.tsx'
import { useAsking } from './use-asking.ts'
import { useList } from './use-list.ts'
import { useListingActs } from './use-listing-acts.ts'

export function ListingsTab({ state }: { state: AdminState }) {
  const { data: categories = [] } = useQuery(categoriesQuery)
  const list = useList(listingsQuery(state))
  const { data, isPlaceholderData } = list
  const acts = useListingActs()
  const asking = useAsking<Question>()
  const [selection, setSelection] = useSelection(adminPath(state))

  const rows = acts.shown(data?.items ?? [])
  const selectable = rows.filter(({ deletedAt }) => deletedAt === null)
  const selected = selectable.filter(({ id }) => selection.has(id))
  const allSelected = selected.length > 0 && selected.length === selectable.length
  const sellerName = rows.find(({ seller }) => String(seller.id) === state.sellerId)?.seller.fullName

  function select(listings: AdminListing[], on: boolean) {
    const next = new Set(selection)
    for (const { id } of listings) on ? next.add(id) : next.delete(id)
    setSelection(next)
  }

  function start(listing: AdminListing, action: ListingAction) {
    if (action === 'show') void acts.show(listing)
    else if (action === 'unfeature') void acts.feature(listing, null)
    else asking.ask({ action, listings: [listing], bulk: false })
  }

  function confirm({ action, listings, bulk }: Question, reason: string | undefined, days: FeatureDays) {
    asking.close()
    const [listing] = listings
    if (!listing) return
    if (action === 'hide') void acts.hide(listing, reason)
    else if (action === 'feature') void acts.feature(listing, days, reason)
    else if (!bulk) void acts.remove(listing, reason)
    else {
      setSelection(new Set())
      void acts.removeAll(listings, reason)
    }
  }

  const selectAll = {
    type: 'checkbox',
    'aria-label': 'Select all on this page',
    className: 'size-4.5 accent-brand',
    checked: allSelected,
    disabled: selectable.length === 0,
    onChange: () => select(selectable, !allSelected),
  } as const

  return (
    <>
      <ListingFilters state={state} categories={categories} sellerName={sellerName} />
      <div className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1 py-2">
        {selectable.length > 0 && (
          <label className="flex min-h-11 items-center gap-2.5 text-sm font-semibold md:hidden">
            <input {...selectAll} />
            Select all
          </label>
        )}
        <Total total={data?.total} what="listings" className="max-md:order-first max-md:w-full" />
        {selected.length > 0 && (
          <button
            type="button"
            className="button button-danger ml-auto px-3.5 text-sm"
            onClick={() => asking.ask({ action: 'delete', listings: selected, bulk: true })}
          >
            <Trash2 size={16} aria-hidden />
            Delete Selected ({selected.length})
          </button>
        )}
      </div>
      <ListFrame state={state} what="listings" list={list} isEmpty={rows.length === 0}>
        <Table
          caption="Listings"
          stale={isPlaceholderData}
          head={
            <>
              <th scope="col" className={`${headCell} w-10`}>
                <span className="-m-2 grid size-11 place-items-center">
                  <input {...selectAll} />
                </span>
              </th>
              <th scope="col" className={headCell}>
                Listing
              </th>
              <th scope="col" className={headCell}>
                Seller
              </th>
              <th scope="col" className={headCell}>
                Price
              </th>
              <th scope="col" className={headCell}>
                Status
              </th>
              <th scope="col" className={`${headCell} max-lg:hidden`}>
                Posted
              </th>
              <th scope="col" className={headCell}>
                <span className="sr-only">Actions</span>
              </th>
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
              pending={acts.isPending(listing.id)}
              failure={acts.failureOf(listing.id)}
              onAct={(action) => start(listing, action)}
            />
          ))}
        </Table>
      </ListFrame>
      {asking.about && (
        <ListingDialog
          key={asking.time}
          question={asking.about}
          open={asking.open}
          onClose={asking.close}
          onConfirm={(reason, days) => asking.about && confirm(asking.about, reason, days)}
        />
      )}
    </>
  )
}

/** The chosen rows; other rows begin without any. */
function useSelection(page: string) {
  const [selection, setSelection] = useState<{ page: string; ids: ReadonlySet<number> }>({
    page,
    ids: new Set(),
  })
  const ids = selection.page === page ? selection.ids : new Set<number>()
  return [ids, (next: ReadonlySet<number>) => setSelection({ page, ids: next })] as const
}
