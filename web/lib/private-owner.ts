import { closePrivate, keepPrivate, ownerKey } from './private-storage.ts'

/** Keys that say nothing of a person: they stay. Whatever else Oja keeps goes with the person, also under keys of older versions. */
const deviceKeys = new Set([
  'oja:fetched-entry',
  'oja:install-declined',
  'oja:reloaded',
  'oja:scroll',
  'oja:visits',
  'oja:worker-checked',
])
/** Milliseconds for which what was typed waits for its owner to sign in again, after their session ended without a logout. */
const waitsFor = 60 * 60_000

interface Owner {
  id: number
  /** When a page first found nobody signed in; milliseconds since the epoch. */
  leftAt?: number
}

/** Forgets everything on this device that is of a person. */
export function forgetPrivate(): void {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      const kept = storage()
      for (const key of Object.keys(kept))
        if (key.startsWith('oja:') && !deviceKeys.has(key)) kept.removeItem(key)
    } catch {
      // A browser that refuses storage has kept nothing.
    }
  }
}

/**
 * Notes who is signed in on this device; null for nobody. What another person left is forgotten at once; what somebody left whose session
 * ended waits for them a while, so that a message is not lost to it.
 */
export function claimPrivate(userId: number | null): void {
  try {
    const owner = JSON.parse(localStorage.getItem(ownerKey) ?? 'null') as Owner | null
    if (userId !== null) {
      if (owner && owner.id !== userId) forgetPrivate()
      keepPrivate(ownerKey, JSON.stringify({ id: userId } satisfies Owner))
    } else if (owner) {
      const leftAt = owner.leftAt ?? Date.now()
      if (Date.now() - leftAt > waitsFor) forgetPrivate()
      else keepPrivate(ownerKey, JSON.stringify({ ...owner, leftAt } satisfies Owner))
    }
  } catch {
    // As above.
  }
}

/** Hears of a logout in another tab: the owner's note is gone. Answers how to stop. */
export function followLogouts(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== ownerKey || newValue !== null) return
    closePrivate()
    forgetPrivate()
  }
  addEventListener('storage', onStorage)
  return () => removeEventListener('storage', onStorage)
}
