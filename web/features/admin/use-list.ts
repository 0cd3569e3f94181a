import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'

/** One page of a list; the previous rows stay while another page loads. */
export function useList<T, K extends QueryKey>(query: UseQueryOptions<T, Error, T, K>) {
  return useQuery({ ...query, placeholderData: keepPreviousData, retryOnMount: true })
}
