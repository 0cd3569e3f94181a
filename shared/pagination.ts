/** How many things there are in all, on every page of a list. */
export const totalHeader = 'x-total-count'
/** 'false' where the total is only a lower bound, because counting stopped at `countLimit`. */
export const totalExactHeader = 'x-total-count-exact'
/** Names the filters that were left out because their values are unknown or malformed, with commas between them. */
export const ignoredHeader = 'x-ignored-filters'
/** A list is counted exactly up to here; above, the total reads "10,000+". */
export const countLimit = 10_000

export interface PageInfo {
  total: number
  /** False: there are more than `total`. */
  totalIsExact: boolean
  /** The URL of the next page, as the Link header gives it (a path of this server); null on the last page. */
  next: string | null
  /** Names of filters that were left out. */
  ignored: string[]
}

/** A Link header (RFC 8288) that leads to the next page. */
export function formatNextLink(url: string): string {
  return `<${url}>; rel="next"`
}

/** What the headers of a page of a list say. */
export function readPageInfo(headers: { get(name: string): string | null }): PageInfo {
  return {
    total: Number(headers.get(totalHeader) ?? 0),
    totalIsExact: headers.get(totalExactHeader) !== 'false',
    next: /<([^<>]*)>\s*;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null,
    ignored: headers.get(ignoredHeader)?.split(',') ?? [],
  }
}
