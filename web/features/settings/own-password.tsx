import type { UseFormRegisterReturn } from 'react-hook-form'
import { z } from 'zod'
import { EnteredPassword } from '#shared/contract/auth.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

/** The form of a dialog that asks only for the password. */
export const OwnPassword = z.object({ password: EnteredPassword })

interface OwnPasswordFieldProps {
  email: string
  field: UseFormRegisterReturn
  error: string | undefined
}

/** The signed-in user's password, as the first field of a dialog. */
export function OwnPasswordField({ email, field, error }: OwnPasswordFieldProps) {
  return (
    <>
      {/* For password managers, which need the account name. */}
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <Field label="Your password" error={error}>
        <PasswordInput {...field} autoComplete="current-password" data-autofocus="" />
      </Field>
    </>
  )
}
