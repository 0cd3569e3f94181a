import type { ReactNode } from 'react'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface SubmitButtonProps {
  /** While it is, another press does nothing; the button keeps the focus, which a disabled one loses. */
  busy: boolean
  /** Why the form was not sent, by `useFormFailure`. */
  failure: string | null
  children: ReactNode
}

export function SubmitButton({ busy, failure, children }: SubmitButtonProps) {
  return (
    <>
      <FormFailure text={failure} />
      <button
        type="submit"
        className="button w-full aria-disabled:opacity-60"
        aria-disabled={busy}
        onClick={(event) => busy && event.preventDefault()}
      >
        {busy && <Spinner size={18} />}
        {children}
      </button>
    </>
  )
}
