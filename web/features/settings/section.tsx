import type { ReactNode } from 'react'
import { FormFailure, type FormFailureState } from '#web/ui/form-failure.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'
import { Spinner } from '#web/ui/spinner.tsx'

interface SectionProps {
  id: string
  title: string
  text?: ReactNode
  aside?: ReactNode
  children?: ReactNode
}

export function Section({ id, title, text, aside, children }: SectionProps) {
  return (
    <section ref={restoreFocus} id={id} aria-labelledby={`${id}-title`} className="card p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id={`${id}-title`} className="text-lg font-bold">
            {title}
          </h2>
          {text && <p className="mt-1 text-muted">{text}</p>}
        </div>
        {aside}
      </div>
      {children && <div className="mt-5">{children}</div>}
    </section>
  )
}

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

export function LoadingOrRetry({ reading, onRetry }: { reading: boolean; onRetry: () => void }) {
  if (reading) return <div className="skeleton h-14" role="status" aria-label="Loading" />
  return (
    <p className="text-muted">
      This could not be loaded.{' '}
      <button type="button" className="link min-h-11" onClick={onRetry}>
        Try again
      </button>
    </p>
  )
}
