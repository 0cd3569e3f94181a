/** The conversation's id in a chat address; null without a valid one. */
export function threadIdOf(search: URLSearchParams): number | null {
  const text = search.get('thread') ?? ''
  return /^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null
}
