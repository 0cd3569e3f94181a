import { listen } from './events.ts'
import { outboxDatabase } from './outbox-database.ts'
import { ownerKey, stopPrivateStorage, storePrivate } from './private-storage.ts'
import { readStoredJson } from './storage.ts'

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

/** Deletes everything personal on this device. */
export function deletePrivateData(): void {
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
}

/**
 * Records who is signed in on this device; null for nobody. Data of another user is deleted at once. Data of a user whose
 * session ended is kept for a while, so that the end of a session loses no message.
 */
export function setPrivateOwner(userId: number | null): void {
  const owner = readStoredJson<Owner>(ownerKey)
  if (userId !== null) {
    if (owner && owner.id !== userId) deletePrivateData()
    storePrivate(ownerKey, JSON.stringify({ id: userId } satisfies Owner))
  } else if (owner) {
    const leftAt = owner.leftAt ?? Date.now()
    if (Date.now() - leftAt > privateDataLifetimeMs) deletePrivateData()
    else storePrivate(ownerKey, JSON.stringify({ ...owner, leftAt } satisfies Owner))
  }
}

/** Subscribes to a logout in another tab, which removes the owner's key. Returns the unsubscribe function. */
export function followLogouts(): () => void {
  return listen<StorageEvent>(window, 'storage', ({ key, newValue }) => {
    if (key !== ownerKey || newValue !== null) return
    stopPrivateStorage()
    deletePrivateData()
  })
}
