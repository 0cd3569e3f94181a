import { FormFailure, type FormFailureState } from '#web/ui/form-failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface SaveBarProps {
  label: string
  busy: boolean
  /** The error of the last submission; cleared with the changes. */
  failure: FormFailureState
  dirty: boolean
  onDiscard: () => void
}

/** The end of a form: its submit button, and a button that discards unsaved changes. */
export function SaveBar({ label, busy, failure, dirty, onDiscard }: SaveBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FormFailure text={failure.text} className="w-full" />
      <button
        type="submit"
        className="button"
        aria-disabled={busy || !dirty}
        onClick={(event) => (busy || !dirty) && event.preventDefault()}
      >
        {busy && <Spinner size={18} />}
        {label}
      </button>
      {dirty && !busy && (
        <button
          type="button"
          className="button button-quiet"
          onClick={() => {
            failure.clear()
            onDiscard()
          }}
        >
          Discard changes
        </button>
      )}
    </div>
  )
}
