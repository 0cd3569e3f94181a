import { type Answer, readAnswer } from '#shared/client.ts'
import { readPageInfo } from '#shared/pagination.ts'

/** Gets an address of the API: `fetch` in the browser, Fastify's `inject` while a page is rendered on the server. */
export type Get = (url: string) => Promise<Answer>

/** A page of a list, with what its headers say. */
export interface Page<T> {
  items: T[]
  /** How many there are in all pages; `exact` false means "at least". */
  total: number
  exact: boolean
  /** The cursor of the next page; null on the last. */
  nextCursor: string | null
  /** Names of filters that the server left out, because their values are unknown or malformed. */
  ignored: string[]
}

/** Reads one page of a list: the array of the body, X-Total-Count Link rel="next" and X-Ignored-Filters. */
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
