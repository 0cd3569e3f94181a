import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { readAnswer } from '#shared/client.ts'
import { type Get, readPage } from './page-reader.ts'

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

/**
 * The cache of API responses. The default query function GETs the address of the key. No query retries, refetches on focus or
 * becomes stale by itself (section 7 of the specification); code that changes data invalidates it.
 */
export function createQueryClient(get: Get): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        async queryFn({ queryKey, meta }) {
          const answer = await get(urlOfKey(queryKey))
          if (answer.status === 401 && meta?.nullOn401) return null
          return meta?.page ? readPage(answer) : readAnswer(answer)
        },
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
