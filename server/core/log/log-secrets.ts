/** Names of what no log may keep. An error's own code is another thing: errors are logged by serializeError. */
const secretName = /^(?:authorization|(?:set-)?cookies?|code|otp|proof)$|password|secret|token/i

/** What is asked of the same few names again and again; strangers' names do not gather. */
const known = new Map<string, boolean>()

function isSecret(name: string): boolean {
  const found = known.get(name)
  if (found !== undefined) return found
  const answer = secretName.test(name)
  if (known.size < 1000) known.set(name, answer)
  return answer
}

const deepest = 5

/** The same object, or where it holds secrets by their names, at whatever depth, a copy without them. */
export function redact(given: Record<string, unknown>, depth = 0): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined
  for (const name in given) {
    const value = given[name]
    let kept = value
    if (isSecret(name)) kept = value == null ? value : '[redacted]'
    else if (isPlain(value)) kept = depth < deepest ? redact(value, depth + 1) : '[too deep]'
    if (kept !== value) {
      copy ??= (Array.isArray(given) ? [...given] : { ...given }) as Record<string, unknown>
      copy[name] = kept
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
