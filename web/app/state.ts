import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query'

/** What a rendered page carries for its hydration, in a data block. */
export interface PageState {
  queries: DehydratedState
  /** Milliseconds since the epoch. */
  renderedAt: number
  /** Origin of absolute links, such as https://oja.example. */
  origin: string
  /** The page that stands in offline for those that cannot be had: it may find itself at any address. */
  standsIn?: boolean
}

/** Every answer that the page was rendered from, failures too: hydration must not read twice. */
export function takeState(client: QueryClient, page: Omit<PageState, 'queries'>): PageState {
  const queries = dehydrate(client, { shouldDehydrateQuery: (query) => query.state.status !== 'pending' })
  return { queries, ...page }
}
