import type { Ref } from 'react'
import { Field } from '#web/ui/field.tsx'

interface ImeiInputProps {
  label: string
  hint: string
  value: string
  onType: (typed: string) => void
  error?: string | null | undefined
  placeholder?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** An IMEI, typed or pasted with spaces or hyphens. */
export function ImeiInput({ label, hint, value, onType, error, placeholder, ref }: ImeiInputProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      <input
        ref={ref}
        type="text"
        name="imei"
        inputMode="numeric"
        autoComplete="off"
        maxLength={60}
        placeholder={placeholder}
        className="input tabular-nums"
        value={value}
        onChange={({ target }) => onType(target.value)}
      />
    </Field>
  )
}
