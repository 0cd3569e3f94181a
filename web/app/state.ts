import {
  type DehydratedState,
  hashKey,
  type QueryClient,
  type QueryKey,
  type QueryMeta,
} from '@tanstack/react-query'

/** What a rendered page carries for its hydration, in a data block. */
export interface PageState {
  /** Every read: its key, and what it was answered. */
  reads: { key: QueryKey; data?: unknown; error?: unknown; meta?: QueryMeta | undefined }[]
  /** Milliseconds since the epoch. */
  renderedAt: number
  /** Origin of absolute links, such as https://oja.example. */
  origin: string
  /** The page that stands in offline for those that cannot be had: it may find itself at any address. */
  standsIn?: boolean | undefined
}

/** Every answer that the page was rendered from, failures too: hydration must not read twice. */
export function takeState(client: QueryClient, page: Omit<PageState, 'reads'>): PageState {
  const reads: PageState['reads'] = []
  for (const { queryKey: key, state, meta } of client.getQueryCache().getAll()) {
    if (state.status === 'success') reads.push({ key, data: state.data, meta })
    if (state.status === 'error') reads.push({ key, error: state.error, meta })
  }
  return { reads, ...page }
}

/** The state in the form that the query client hydrates from. */
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
