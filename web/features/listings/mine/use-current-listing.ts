import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { apiQuery } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { urlOfKey } from '#web/lib/query-client.ts'
import { showToast } from '#web/ui/toast.ts'

/**
 * One's own listing, read when a dialog opens: the list may be older. `current` is undefined until it is known. One that was deleted on
 * another device leaves the list, and its dialog with it.
 */
export function useCurrentListing(id: number) {
  const client = useQueryClient()
  const { data, error, isFetching, refetch } = useQuery({
    ...apiQuery('GET /api/listings/:id', { params: { id } }),
    staleTime: 0,
    retryOnMount: true,
  })
  const isDeleted = statusOf(error) === 410
  useEffect(() => {
    if (!isDeleted) return
    showToast({ tone: 'failure', title: 'This listing was deleted' })
    const isList = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      urlOfKey(queryKey).startsWith('/api/my-listings')
    void client.invalidateQueries({ predicate: isList })
  }, [client, isDeleted])
  const current = isFetching ? undefined : data
  return { current, hasFailed: !isFetching && !data && !isDeleted, retry: () => void refetch() }
}
