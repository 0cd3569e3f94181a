import { useEffect, useEffectEvent, useState } from 'react'
import { listen } from '#web/lib/events.ts'
import { privatePrefix, storePrivate } from '#web/lib/private-storage.ts'
import { readStored } from '#web/lib/storage.ts'
import { Dialog } from '#web/ui/dialog.tsx'

const keys: [keys: string, what: string][] = [
  ['j', 'Next case'],
  ['k', 'Previous case'],
  ['x', 'Select or deselect; then the keys act on all selected'],
  ['e', 'Dismiss: no rule is broken'],
  ['h', 'Hide the listing'],
  ['d or #', 'Delete the listing'],
  ['b', 'Ban the user, or the seller of the listing'],
  ['a', 'Actioned: it was dealt with elsewhere'],
  ['1 to 9, 0', 'Choose the reason; Enter or the same letter takes the marked one'],
  ['t', 'Take over what somebody else has'],
  ['o', 'Open what was reported in another tab'],
  ['Esc', 'Close the reasons; clear the selection'],
  ['?', 'These keys'],
]

interface KeysDialogProps {
  open: boolean
  onClose: () => void
  isOn: boolean
  onTurn: (on: boolean) => void
}

export function KeysDialog({ open, onClose, isOn, onTurn }: KeysDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys" description="They are off while you type in a field.">
      <dl className="space-y-2 text-sm">
        {keys.map(([key, what]) => (
          <div key={key} className="flex gap-3">
            <dt className="w-24 shrink-0 font-mono font-semibold">{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex min-h-11 items-center gap-2.5 font-semibold">
        <input
          type="checkbox"
          className="size-4.5 accent-brand"
          checked={isOn}
          onChange={({ target }) => onTurn(target.checked)}
        />
        Use these keys on this device
      </label>
    </Dialog>
  )
}

const typingFields = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'

const storageKey = `${privatePrefix}desk-keys`

/**
 * Calls `press` with each key that is pressed while nobody types, no dialog is open and no modifier is held; true means that the key was
 * for the desk. They can be turned off: speech input and screen readers use single letters themselves.
 */
export function useDeskKeys(press: (key: string) => boolean) {
  const [isOn, setOn] = useState(true)
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (event.target instanceof Element && event.target.closest(typingFields)) return
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
      storePrivate(storageKey, on ? null : 'off')
      setOn(on)
    },
  }
}
