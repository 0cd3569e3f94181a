import { type DehydratedState, dehydrate, type QueryClient } from '@tanstack/react-query'

/** What a rendered page carries for its hydration, in a data block. */
export interface PageState {
  queries: DehydratedState
  /** Milliseconds since the epoch. */
  renderedAt: number
}

/** The id of the data block. */
export const stateElementId = 'oja-state'

/** Every answer that the page was rendered from, failures too: hydration must not read twice. */
export function takeState(client: QueryClient, renderedAt: number): PageState {
  const queries = dehydrate(client, { shouldDehydrateQuery: (query) => query.state.status !== 'pending' })
  return { queries, renderedAt }
}

/** JSON that can stand in an HTML data block: nothing in it can end the block. */
export function toDataBlock(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
