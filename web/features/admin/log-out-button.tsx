import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Spinner } from '#web/ui/spinner.tsx'

interface LogOutButtonProps {
  fullName: string
  busy: boolean
  /** Settles when it is done or has failed; the caller shows the result. */
  onConfirm: () => Promise<unknown>
}

/** A button that replaces another takes its focus. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Ends all sessions of a user, after an inline confirmation. */
export function LogOutButton({ fullName, busy, onConfirm }: LogOutButtonProps) {
  const [step, setStep] = useState<'untouched' | 'asking' | 'answered'>('untouched')

  async function confirm() {
    await onConfirm().catch(() => undefined)
    setStep('answered')
  }

  if (step !== 'asking')
    return (
      <button
        key="start"
        ref={step === 'answered' ? takeFocus : undefined}
        type="button"
        className="button button-danger"
        onClick={() => setStep('asking')}
      >
        <LogOut size={18} />
        Log out everywhere
      </button>
    )
  const question = `Log ${fullName} out on every device?`
  return (
    <fieldset key="question" className="flex min-w-0! flex-wrap gap-3 *:flex-1">
      <legend className="mb-3 font-semibold wrap-anywhere">{question}</legend>
      <button
        ref={takeFocus}
        type="button"
        className="button button-outline"
        disabled={busy}
        onClick={() => setStep('answered')}
      >
        Cancel
      </button>
      <button
        type="button"
        className="button button-danger-solid"
        disabled={busy}
        // The second click of a double click belongs to the previous button.
        onClick={(event) => event.detail < 2 && void confirm()}
      >
        {busy && <Spinner size={18} />}
        Log out
      </button>
    </fieldset>
  )
}
