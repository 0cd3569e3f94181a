import { contract } from '#shared/contract/index.ts'
import type { Endpoint, Subject } from '#shared/endpoint.ts'

/**
 * Facts of the contract that the browser needs at run time. A build replaces this module by its exports' values, which must be JSON
 * (scripts/endpoint-facts-plugin.ts): no page or service worker loads the contract and zod for them.
 */
const endpoints = Object.entries(contract) as [string, Endpoint][]

function pathsWhere(is: (endpoint: Endpoint) => boolean | undefined): string[] {
  return endpoints.filter(([, endpoint]) => is(endpoint)).map(([key]) => key.slice(key.indexOf(' ') + 1))
}

export const offlinePaths = pathsWhere(({ offline }) => offline)

export const changesOf: Record<string, readonly Subject[]> = Object.fromEntries(
  endpoints.flatMap(([key, { changes = [] }]) => (changes.length > 0 ? [[key, changes]] : [])),
)

export const pathsShowing: Record<string, string[]> = Object.fromEntries(
  [...new Set(Object.values(changesOf).flat())].map((subject) => [
    subject,
    pathsWhere(({ shows }) => shows?.includes(subject)),
  ]),
)
