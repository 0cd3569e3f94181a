import { KeyRound } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { limits } from '#shared/limits.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

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

interface SubmitButtonProps {
  busy: boolean
  /** Shown below the button, which stays under the finger. */
  failure?: string | null
  children: ReactNode
}

export function SubmitButton({ busy, failure = null, children }: SubmitButtonProps) {
  return (
    <>
      <BusyButton type="submit" className="button w-full" busy={busy}>
        {children}
      </BusyButton>
      <FormFailure text={failure} />
    </>
  )
}

interface PasskeyButtonProps {
  busy: boolean
  onClick: () => void
  primary?: boolean
}

export function PasskeyButton({ busy, onClick, primary }: PasskeyButtonProps) {
  return (
    <button
      type="button"
      className={`button w-full ${primary ? '' : 'button-outline'}`}
      aria-disabled={busy}
      onClick={() => busy || onClick()}
    >
      {busy ? <Spinner size={18} /> : <KeyRound size={18} />}
      {primary ? 'Use a passkey' : 'Log in with a passkey'}
    </button>
  )
}
