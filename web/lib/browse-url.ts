import type { Contract } from '#shared/contract/index.ts'
import type { RequestOf } from '#shared/endpoint.ts'

/** The query parameters that Browse understands, in the order in which its addresses carry them. */
export const browseParameters = [
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

/** The call that a Browse address asks for; empty parameters and those that Browse does not know are left out. */
export function browseRequest(search: URLSearchParams): RequestOf<Contract['GET /api/listings']> {
  const query: Partial<Record<BrowseParameter, string>> = {}
  for (const name of browseParameters) {
    const value = search.get(name)?.trim()
    if (value) query[name] = value
  }
  return { query: query as RequestOf<Contract['GET /api/listings']>['query'] }
}
