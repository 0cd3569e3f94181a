import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { EmailForm, NewPasswordForm as NewPassword } from '#shared/contract/auth.ts'
import { limits } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import { CodeDialog } from '#web/ui/code-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { noteSent, type SentCode } from '#web/ui/sent-code.ts'
import { showToast } from '#web/ui/toast.ts'
import { leaveFor } from './after-sign-in.tsx'
import { EmailField, NewPasswordFields, SubmitButton } from './fields.tsx'

export interface ResetPermit {
  email: string
  resetToken: string
}

/** The first two steps of a reset: request a code, then exchange it for a token that allows one new password. */
export function RequestResetForm({ onPermit }: { onPermit: (permit: ResetPermit) => void }) {
  const form = useForm({ resolver: zodResolver(EmailForm) })
  const { errors, isSubmitting } = form.formState
  const [sent, setSent] = useState<SentCode | null>(null)
  const [dialogOpen, setDialogOpen] = useState(false)
  const failure = useFormFailure()

  async function submit(body: EmailForm) {
    // The server sends no second code so soon: reopen the dialog of the first one.
    if (sent?.to === body.email && Date.now() < sent.sentAt + sent.resendIn * 1000) return setDialogOpen(true)
    failure.clear()
    try {
      setSent(noteSent(body.email, await api('POST /api/auth/forgot-password', { body })))
      setDialogOpen(true)
      showToast({
        title: 'Check your email',
        description: `If ${body.email} has an account here, a ${limits.code.digits}-digit code is on its way.`,
      })
    } catch (error) {
      failure.show('Request failed', error, 'Please try again')
    }
  }

  return (
    <>
      <form method="post" onSubmit={form.handleSubmit(submit)} noValidate className="space-y-5">
        <EmailField field={form.register('email')} error={errors.email?.message} autoComplete="username" />
        <SubmitButton busy={isSubmitting} failure={failure.text}>
          Send code
        </SubmitButton>
      </form>
      {sent && (
        <CodeDialog
          open={dialogOpen}
          onClose={() => setDialogOpen(false)}
          sent={sent}
          onSent={setSent}
          hint="Look in your spam folder too."
          resendFailure="Failed to resend"
          onWrongAddress={() => {
            // At once: a dialog that closes gives the focus back.
            flushSync(() => setDialogOpen(false))
            form.setFocus('email', { shouldSelect: true })
          }}
          resend={() => api('POST /api/auth/forgot-password', { body: { email: sent.to } })}
          verify={async (code) => {
            const { to: email } = sent
            const { resetToken } = await api('POST /api/auth/verify-reset-otp', { body: { email, code } })
            setDialogOpen(false)
            showToast({ title: 'Code verified', description: 'Now choose a new password.' })
            onPermit({ email, resetToken })
          }}
        />
      )}
    </>
  )
}

/** The last step of a reset. It ends every session, so the login page, at `login`, is a full page load. */
export function NewPasswordForm({ permit, login }: { permit: ResetPermit; login: string }) {
  const form = useForm({ resolver: zodResolver(NewPassword) })
  const { errors, isSubmitting } = form.formState
  const failure = useFormFailure()
  // The form that had the focus, and the dialog of the code, are gone.
  useEffect(() => form.setFocus('password'), [form])

  async function submit({ password }: NewPassword) {
    failure.clear()
    try {
      await api('POST /api/auth/reset-password', { body: { ...permit, newPassword: password } })
      await leaveFor(login, {
        title: 'Password reset successful',
        description: 'You can now log in with your new password.',
      })
    } catch (error) {
      failure.show('Reset failed', error, 'Please try again')
    }
  }

  return (
    <form method="post" onSubmit={form.handleSubmit(submit)} noValidate className="space-y-5">
      {/* For password managers, which need the account name. */}
      <input type="hidden" autoComplete="username" value={permit.email} />
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
