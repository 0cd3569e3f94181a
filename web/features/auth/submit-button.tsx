import type { ReactNode } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'

interface SubmitButtonProps {
  /** While it is, another press does nothing; the button keeps the focus, which a disabled one loses. */
  busy: boolean
  children: ReactNode
}

export function SubmitButton({ busy, children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className="button w-full aria-disabled:opacity-60"
      aria-disabled={busy}
      onClick={(event) => busy && event.preventDefault()}
    >
      {busy && <Spinner size={18} />}
      {children}
    </button>
  )
}
