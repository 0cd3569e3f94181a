import { createEmitter } from './events.ts'
import { type Kind, readStored, writeStored } from './storage.ts'

/** Storage keys with this prefix are private to one user. */
export const privatePrefix = 'oja:private:'

/** Key that names the owner of the private data. */
export const ownerKey = `${privatePrefix}owner`

/** Set after a logout here or in another tab: from then on this page must not write private data. */
let isClosed = false

/** Stores a text of the signed-in user on this device; null deletes it. Returns false if the browser refuses. */
export function storePrivate(key: string, text: string | null, kind?: Kind): boolean {
  return (isClosed && text !== null) || writeStored(key, text, kind)
}

/** Whether the session of this page ended here or in another tab: nothing of it may stay in memory. */
export const isPrivateStorageClosed = () => isClosed

/** Stops this page from storing private data. */
export function stopPrivateStorage(): void {
  isClosed = true
}

const resumed = createEmitter()

/** The same person signed in again in another tab. */
export function resumePrivateStorage(): void {
  isClosed = false
  resumed.emit()
}

/** Calls back when the same person signed in again in another tab. */
export const onResumed = resumed.subscribe

/** Prefix of the storage keys of what the server has not acknowledged: messages, confirmations at meetings, and marks of listings to publish. */
export const outboxPrefix = (userId: number) => `${privatePrefix}outbox:${userId}:`

/** Prefix of the storage keys that mark listings to publish, so that pages need not open the database to find out. */
export const waitingPrefix = (userId: number) => `${outboxPrefix(userId)}listing:`

/** Key of a deal that its page stores for the meeting. */
export const offlineDealKey = (id: number | string) => `${privatePrefix}deal:${id}`

/** Whether a user was signed in on this device and did not log out. */
export const wasSignedIn = () => isStored(ownerKey)

/** Key of what the form of a new listing needs, so that it opens without a connection. */
export const offlineFormKey = `${privatePrefix}form`

export function isStored(key: string): boolean {
  return readStored(key) !== null
}

/** The keys with this prefix under which anything is stored. */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
