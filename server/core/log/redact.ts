/**
 * Names of values that must not be logged, in any case: those that are `authorization`, `cookie`, `code` …, and those that contain
 * `password`, `secret` or `token`. `code` is one of a mail; the code of an error is kept by `serializeError`.
 */
const secretName = /^(?:authorization|(?:set-)?cookies?|code|otp|proof)$|password|secret|token/i

/** Caches results for the few names in the code; names from outside are not cached. */
const known = new Map<string, boolean>()

function isSecret(name: string): boolean {
  const found = known.get(name)
  if (found !== undefined) return found
  const answer = secretName.test(name)
  if (known.size < 1000) known.set(name, answer)
  return answer
}

const maxDepth = 5

/** Returns the same object, or a copy without its secrets, at any depth. */
export function redact(given: Record<string, unknown>, depth = 0): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  for (const name in given) {
    const value = given[name]
    let redacted = value
    if (isSecret(name)) redacted = value == null ? value : '[redacted]'
    else if (isPlain(value)) redacted = depth < maxDepth ? redact(value, depth + 1) : '[too deep]'
    if (redacted !== value) {
      copy ??= (Array.isArray(given) ? [...given] : { ...given }) as Record<string, unknown>
      copy[name] = redacted
    }
  }
  return copy ?? given
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return true
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
