import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api.ts'

/** One's own listing, read when a dialog opens: the list may be older. `current` is undefined until it is known. */
export function useCurrentListing(id: number) {
  const { data, isFetching, refetch } = useQuery({
    ...apiQuery('GET /api/listings/:id', { params: { id } }),
    staleTime: 0,
    retryOnMount: true,
  })
  const current = isFetching ? undefined : data
  return { current, hasFailed: !isFetching && !data, retry: () => void refetch() }
}
