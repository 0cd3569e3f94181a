import { FormFailure } from '#web/ui/form-failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface SaveBarProps {
  label: string
  busy: boolean
  /** Why the form was not sent, by `useFormFailure`. */
  failure: string | null
  /** There is something to save. */
  dirty: boolean
  onDiscard: () => void
}

/** The end of a form: its button, and a way back while something is not saved. */
export function SaveBar({ label, busy, failure, dirty, onDiscard }: SaveBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <FormFailure text={failure} className="w-full" />
      <button
        type="submit"
        className="button aria-disabled:opacity-50"
        aria-disabled={busy || !dirty}
        onClick={(event) => (busy || !dirty) && event.preventDefault()}
      >
        {busy && <Spinner size={18} />}
        {label}
      </button>
      {dirty && !busy && (
        <button type="button" className="button button-quiet" onClick={onDiscard}>
          Discard changes
        </button>
      )}
    </div>
  )
}
