import type { PageHeader } from '#shared/endpoint.ts'
import { formatNextLink, ignoredHeader, totalExactHeader, totalHeader } from '#shared/pagination.ts'

export type SetHeader = (name: string, value: string | number | boolean) => void

type NextQuery = Record<string, string | number | null | undefined>

/** The functions by which a handler says what its endpoint's `headers` in the contract declare. */
export interface PageHeaderSetters {
  /** How many items all pages of the list have; `exact` false: they have more than `total`. */
  setTotal(count: { total: number; exact: boolean }): void
  /** What the query of the next page has instead. A null among it: this is the last page. */
  setNext(query: NextQuery): void
  setIgnored(filters: readonly string[]): void
}

/** Those of the setters that an endpoint with these `headers` has. */
export type SettersFor<H extends PageHeader> = Pick<PageHeaderSetters, `set${Capitalize<H>}`>

/** `url`: path and query of the call. */
export function pageHeaderSetters(url: string, setHeader: SetHeader): PageHeaderSetters {
  return {
    setTotal({ total, exact }) {
      setHeader(totalHeader, total)
      setHeader(totalExactHeader, exact)
    },
    setNext(query) {
      if (Object.values(query).includes(null)) return
      setHeader('link', formatNextLink(withQuery(url, query)))
    },
    setIgnored(filters) {
      if (filters.length > 0) setHeader(ignoredHeader, filters.join())
    },
  }
}

/** The same address with other values in its query. */
function withQuery(url: string, query: NextQuery): string {
  const next = new URL(url, 'http://oja.invalid')
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) next.searchParams.set(name, String(value))
  return next.pathname + next.search
}
