import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { EnteredPassword } from '#shared/contract/auth.ts'
import { api } from '#web/lib/api.ts'
import { setPasswordPrompt } from '#web/lib/with-password.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { showFormFailure } from './failure-toast.ts'

const OwnPassword = z.object({ password: EnteredPassword })

interface PasswordDialogProps {
  open: boolean
  onClose: () => void
  title: string
  description: string
  submitLabel: string
  destructive?: boolean
  email: string
  failureTitle: string
  /** Rejects if the password is refused: the dialog then stays open and shows why. */
  onSubmit: (body: { password: string }) => Promise<void>
}

export function PasswordDialog({ email, failureTitle, onClose, onSubmit, ...dialog }: PasswordDialogProps) {
  const form = useForm({ resolver: zodResolver(OwnPassword), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const failure = useFormFailure()

  function close() {
    form.reset()
    onClose()
  }

  async function submit(body: { password: string }) {
    try {
      await onSubmit(body)
      close()
    } catch (error) {
      showFormFailure(failure, failureTitle, error, ['password'], form.setError)
    }
  }

  return (
    <FormDialog
      {...dialog}
      onClose={close}
      busyLabel={isSubmitting ? dialog.submitLabel : undefined}
      failure={failure}
      onSubmit={() => form.handleSubmit(submit)()}
    >
      {/* For password managers, which need the account name. */}
      <input type="hidden" autoComplete="username" value={email} />
      <Field label="Your password" error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" data-autofocus="" />
      </Field>
    </FormDialog>
  )
}

/** Opens when a change needs re-authentication, asks for the password, and lets the change proceed. */
export function PasswordPrompt({ email }: { email: string }) {
  const [open, setOpen] = useState(false)
  const answer = useRef<(entered: boolean) => void>(undefined)

  useEffect(
    () =>
      setPasswordPrompt(() => {
        setOpen(true)
        return new Promise((resolve) => {
          answer.current = resolve
        })
      }),
    [],
  )

  async function confirm(body: { password: string }) {
    await api('POST /api/auth/confirm', { body })
    answer.current?.(true)
  }

  function close() {
    setOpen(false)
    // Without effect where the password was right.
    answer.current?.(false)
  }

  return (
    <PasswordDialog
      open={open}
      onClose={close}
      title="Is it you?"
      description="This change concerns how you log in, so please enter your password again."
      submitLabel="Continue"
      email={email}
      failureTitle="Password not checked"
      onSubmit={confirm}
    />
  )
}
