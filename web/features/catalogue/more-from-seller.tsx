import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListingCard, ShownCard } from '#shared/contract/catalogue.ts'
import { apiQuery } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { ListingCards, ListingGrid } from './listing-grid.tsx'

interface MoreFromSellerProps {
  listing: ListingCard
  action: (listing: ShownCard) => ReactNode
}

/** The newest other listings of a listing's seller; nothing where there are none. Load it on demand. */
export function MoreFromSeller({ listing, action }: MoreFromSellerProps) {
  const { id, sellerId: seller } = listing
  const { data = [] } = useQuery(
    apiQuery('GET /api/listings/cards', { query: { ids: String(id), seller: String(seller) } }),
  )
  if (data.length === 0) return null
  return (
    <section aria-labelledby="seller-title" className="mt-12 px-4 md:px-0">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 id="seller-title" className="text-xl font-bold">
          More from this seller
        </h2>
        <a href={paths.user(seller)} className="inline-flex min-h-11 items-center font-bold underline">
          See all
        </a>
      </div>
      <ListingGrid>
        <ListingCards listings={data} action={action} />
      </ListingGrid>
    </section>
  )
}
