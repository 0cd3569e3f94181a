import { type DehydratedState, hashKey, type QueryKey, type QueryMeta } from '@tanstack/react-query'

/** What a query read: its data, or the error. */
export interface PageRead {
  key: QueryKey
  data?: unknown
  error?: unknown
  meta?: QueryMeta | undefined
}

/** The state that a rendered page carries for hydration, in a data block. */
export interface PageState {
  /** Everything that the page was rendered from, including errors: the browser does not read it again. */
  reads: PageRead[]
  /** Milliseconds since the epoch. */
  renderedAt: number
  origin: string
  /** This is the offline page, which may be served at any address. */
  isOfflinePage?: boolean | undefined
}

/**
 * For `hydrate`, on the server before it renders and in the browser, so that both render the same. `readAt` is by the own clock, which
 * decides when a read is stale.
 */
export function toDehydrated(reads: PageRead[], readAt: number): DehydratedState {
  const queries = reads.map(({ key, data, error, meta }) => ({
    queryKey: key,
    queryHash: hashKey(key),
    meta,
    dehydratedAt: readAt,
    state: {
      data,
      dataUpdateCount: error ? 0 : 1,
      dataUpdatedAt: error ? 0 : readAt,
      error: (error ?? null) as Error | null,
      errorUpdateCount: error ? 1 : 0,
      errorUpdatedAt: error ? readAt : 0,
      fetchFailureCount: error ? 1 : 0,
      fetchFailureReason: (error ?? null) as Error | null,
      fetchMeta: null,
      isInvalidated: false,
      status: error ? ('error' as const) : ('success' as const),
      fetchStatus: 'idle' as const,
    },
  }))
  return { mutations: [], queries }
}
