import type { QueryKey, QueryMeta } from '@tanstack/react-query'

/** A read of the API: its key is its address. */
export interface Read {
  queryKey: QueryKey
  meta?: QueryMeta | undefined
}
