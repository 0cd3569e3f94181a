import { CircleAlert } from 'lucide-react'
import { cloneElement, type ReactElement, type ReactNode, useId } from 'react'

interface Wiring {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
}

interface FieldProps {
  label: ReactNode
  /** The error, as a sentence; null or undefined if there is none. */
  error?: string | null | undefined
  /** Hidden while there is an error. */
  hint?: ReactNode
  /** Such as '12/80'; right-aligned below the field. */
  counter?: ReactNode
  /** Beside the label, such as a link. */
  aside?: ReactNode
  /** An input, select or textarea, or a component that passes these three attributes on to one. */
  children: ReactElement<Wiring>
}

/** A labelled form field. Label, hint, counter and error are associated with the control for screen readers. */
export function Field({ label, error, hint, counter, aside, children }: FieldProps) {
  const generated = useId()
  const id = children.props.id ?? generated
  const describedBy = [error && `${id}-error`, hint && !error && `${id}-hint`, counter && `${id}-counter`]
    .filter(Boolean)
    .join(' ')

  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {cloneElement(children, {
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <div className="flex items-start justify-between gap-3 text-sm">
        <div className="min-w-0">
          {error && (
            <p id={`${id}-error`} role="alert" className="mt-1.5 flex items-start gap-1.5 text-danger">
              <CircleAlert size={16} className="mt-0.5" />
              {error}
            </p>
          )}
          {hint && !error && (
            <div id={`${id}-hint`} className="mt-1.5 text-muted">
              {hint}
            </div>
          )}
        </div>
        {counter && (
          <div id={`${id}-counter`} className="mt-1.5 shrink-0 text-muted tabular-nums">
            {counter}
          </div>
        )}
      </div>
    </div>
  )
}

interface OptionsProps {
  /** Values with their labels, or names that are their own labels. */
  of: readonly (string | readonly [value: string | number, label: string])[]
}

export function Options({ of }: OptionsProps) {
  return of.map((one) => {
    const [value, label] = typeof one === 'string' ? [one, one] : one
    return (
      <option key={value} value={value}>
        {label}
      </option>
    )
  })
}
