import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { listen } from '#web/lib/events.ts'

interface MenuProps {
  /** Accessible name of the button. */
  label: string
  trigger: ReactNode
  triggerClassName?: string
  /** Above the items, such as the signed-in user; skipped by the arrow keys. */
  heading?: ReactNode
  /** Elements with role="menuitem" and tabIndex={-1}. */
  children: ReactNode
  /** Below the items: other controls. */
  footer?: ReactNode
}

/**
 * A button with a menu: arrow keys, Home, End and first letters move, Escape and choosing an item close it and restore focus, Tab out of it and
 * an outside press close it.
 */
export function Menu({ label, trigger, triggerClassName, heading, children, footer }: MenuProps) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const startAt = useRef<'first' | 'last'>('first')
  const id = useId()

  const items = () => Array.from(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])

  // Also in the footer, and on the button.
  const onEscape = useEffectEvent((event: Pick<KeyboardEvent, 'key'>) => event.key === 'Escape' && close())

  useEffect(() => {
    if (!open) return
    const all = Array.from(list.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])
    all.at(startAt.current === 'first' ? 0 : -1)?.focus({ preventScroll: true })
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    const stopListening = listen(document, 'pointerdown focusin', outside)
    const stopEscape = listen<globalThis.KeyboardEvent>(document, 'keydown', (event) => onEscape(event))
    return () => {
      stopListening()
      stopEscape()
    }
  }, [open])

  function close() {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }

  function show(first: 'first' | 'last') {
    startAt.current = first
    setOpen(true)
  }

  function onButtonKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    show(event.key === 'ArrowDown' ? 'first' : 'last')
  }

  function onListKey(event: KeyboardEvent) {
    const all = items()
    const at = all.indexOf(document.activeElement as HTMLElement)
    const target = {
      ArrowDown: all[(at + 1) % all.length],
      ArrowUp: all.at(at <= 0 ? -1 : at - 1),
      Home: all[0],
      End: all.at(-1),
    }[event.key]
    const typed = event.key.length === 1 && event.key !== ' ' ? event.key.toLowerCase() : null
    const named =
      typed &&
      [...all.slice(at + 1), ...all].find((item) => item.textContent?.trim().toLowerCase().startsWith(typed))
    if (target) target.focus()
    else if (named) named.focus()
    else return
    event.preventDefault()
  }

  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={triggerClassName}
        onClick={() => (open ? close() : show('first'))}
        onKeyDown={onButtonKey}
      >
        {trigger}
      </button>
      {open && (
        <div className="menu-pop absolute top-full right-0 z-40 mt-2 w-72 rounded-card border border-line bg-surface p-2 shadow-raised">
          {heading}
          <div
            ref={list}
            id={id}
            role="menu"
            aria-label={label}
            tabIndex={-1}
            onKeyDown={onListKey}
            onClick={(event) => {
              if (event.target instanceof Element && event.target.closest('[role="menuitem"]')) close()
            }}
          >
            {children}
          </div>
          {footer}
        </div>
      )}
    </div>
  )
}
