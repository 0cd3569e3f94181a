import { useEffect, useRef, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { setPasswordPrompt } from '#web/lib/with-password.ts'
import { PasswordDialog } from './password-dialog.tsx'

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
      description="This change concerns how you sign in, so please enter your password again."
      submitLabel="Continue"
      email={email}
      failureTitle="Password not checked"
      onSubmit={confirm}
    />
  )
}
