import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useId, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#web/lib/api.ts'
import { askForPasswordBy } from '#web/lib/with-password.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { OwnPassword, OwnPasswordField } from './own-password.tsx'
import { tellFormFailure } from './tell-failure.ts'

/** Waits until a change needs the password again, asks for it, and lets the change go on. */
export function PasswordPrompt({ email }: { email: string }) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const answer = useRef<(entered: boolean) => void>(undefined)
  const form = useForm({ resolver: zodResolver(OwnPassword), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const failure = useFormFailure()

  useEffect(
    () =>
      askForPasswordBy(() => {
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
      tellFormFailure(failure, 'Password not checked', error, ['password'], form.setError)
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
          <button type="submit" form={id} className="button" disabled={isSubmitting}>
            {isSubmitting && <Spinner size={18} />}
            Continue
          </button>
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
