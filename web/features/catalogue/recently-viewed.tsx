import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { ShownCard } from '#shared/contract/catalogue.ts'
import { apiQuery } from '#web/lib/api.ts'
import { readViewed, storeViewed } from '#web/lib/recently-viewed.ts'
import { ListingCards, ListingGrid } from './listing-grid.tsx'

/** What this browser opened last, as far as it is still for sale; it can be cleared. Load it on demand. */
export function RecentlyViewed({ action }: { action: (listing: ShownCard) => ReactNode }) {
  const [ids, setIds] = useState(readViewed)
  const { data: listings = [], isSuccess } = useQuery({
    ...apiQuery('GET /api/listings/cards', { query: { ids: ids.join() } }),
    enabled: ids.length > 0,
  })
  useEffect(() => {
    // What is sold or gone is not asked for again.
    if (!isSuccess) return
    const found = listings.map(({ id }) => id)
    // Another tab may have opened a listing meanwhile.
    storeViewed(readViewed().filter((id) => found.includes(id) || !ids.includes(id)))
  }, [isSuccess, listings, ids])

  if (ids.length === 0 || listings.length === 0) return null
  function clear() {
    storeViewed([])
    setIds([])
  }
  return (
    <section aria-labelledby="viewed-title" className="pb-8 md:pb-14">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 id="viewed-title" className="text-xl font-extrabold md:text-2xl">
          Recently viewed
        </h2>
        <button type="button" className="button button-quiet text-sm" onClick={clear}>
          Clear
          <span className="sr-only">recently viewed</span>
        </button>
      </div>
      <ListingGrid>
        <ListingCards listings={listings} action={action} />
      </ListingGrid>
    </section>
  )
}
