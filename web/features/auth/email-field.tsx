import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'

interface EmailFieldProps {
  field: UseFormRegisterReturn
  error: string | undefined
  /** `username` on sign-in forms, so that password managers pair it with the password. */
  autoComplete?: 'email' | 'username'
}

/** An e-mail field with the right keyboard and without autocorrection. */
export function EmailField({ field, error, autoComplete = 'email' }: EmailFieldProps) {
  return (
    <Field label="E-mail" error={error}>
      <input
        {...field}
        type="email"
        inputMode="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        className="input"
      />
    </Field>
  )
}
