import { useEffect, useState } from 'react'
import { privatePrefix, storePrivate } from './private-storage.ts'
import { readStored } from './storage.ts'

/** A text stored on this device until it is sent or the user logs out. Not for server-rendered values. */
export function useDraft(name: string, initial = ''): [text: string, write: (text: string) => void] {
  const [text, write] = useState(() => readDraft(name) ?? initial)
  useEffect(() => writeDraftText(name, text === initial ? '' : text), [name, text, initial])
  return [text, write]
}

/** The draft of this name; null if there is none or the browser refuses storage. */
export function readDraft(name: string): string | null {
  return readStored(keyOf(name))
}

/** Stores a draft on this device until logout; an empty text deletes it. */
export function writeDraftText(name: string, text: string): void {
  storePrivate(keyOf(name), text.trim() ? text : null)
}

function keyOf(name: string): string {
  return `${privatePrefix}draft:${name}`
}
