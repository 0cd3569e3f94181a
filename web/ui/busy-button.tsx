import type { ComponentProps } from 'react'
import { Spinner } from './spinner.tsx'

interface BusyButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  busy: boolean
  /** The action is not available, such as for an incomplete form. Not for the time after a press. */
  disabled?: boolean | undefined
}

/**
 * A button with a slow action. Meanwhile further presses do nothing, and the button is not disabled, since that would lose
 * focus: if the action fails, keyboard users continue from here.
 */
export function BusyButton({ busy, disabled, type = 'button', onClick, children, ...rest }: BusyButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled && !busy}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <Spinner size={18} />}
      {children}
    </button>
  )
}
