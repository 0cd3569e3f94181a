import { limits } from '#shared/limits.ts'
import { keepPrivate, privatePrefix } from '#web/lib/private-storage.ts'
import { readStoredJson } from '#web/lib/storage.ts'

/** Kept on this device only; a logout deletes it. */
const key = `${privatePrefix}recent-searches`

/** The words that were searched for on this device, the latest first. */
export function readRecentSearches(): string[] {
  const kept = readStoredJson<unknown>(key)
  return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : []
}

/** Puts a search first. The same words in another case count as the same search. */
export function rememberSearch(text: string): void {
  keep([text, ...without(text)].slice(0, limits.suggestion.recent))
}

export function forgetSearch(text: string): void {
  keep(without(text))
}

export function forgetSearches(): void {
  keep([])
}

function without(text: string): string[] {
  return readRecentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase())
}

function keep(searches: string[]): void {
  keepPrivate(key, searches.length > 0 ? JSON.stringify(searches) : null)
}
