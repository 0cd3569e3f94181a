import type { UseFormRegisterReturn } from 'react-hook-form'

interface ChoiceFieldProps<T extends string> {
  legend: string
  options: { value: T; label: string; hint?: string }[]
  error?: string | undefined
  registration: UseFormRegisterReturn
}

/** A few choices side by side, as radio buttons large enough for a thumb. */
export function ChoiceField<T extends string>({ legend, options, error, registration }: ChoiceFieldProps<T>) {
  const errorId = `${registration.name}-error`
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        {options.map(({ value, label, hint }) => (
          <label
            key={value}
            className="flex min-h-12 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-surface px-3 py-2 sm:gap-3 sm:px-4 transition-colors hover:border-ink has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              value={value}
              {...registration}
              className="peer size-5 shrink-0 accent-brand outline-none"
            />
            <span className="min-w-0 leading-tight">
              <span className="block font-semibold peer-checked:text-brand-ink">{label}</span>
              {hint && <span className="hidden text-xs text-muted sm:block">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
