import type { Seen } from './traffic.ts'

/** What people saw, in numbers and in words. */
export function seenBy(seen: Seen[]) {
  const of = (status: number) => seen.filter((one) => one.status === status)
  const unavailable = of(503)
  const said = new Set(unavailable.map(({ detail }) => detail).filter((detail) => detail !== ''))
  const sentences = [...said].map((detail) => `503: “${detail}”`)
  return {
    unavailable: unavailable.length,
    withoutRetryAfter: unavailable.filter(({ retryAfter }) => retryAfter === null).length,
    internal: of(500).length,
    none: of(0).length,
    /** An answer of this kind, for a message. */
    example: (status: number) => {
      const [one] = of(status)
      return one ? `${one.what}: ${one.detail}` : ''
    },
    /** What those were told who were refused. */
    sentences: sentences.length > 0 ? sentences : ['nothing'],
  }
}
