import { useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import { codeOf } from '#web/lib/errors.ts'
import { privatePrefix, storePrivate } from '#web/lib/private-storage.ts'
import { CodeDialog } from '#web/ui/code-dialog.tsx'
import { noteSent, type SentCode } from '#web/ui/sent-code.ts'
import { showFailure } from '#web/ui/toast.ts'
import { leaveFor } from './after-sign-in.tsx'

/** What the user wants to correct before entering the code. */
export type FieldToChange = 'email' | 'username'

/** Set while this browser may have a pending registration; only then is the server asked for it. */
const pendingKey = `${privatePrefix}registration`

function mayHavePendingRegistration(): boolean {
  try {
    return localStorage.getItem(pendingKey) !== null
  } catch {
    // Without storage, ask the server.
    return true
  }
}

const rememberPending = (isWaiting: boolean) => storePrivate(pendingKey, isWaiting ? '1' : null)

/** This browser's pending registration. It is stored on the server, so it survives a reload. */
export function usePendingRegistration() {
  const [sent, setSentCode] = useState<SentCode | null>(null)
  const [dialogOpen, setDialogOpen] = useState(false)
  const setSent = useCallback((code: SentCode) => {
    rememberPending(true)
    setSentCode(code)
  }, [])
  const read = useCallback(async () => {
    const { registration } = await api('GET /api/auth/registration')
    if (registration) setSent(noteSent(registration.email, registration))
    else rememberPending(false)
    return registration
  }, [setSent])
  /** The pending registration after a reload; null without one. */
  const resume = useCallback(async () => (mayHavePendingRegistration() ? read() : null), [read])
  return { sent, setSent, dialogOpen, setDialogOpen, read, resume }
}

interface EmailVerificationProps {
  registration: ReturnType<typeof usePendingRegistration>
  next: string | null
  /** The dialog closed so that this field of the form is corrected; `message`: the error to show there. */
  onCorrect: (field: FieldToChange, message?: string) => void
}

/** The code dialog of a registration: the right code creates the account and signs in. */
export function EmailVerification({ registration, next, onCorrect }: EmailVerificationProps) {
  const { sent, setSent, dialogOpen, setDialogOpen } = registration
  if (!sent) return null
  const { to: email } = sent

  function returnTo(field: FieldToChange, message?: string) {
    // At once: a dialog that closes gives the focus back.
    flushSync(() => setDialogOpen(false))
    onCorrect(field, message)
  }

  async function verify(code: string) {
    try {
      await api('POST /api/auth/verify-email', { body: { email, code } })
    } catch (error) {
      if (codeOf(error) !== 'USERNAME_TAKEN') throw error
      const description = showFailure('Registration failed', error, 'Choose another username')
      return returnTo('username', description ?? undefined)
    }
    rememberPending(false)
    await leaveFor(next, {
      title: `Welcome to ${PRODUCT_NAME}!`,
      description: 'Your account has been verified.',
    })
  }

  return (
    <CodeDialog
      open={dialogOpen}
      onClose={() => setDialogOpen(false)}
      sent={sent}
      onSent={setSent}
      hint="Look in your spam folder too."
      resendFailure="Failed to resend code"
      resend={() => api('POST /api/auth/resend-verification', { body: { email } })}
      onWrongAddress={() => returnTo('email')}
      verify={verify}
    />
  )
}

/** The note that a code is awaited, with a button that opens the dialog again. */
export function AwaitedCode({ registration }: Pick<EmailVerificationProps, 'registration'>) {
  const { sent, dialogOpen, setDialogOpen } = registration
  if (!sent || dialogOpen) return null
  return (
    <div className="rounded-card bg-accent-soft p-4 text-accent-ink">
      <p>Your account waits for the code that we sent to {sent.to}.</p>
      <button type="button" className="button button-outline mt-3" onClick={() => setDialogOpen(true)}>
        Enter the code
      </button>
    </div>
  )
}
