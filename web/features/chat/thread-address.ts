/** The conversation that an address of the chat names; null without one, or where it is no id. */
export function threadIdOf(search: URLSearchParams): number | null {
  const text = search.get('thread') ?? ''
  return /^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null
}
