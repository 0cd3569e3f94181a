export type Kind = 'localStorage' | 'sessionStorage'

/** The text that this device stores under a key; null without one, and where the browser refuses storage. */
export function readStored(key: string, kind: Kind = 'localStorage'): string | null {
  try {
    return globalThis[kind].getItem(key)
  } catch {
    return null
  }
}

/** Reads a value stored as JSON; null where it is missing or malformed. */
export function readStoredJson<T>(key: string, kind?: Kind): T | null {
  try {
    return JSON.parse(readStored(key, kind) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Stores a text on this device; null deletes it. Returns whether the browser took it: private windows and full disks refuse. */
export function writeStored(key: string, text: string | null, kind: Kind = 'localStorage'): boolean {
  try {
    if (text === null) globalThis[kind].removeItem(key)
    else globalThis[kind].setItem(key, text)
    return true
  } catch {
    return false
  }
}
