/** The number of items on all pages of a list. */
export const totalHeader = 'x-total-count'
/** 'false' if the total is only a lower bound. */
export const totalExactHeader = 'x-total-count-exact'
/** Names the filters that were ignored because their values are unknown or malformed, comma-separated. */
export const ignoredHeader = 'x-ignored-filters'
/**
 * A total is exact up to this number at least. Where there surely are more, nothing is counted: the total is as many as there surely
 * are, such as "4,100+".
 */
export const exactLimit = 1000
/** Where the statistics cannot tell, counting stops at this number, and the total reads "10,000+". */
export const countLimit = 10_000

export interface PageInfo {
  total: number
  /** False: there are `total`, or more. */
  totalIsExact: boolean
  /** The URL of the next page from the Link header (a path of this server); null on the last page. */
  next: string | null
  /** Names of ignored filters. */
  ignored: string[]
}

/** A Link header (RFC 8288) for the next page. */
export function formatNextLink(url: string): string {
  return `<${url}>; rel="next"`
}

/** Parses the headers of a page of a list. */
export function readPageInfo(headers: { get(name: string): string | null }): PageInfo {
  return {
    total: Number(headers.get(totalHeader) ?? 0),
    totalIsExact: headers.get(totalExactHeader) !== 'false',
    next: /<([^<>]*)>\s*;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null,
    ignored: headers.get(ignoredHeader)?.split(',') ?? [],
  }
}
