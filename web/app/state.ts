import {
  type DehydratedState,
  hashKey,
  type QueryClient,
  type QueryKey,
  type QueryMeta,
} from '@tanstack/react-query'

/** The state that a rendered page carries for hydration, in a data block. */
export interface PageState {
  reads: { key: QueryKey; data?: unknown; error?: unknown; meta?: QueryMeta | undefined }[]
  /** Milliseconds since the epoch. */
  renderedAt: number
  origin: string
  /** This is the offline page, which may be served at any address. */
  isOfflinePage?: boolean | undefined
}

/** Every result that the page was rendered from, including errors: hydration must not fetch again. */
export function takeState(client: QueryClient, page: Omit<PageState, 'reads'>): PageState {
  const reads: PageState['reads'] = []
  for (const { queryKey: key, state, meta } of client.getQueryCache().getAll()) {
    if (state.status === 'success') reads.push({ key, data: state.data, meta })
    if (state.status === 'error') reads.push({ key, error: state.error, meta })
  }
  return { reads, ...page }
}

export function toDehydrated({ reads, renderedAt }: PageState): DehydratedState {
  const queries = reads.map(({ key, data, error, meta }) => ({
    queryKey: key,
    queryHash: hashKey(key),
    meta,
    dehydratedAt: renderedAt,
    state: {
      data,
      dataUpdateCount: error ? 0 : 1,
      dataUpdatedAt: error ? 0 : renderedAt,
      error: (error ?? null) as Error | null,
      errorUpdateCount: error ? 1 : 0,
      errorUpdatedAt: error ? renderedAt : 0,
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
