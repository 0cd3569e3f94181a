import { maxId } from '#shared/limits.ts'
/** The conversation's id in a chat address; null without a valid one. */
export function threadIdOf(search: URLSearchParams): number | null {
  const text = search.get('thread') ?? ''
  return /^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= maxId ? Number(text) : null
}
