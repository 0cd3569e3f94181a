import { useQuery } from '@tanstack/react-query'
import type { Listing } from '#shared/contract/listings.ts'
import { apiQuery } from '#web/lib/api.ts'

/** One's own listing, read when a dialog opens: the list may be older. Undefined until it is known. */
export function useCurrentListing(id: number): Listing | undefined {
  const { data, isFetching } = useQuery({
    ...apiQuery('GET /api/listings/:id', { params: { id } }),
    staleTime: 0,
  })
  return isFetching ? undefined : data
}
