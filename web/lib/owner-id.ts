import { ownerKey } from './private-storage.ts'

/** The user that this device keeps private data of, from their last visit; for pages without a connection. */
export function ownerId(): number | undefined {
  try {
    return (JSON.parse(localStorage.getItem(ownerKey) ?? 'null') as { id: number } | null)?.id
  } catch {
    return undefined
  }
}
