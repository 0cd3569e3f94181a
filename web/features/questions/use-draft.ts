import { useEffect, useState } from 'react'
import { keepPrivate, privatePrefix } from '#web/lib/private-storage.ts'

/** A text that is kept on this device until it is sent or one logs out. Not for what the server renders. */
export function useDraft(name: string, initial = ''): [text: string, write: (text: string) => void] {
  const key = `${privatePrefix}draft:${name}`
  const [text, write] = useState(() => read(key) ?? initial)
  useEffect(() => keep(key, text === initial ? '' : text), [key, text, initial])
  return [text, write]
}

/** It was sent. */
export function forgetDraft(name: string): void {
  keep(`${privatePrefix}draft:${name}`, '')
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function keep(key: string, text: string): void {
  try {
    keepPrivate(key, text.trim() ? text : null)
  } catch {
    // It stays in the field, which is all that can be done.
  }
}
