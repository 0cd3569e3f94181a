import type { ListingQuery } from '#shared/contract/catalogue.ts'
import type { Contract } from '#shared/contract/index.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import { paths } from './paths.ts'

/** Query parameters of Browse, in the order in which its addresses contain them. */
const browseParameters = [
  'search',
  'category',
  'condition',
  'state',
  'lga',
  'near',
  'radius',
  'minPrice',
  'maxPrice',
  'priceType',
  'featured',
  'sortBy',
  'cursor',
] as const

export type BrowseParameter = (typeof browseParameters)[number]

/** A parameter of the contract that is not named above: `readBrowse` does not compile while there is one. */
type Forgotten = Exclude<keyof ListingQuery, BrowseParameter | 'limit'>

/** The parameters of a Browse address, unparsed; absent ones are not set. */
export type BrowseState = Partial<Record<BrowseParameter, string>> & Record<Forgotten, string>

/** Parses a Browse address; empty and unknown parameters are dropped, and `featured=false`, which filters nothing. */
export function readBrowse(search: URLSearchParams): BrowseState {
  const state: BrowseState = {}
  for (const name of browseParameters) {
    const value = search.get(name)?.trim()
    if (value && !(name === 'featured' && value === 'false')) state[name] = value
  }
  return state
}

/** The address of a state of Browse, without empty parameters and the default sort order. */
export function browsePath(state: BrowseState): string {
  const search = new URLSearchParams()
  for (const name of browseParameters) {
    const value = state[name]?.trim()
    if (value && !(name === 'sortBy' && value === 'latest')) search.set(name, value)
  }
  const text = search.toString()
  return text ? `${paths.browse}?${text}` : paths.browse
}

/**
 * The filters after a change: the list starts at its first page; another state of Nigeria clears the LGA and, if it is one, `near`;
 * without `near`, the radius and the order by distance go, and without words the order by relevance.
 */
export function changeBrowse(state: BrowseState, change: BrowseState): BrowseState {
  const next: BrowseState = { ...state, ...change, cursor: undefined }
  if ('state' in change && change.state !== state.state && !('lga' in change)) next.lga = undefined
  if (change.state && change.state !== state.state) next.near = undefined
  const { search, near, sortBy } = next
  if (!near) next.radius = undefined
  if ((sortBy === 'near' && !near) || (sortBy === 'relevance' && !search)) next.sortBy = undefined
  return next
}

export function browseCall(state: BrowseState): RequestOf<Contract['GET /api/listings']> {
  return { query: state as RequestOf<Contract['GET /api/listings']>['query'] }
}

export function browseRequest(search: URLSearchParams): RequestOf<Contract['GET /api/listings']> {
  return browseCall(readBrowse(search))
}
