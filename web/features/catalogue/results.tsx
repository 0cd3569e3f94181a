import type { ReactNode } from 'react'
import type { ShownCard as Listing } from '#shared/contract/catalogue.ts'
import { ListPages } from '#web/ui/list-pages.tsx'
import { ListingCardSkeletons, ListingCards, ListingGrid } from './listing-grid.tsx'
import type { resultsQuery } from './queries.ts'

interface ResultsProps {
  /** The page after a cursor; undefined: the first. */
  pageAt: (cursor: string | undefined) => ReturnType<typeof resultsQuery>
  /** The address of the list from this cursor on. */
  pathAt: (cursor: string) => string
  /** Of the first of the loaded pages. */
  cursor: string | undefined
  /** Number of cards on the first screen, whose pictures load eagerly. */
  eager?: number
  action?: ((listing: Listing) => ReactNode) | undefined
}

/** The loaded pages of a list of listings as one grid. */
export function Results({ eager, action, ...list }: ResultsProps) {
  return (
    <ListingGrid>
      <ListPages {...list} skeleton={<ListingCardSkeletons />}>
        {(listings, number) => (
          <ListingCards listings={listings} eager={number === 1 ? eager : 0} action={action} />
        )}
      </ListPages>
    </ListingGrid>
  )
}
