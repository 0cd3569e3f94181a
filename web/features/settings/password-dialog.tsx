import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { EnteredPassword } from '#shared/contract/auth.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'
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
  /** Of the signed-in user. */
  email: string
  failureTitle: string
  /** Rejects if the password is refused: the dialog then stays open and shows why. */
  onSubmit: (body: { password: string }) => Promise<void>
}

/** A dialog that asks for the signed-in user's password. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { open, onClose, title, description, submitLabel, destructive, email, failureTitle, onSubmit } = props
  const id = useId()
  const form = useForm({ resolver: zodResolver(OwnPassword), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const failure = useFormFailure()

  function close() {
    form.reset()
    failure.clear()
    onClose()
  }

  async function submit(body: { password: string }) {
    failure.clear()
    try {
      await onSubmit(body)
      close()
    } catch (error) {
      showFormFailure(failure, failureTitle, error, ['password'], form.setError)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      description={description}
      footer={
        <>
          <button type="button" className="button button-outline" onClick={close}>
            Cancel
          </button>
          <BusyButton
            type="submit"
            form={id}
            className={destructive ? 'button button-danger-solid' : 'button'}
            busy={isSubmitting}
          >
            {submitLabel}
          </BusyButton>
        </>
      }
    >
      <form id={id} method="post" onSubmit={form.handleSubmit(submit)} noValidate className="pt-2">
        {/* For password managers, which need the account name. */}
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <Field label="Your password" error={errors.password?.message}>
          <PasswordInput {...form.register('password')} autoComplete="current-password" data-autofocus="" />
        </Field>
        <FormFailure text={failure.text} className="mt-3" />
      </form>
    </Dialog>
  )
}
