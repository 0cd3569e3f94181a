import type { ReactNode } from 'react'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'

interface SubmitButtonProps {
  busy: boolean
  /** The error of the last submission (`useFormFailure`). */
  failure: string | null
  children: ReactNode
}

export function SubmitButton({ busy, failure, children }: SubmitButtonProps) {
  return (
    <>
      <FormFailure text={failure} />
      <BusyButton type="submit" className="button w-full" busy={busy}>
        {children}
      </BusyButton>
    </>
  )
}
