import { createHash } from 'node:crypto'

/**
 * Names one state of something that can be edited, by what it says: equal while that is equal, whoever wrote it and whichever
 * version of the server. Compared under the lock of what is changed.
 */
export function versionOf(values: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)
}
