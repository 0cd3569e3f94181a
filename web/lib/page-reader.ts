import { type Answer, readAnswer } from '#shared/client.ts'
import { readPageInfo } from '#shared/pagination.ts'

/** GETs an address of the API: `fetch` in the browser, Fastify's `inject` during server rendering. */
export type Get = (url: string) => Promise<Answer>

/** A page of a list, with the values of its headers. */
export interface Page<T> {
  items: T[]
  /** Total number over all pages; `exact` false means "at least". */
  total: number
  exact: boolean
  /** Cursor of the next page; null on the last. */
  nextCursor: string | null
  /** Filters that the server ignored because their values are unknown or malformed. */
  ignored: string[]
}

/** Reads one page of a list: the array of the body, X-Total-Count, Link rel="next" and X-Ignored-Filters. */
export function readPage<T>(answer: Answer): Page<T> {
  const items = readAnswer(answer) as T[]
  const { next, ignored } = readPageInfo(answer.headers)
  return {
    items,
    total: Number(answer.headers.get('x-total-count') ?? items.length),
    exact: answer.headers.get('x-total-count-exact') !== 'false',
    nextCursor: next ? new URLSearchParams(next.split('?')[1]).get('cursor') : null,
    ignored,
  }
}
