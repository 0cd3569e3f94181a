import { useId, useState } from 'react'

interface Options {
  count: number
  /** Enter was pressed on the option selected with the arrow keys. */
  onPick: (index: number) => void
}

/**
 * Keys and attributes of a text field with a list of options (ARIA combobox): arrow keys move through the options, with the
 * typed text between the last and the first; Enter picks, Escape closes. Focus stays in the field.
 */
export function useCombobox({ count, onPick }: Options) {
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const expanded = open && count > 0
  const current = expanded && active < count ? active : -1
  const optionId = (index: number) => `${listId}-${index}`

  function show() {
    setOpen(true)
  }
  /** Called after typing: clears the selected option. */
  function restart() {
    setOpen(true)
    setActive(-1)
  }
  function close() {
    setOpen(false)
    setActive(-1)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (count > 0) setActive(((current + 1 + step + count + 1) % (count + 1)) - 1)
    } else if (event.key === 'Escape' && expanded) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && current >= 0) {
      event.preventDefault()
      close()
      onPick(current)
    }
  }

  const attributes = {
    role: 'combobox' as const,
    'aria-autocomplete': 'list' as const,
    'aria-expanded': expanded,
    'aria-controls': expanded ? listId : undefined,
    'aria-activedescendant': current >= 0 ? optionId(current) : undefined,
  }
  return {
    listId,
    optionId,
    expanded,
    active: current,
    show,
    restart,
    close,
    onKeyDown,
    attributes,
  }
}
