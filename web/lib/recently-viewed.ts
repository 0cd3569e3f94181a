import { limits } from '#shared/limits.ts'
import { privatePrefix, storePrivate } from './private-storage.ts'
import { readStoredJson } from './storage.ts'

const key = `${privatePrefix}viewed`

/** Ids of the listings that were opened in this browser, most recent first. They leave it only in requests for these listings. */
export function readViewed(): number[] {
  const ids = readStoredJson<unknown>(key)
  return Array.isArray(ids) ? ids.filter(Number.isInteger).slice(0, limits.recentlyViewed) : []
}

export function storeViewed(ids: number[]): void {
  storePrivate(key, ids.length > 0 ? JSON.stringify(ids.slice(0, limits.recentlyViewed)) : null)
}

export const noteViewed = (id: number) => storeViewed([id, ...readViewed().filter((other) => other !== id)])
