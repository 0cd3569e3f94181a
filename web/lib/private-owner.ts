import { emitUnauthenticated } from './api-events.ts'
import { listen } from './events.ts'
import { outboxDatabase } from './outbox-database.ts'
import { ownerKey, resumePrivateStorage, stopPrivateStorage, storePrivate } from './private-storage.ts'
import { readStoredJson } from './storage.ts'
import { isAnythingUnsaved } from './unsaved.ts'

/** Keys with nothing personal in them; they stay. All other keys of Oja are removed with the user, including those of older versions. */
const deviceKeys = new Set([
  'oja:fetched-entry',
  'oja:install-declined',
  'oja:push-declined',
  'oja:reloaded',
  'oja:scroll',
  'oja:visits',
  'oja:worker-checked',
])
/** How long everything personal stays for its owner after their session ended without a logout. */
const privateDataLifetimeMs = 60 * 60_000

interface Owner {
  id: number
  /** When a page first found nobody signed in; milliseconds since the epoch. */
  leftAt?: number
}

/** Milliseconds that a logout waits at most for the notifications of the device to be removed. */
const closeTimeout = 500

/** Removes the app's badge and the shown notifications: they name the people of the last user. */
async function closeShown(): Promise<void> {
  navigator.clearAppBadge?.().catch(() => undefined)
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
}

/** Deletes everything personal on this device: what is stored at once; resolves when the notifications are removed too. */
export async function deletePrivateData(): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, closeTimeout))
  const closing = Promise.race([closeShown().catch(() => undefined), timeout])
  try {
    indexedDB.deleteDatabase(outboxDatabase)
  } catch {
    // A browser that refuses storage has nothing stored.
  }
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      const kept = storage()
      for (const key of Object.keys(kept))
        if (key.startsWith('oja:') && !deviceKeys.has(key)) kept.removeItem(key)
    } catch {
      // A browser that refuses storage has nothing stored.
    }
  }
  await closing
}

/**
 * Records who is signed in on this device; null for nobody. Data of another user is deleted at once. Data of a user whose
 * session ended is kept for a while, so that the end of a session loses no message.
 */
export function setPrivateOwner(userId: number | null): void {
  const owner = readStoredJson<Owner>(ownerKey)
  if (userId !== null) {
    if (owner && owner.id !== userId) void deletePrivateData()
    storePrivate(ownerKey, JSON.stringify({ id: userId } satisfies Owner))
  } else if (owner) {
    const leftAt = owner.leftAt ?? Date.now()
    if (Date.now() - leftAt > privateDataLifetimeMs) void deletePrivateData()
    else storePrivate(ownerKey, JSON.stringify({ ...owner, leftAt } satisfies Owner))
  }
}

/**
 * Follows who is signed in on this device in other tabs: another person, or nobody, ends what this page stores for its user. What counts
 * is the owner now: the event of a tab that slept comes late. After a logout the page counts as refused, unless a form on it has unsaved values.
 * Returns the unsubscribe function.
 */
export function followLogouts(userId: number | null): () => void {
  return listen<StorageEvent>(window, 'storage', ({ key }) => {
    if (key !== ownerKey) return
    const owner = readStoredJson<Owner>(ownerKey)
    if (owner && owner.id === userId) return resumePrivateStorage()
    if (owner && userId === null) return
    stopPrivateStorage()
    if (owner) return
    void deletePrivateData()
    if (userId !== null && !isAnythingUnsaved()) emitUnauthenticated(`GET ${location.pathname}`)
  })
}
