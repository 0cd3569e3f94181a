import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { EnteredPassword } from '#shared/contract/auth.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

/** A dialog's form that asks for nothing but the password. */
export const OwnPassword = z.object({ password: EnteredPassword })

interface OwnPasswordFieldProps {
  email: string
  field: UseFormRegisterReturn
  error: string | undefined
}

/** The password of whoever is signed in, first in its dialog. */
export function OwnPasswordField({ email, field, error }: OwnPasswordFieldProps) {
  return (
    <>
      {/* So that password managers know whose password this is. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label="Your password" error={error}>
        <PasswordInput {...field} autoComplete="current-password" data-autofocus="" />
      </Field>
    </>
  )
}
