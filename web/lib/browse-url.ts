import type { Contract } from '#shared/contract/index.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { paths } from './paths.ts'

/** The query parameters that Browse understands, in the order in which its addresses carry them. */
const browseParameters = [
  'search',
  'category',
  'condition',
  'state',
  'lga',
  'minPrice',
  'maxPrice',
  'priceType',
  'featured',
  'sortBy',
  'cursor',
] as const

export type BrowseParameter = (typeof browseParameters)[number]

/** What a Browse address asks for, as written there; absent means not asked for. */
export type BrowseState = Partial<Record<BrowseParameter, string>>

/** Reads a Browse address; empty parameters and those that Browse does not know are left out. */
export function readBrowse(search: URLSearchParams): BrowseState {
  const state: BrowseState = {}
  for (const name of browseParameters) {
    const value = search.get(name)?.trim()
    if (value) state[name] = value
  }
  return state
}

/** The address of a state of Browse: non-empty parameters only, and not the default sort order. */
export function browsePath(state: BrowseState): string {
  const search = new URLSearchParams()
  for (const name of browseParameters) {
    const value = state[name]?.trim()
    if (value && !(name === 'sortBy' && value === 'latest')) search.set(name, value)
  }
  const text = search.toString()
  return text ? `${paths.browse}?${text}` : paths.browse
}

/** The state after a change of filters or order: it starts at its first page, and another state has other LGAs. */
export function changeBrowse(state: BrowseState, change: BrowseState): BrowseState {
  const next = { ...state, ...change, cursor: undefined }
  const moved = 'state' in change && change.state !== state.state && !('lga' in change)
  return moved ? { ...next, lga: undefined } : next
}

/** The call that a state of Browse asks for. */
export function browseCall(state: BrowseState): RequestOf<Contract['GET /api/listings']> {
  return { query: state as RequestOf<Contract['GET /api/listings']>['query'] }
}

/** The call that a Browse address asks for. */
export function browseRequest(search: URLSearchParams): RequestOf<Contract['GET /api/listings']> {
  return browseCall(readBrowse(search))
}
