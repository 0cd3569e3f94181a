import { limits } from '#shared/limits.ts'
import { keepPrivate, privatePrefix } from './private-storage.ts'

const key = `${privatePrefix}viewed`

/** Ids of the listings that were opened in this browser, most recent first. They leave it only in requests for these listings. */
export function readViewed(): number[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(ids) ? ids.filter(Number.isInteger).slice(0, limits.recentlyViewed) : []
  } catch {
    return []
  }
}

/** Stores them; an empty list is forgotten. */
export function keepViewed(ids: number[]): void {
  try {
    keepPrivate(key, ids.length > 0 ? JSON.stringify(ids.slice(0, limits.recentlyViewed)) : null)
  } catch {
    // The browser refuses storage: there is no list.
  }
}

export const noteViewed = (id: number) => keepViewed([id, ...readViewed().filter((other) => other !== id)])
