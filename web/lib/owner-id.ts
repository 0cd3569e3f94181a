import { ownerKey } from './private-storage.ts'
import { readStoredJson } from './storage.ts'

/** The user that this device keeps private data of, from their last visit; for pages without a connection. */
export function ownerId(): number | undefined {
  return readStoredJson<{ id: number }>(ownerKey)?.id
}
