import type { Seen } from './traffic.ts'

/** Summarises the responses in numbers and words. */
export function seenBy(seen: Seen[]) {
  const of = (status: number) => seen.filter((one) => one.status === status)
  const unavailable = of(503)
  const details = new Set(unavailable.map(({ detail }) => detail).filter((detail) => detail !== ''))
  const sentences = [...details].map((detail) => `503: “${detail}”`)
  return {
    unavailable: unavailable.length,
    withoutRetryAfter: unavailable.filter(({ retryAfter }) => retryAfter === null).length,
    internal: of(500).length,
    none: of(0).length,
    /** A response with this status, for a message. */
    example: (status: number) => {
      const [one] = of(status)
      return one ? `${one.what}: ${one.detail}` : ''
    },
    /** The sentences of the refusals. */
    sentences: sentences.length > 0 ? sentences : ['nothing'],
  }
}
