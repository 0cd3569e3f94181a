import { createHash } from 'node:crypto'

/**
 * An ETag-like version of an editable resource, made from its values: equal values give equal versions,
 * across writers and server releases. Compare it while holding the lock of the row to be changed.
 */
export function versionOf(values: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
}
