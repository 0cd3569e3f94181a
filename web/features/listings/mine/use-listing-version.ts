import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api.ts'

/** The version of one's own listing, read when the dialog opens; undefined until it is known. */
export function useListingVersion(id: number): string | undefined {
  const { data, isFetching } = useQuery({
    ...apiQuery('GET /api/listings/:id', { params: { id } }),
    staleTime: 0,
  })
  return isFetching ? undefined : data?.version
}
