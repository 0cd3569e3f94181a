import { useEffect, useState } from 'react'
import { useHydrated } from './hydrated.ts'
import { privatePrefix, storePrivate, wasSignedIn } from './private-storage.ts'
import { readStored } from './storage.ts'

/**
 * A text stored on this device until it is sent or the user logs out, of a visitor until the tab closes. The server does not know it: it is
 * there after hydration.
 */
export function useDraft(name: string, initial = ''): [text: string, write: (text: string) => void] {
  const isHydrated = useHydrated()
  const [typed, write] = useState<string>()
  const text = typed ?? (isHydrated ? readDraft(name) : null) ?? initial
  useEffect(() => {
    if (typed !== undefined) writeDraftText(name, typed === initial ? '' : typed)
  }, [name, typed, initial])
  return [text, write]
}

/** The draft of this name; null if there is none or the browser refuses storage. */
export function readDraft(name: string): string | null {
  return readStored(keyOf(name)) ?? readStored(keyOf(name), 'sessionStorage')
}

/**
 * Stores a draft like `useDraft`; an empty text deletes it. What visitors write, such as an appeal from the link of a mail, ends with the
 * tab: on a shared computer they cannot log out. So does what somebody signed in types in the moments before the page has stored whose it is.
 */
export function writeDraftText(name: string, text: string): void {
  const kept = text.trim() ? text : null
  const isMember = wasSignedIn()
  storePrivate(keyOf(name), isMember ? kept : null)
  storePrivate(keyOf(name), isMember ? null : kept, 'sessionStorage')
}

function keyOf(name: string): string {
  return `${privatePrefix}draft:${name}`
}
