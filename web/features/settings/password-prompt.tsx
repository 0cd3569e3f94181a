import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#web/lib/api.ts'
import { setPasswordPrompt } from '#web/lib/with-password.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'
import { showFormFailure } from './failure-toast.ts'
import { OwnPassword, OwnPasswordField } from './own-password.tsx'

/** Opens when a change needs re-authentication, asks for the password, and lets the change proceed. */
export function PasswordPrompt({ email }: { email: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const answer = useRef<(entered: boolean) => void>(undefined)
  const form = useForm({ resolver: zodResolver(OwnPassword), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const failure = useFormFailure()

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

  function close(entered: boolean) {
    form.reset()
    failure.clear()
    setOpen(false)
    answer.current?.(entered)
  }

  async function submit(body: { password: string }) {
    failure.clear()
    try {
      await api('POST /api/auth/confirm', { body })
      close(true)
    } catch (error) {
      showFormFailure(failure, 'Password not checked', error, ['password'], form.setError)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={() => close(false)}
      title="Is it you?"
      description="This change concerns how you sign in, so please enter your password again."
      footer={
        <>
          <button type="button" className="button button-outline" onClick={() => close(false)}>
            Cancel
          </button>
          <BusyButton type="submit" form={id} className="button" busy={isSubmitting}>
            Continue
          </BusyButton>
        </>
      }
    >
      <form id={id} method="post" onSubmit={form.handleSubmit(submit)} noValidate className="pt-2">
        <OwnPasswordField email={email} field={form.register('password')} error={errors.password?.message} />
        <FormFailure text={failure.text} className="mt-3" />
      </form>
    </Dialog>
  )
}
