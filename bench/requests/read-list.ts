import { readPageInfo } from '#shared/pagination.ts'

export interface ListPage {
  ids: number[]
  total: number
  totalIsExact: boolean
  /** Path of the next page; null on the last. */
  next: string | null
}

/** A page of GET /api/listings. Throws for any status but 200. */
export async function readList(origin: string, path: string): Promise<ListPage> {
  const answer = await fetch(`${origin}${path}`)
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}.`)
  const cards = (await answer.json()) as { id: number }[]
  return { ids: cards.map(({ id }) => id), ...readPageInfo(answer.headers) }
}

/** The same address with another page size. */
export function withLimit(path: string, limit: number): string {
  const [pathname, query] = path.split('?')
  const search = new URLSearchParams(query)
  search.set('limit', String(limit))
  return `${pathname}?${search}`
}

/** The same address with the default page size. */
export function withoutLimit(path: string): string {
  const [pathname, query] = path.split('?')
  const search = new URLSearchParams(query)
  search.delete('limit')
  return search.size > 0 ? `${pathname}?${search}` : `${pathname}`
}
