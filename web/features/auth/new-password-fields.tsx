import type { ComponentProps } from 'react'
import { limits } from '#shared/limits.ts'
import { Field } from '#web/ui/field.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

type Registered = ComponentProps<typeof PasswordInput>

interface NewPasswordFieldsProps {
  label: string
  password: Registered
  confirmPassword: Registered
  errors: Partial<Record<'password' | 'confirmPassword', { message?: string | undefined }>>
}

export function NewPasswordFields({ label, password, confirmPassword, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label={label}
        error={errors.password?.message}
        hint={`At least ${limits.password.min} characters`}
      >
        <PasswordInput {...password} autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        <PasswordInput {...confirmPassword} autoComplete="new-password" />
      </Field>
    </>
  )
}
