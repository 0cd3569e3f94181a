import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

/** One page of a list; while another is on its way the rows of the one before stay. */
export function useList<T, K extends QueryKey>(query: UseQueryOptions<T, Error, T, K>) {
  return useQuery({ ...query, placeholderData: keepPreviousData, retryOnMount: true })
}
