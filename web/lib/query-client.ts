import { QueryClient, type QueryKey, type QueryMeta } from '@tanstack/react-query'
import { type RawResponse, readResponse } from '#shared/client.ts'
import { readPageInfo } from '#shared/pagination.ts'

/** GETs an address of the API: `fetch` in the browser, Fastify's `inject` during server rendering. */
export type Get = (url: string) => Promise<RawResponse>

/** A page of a list, with the values of its headers. */
export interface Page<T> {
  items: T[]
  /** Total number over all pages, 0 where the server does not count; `exact` false means "at least". */
  total: number
  exact: boolean
  /** Cursor of the next page; null on the last. */
  nextCursor: string | null
  /** Filters that the server ignored because their values are unknown or malformed. */
  ignored: string[]
}

/** Reads one page of a list: the array of the body, X-Total-Count, Link rel="next" and X-Ignored-Filters. */
export function readPage<T>(answer: RawResponse): Page<T> {
  const items = readResponse(answer) as T[]
  const { total, totalIsExact, next, ignored } = readPageInfo(answer.headers)
  return {
    items,
    total,
    exact: totalIsExact,
    nextCursor: next ? new URLSearchParams(next.split('?')[1]).get('cursor') : null,
    ignored,
  }
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** A 401 yields null instead of failing. */
      nullOn401?: boolean
      /** The response is a page of a list: body and headers are read as `Page`. */
      page?: boolean
    }
  }
}

/** The address of a query key: its segments joined by slashes. */
export function urlOfKey(queryKey: QueryKey): string {
  return queryKey.join('/')
}

/** GETs the address of a query's key, and reads the response as its `meta` says. Throws an ApiError for a failure. */
export async function readQuery(get: Get, queryKey: QueryKey, meta?: QueryMeta): Promise<unknown> {
  const answer = await get(urlOfKey(queryKey))
  if (answer.status === 401 && meta?.nullOn401) return null
  return meta?.page ? readPage(answer) : readResponse(answer)
}

/**
 * The cache of API responses. The default query function GETs the address of the key. By default no query retries, refetches on focus
 * or becomes stale (section 7 of the specification); code that changes data invalidates it, and some queries set a `staleTime`.
 */
export function createQueryClient(get: Get): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, meta }) => readQuery(get, queryKey, meta),
        retry: false,
        retryOnMount: false,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 30 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        // Without a connection the service worker may still respond; otherwise the query fails at once.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
