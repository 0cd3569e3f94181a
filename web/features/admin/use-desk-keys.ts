import { useEffect, useEffectEvent, useState } from 'react'
import { listen } from '#web/lib/events.ts'
import { keepPrivate, privatePrefix } from '#web/lib/private-storage.ts'
import { readStored } from '#web/lib/storage.ts'

const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'

const storageKey = `${privatePrefix}desk-keys`

/**
 * Calls `press` with each key that is pressed while nobody types, no dialog is open and no modifier is held; true means that the key was
 * for the desk. They can be turned off: speech input and screen readers use single letters themselves.
 */
export function useDeskKeys(press: (key: string) => boolean) {
  const [isOn, setOn] = useState(true)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (event.target instanceof Element && event.target.closest(typing)) return
    if (document.querySelector('dialog[open]')) return
    if (press(event.key)) event.preventDefault()
  })
  useEffect(() => setOn(readStored(storageKey) !== 'off'), [])
  useEffect(() => {
    if (isOn) return listen<KeyboardEvent>(document, 'keydown', (event) => onKeyDown(event))
  }, [isOn])
  return {
    isOn,
    turn(on: boolean) {
      keepPrivate(storageKey, on ? null : 'off')
      setOn(on)
    },
  }
}
