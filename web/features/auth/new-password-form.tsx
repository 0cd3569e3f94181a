import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { NewPasswordForm as NewPassword } from '#shared/contract/auth.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { leaveFor } from './after-sign-in.ts'
import { NewPasswordFields } from './new-password-fields.tsx'
import type { ResetPermit } from './request-reset-form.tsx'
import { SubmitButton } from './submit-button.tsx'

/** The last step of a reset. It ends every session, so the login page is a full page load. */
export function NewPasswordForm({ permit }: { permit: ResetPermit }) {
  const form = useForm({ resolver: zodResolver(NewPassword) })
  const { errors, isSubmitting } = form.formState
  const failure = useFormFailure()

  async function submit({ password }: NewPassword) {
    failure.clear()
    try {
      await api('POST /api/auth/reset-password', { body: { ...permit, newPassword: password } })
      leaveFor(paths.login, {
        title: 'Password reset successful',
        description: 'You can now log in with your new password.',
      })
      await new Promise(() => undefined)
    } catch (error) {
      failure.show('Reset failed', error, 'Please try again')
    }
  }

  return (
    <form method="post" onSubmit={form.handleSubmit(submit)} noValidate className="space-y-5">
      {/* For password managers, which need the account name. */}
      <input type="hidden" autoComplete="username" value={permit.email} readOnly />
      <NewPasswordFields
        label="New password"
        password={form.register('password')}
        confirmPassword={form.register('confirmPassword')}
        errors={errors}
      />
      <SubmitButton busy={isSubmitting} failure={failure.text}>
        Reset password
      </SubmitButton>
    </form>
  )
}
