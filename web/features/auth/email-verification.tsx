import { useCallback, useState } from 'react'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import { codeOf } from '#web/lib/errors.ts'
import { keepPrivate, privatePrefix } from '#web/lib/private-storage.ts'
import { CodeDialog } from '#web/ui/code-dialog.tsx'
import { noteSent, type SentCode } from '#web/ui/sent-code.ts'
import { showFailure } from '#web/ui/toast.ts'
import { leaveFor } from './after-sign-in.ts'

/** What somebody wants to type anew before they enter the code. */
export type FieldToChange = 'email' | 'username'

/** Kept while this browser may have a registration that waits, so that only then the server is asked for it. */
const mayWaitKey = `${privatePrefix}registration`

function mayWait(): boolean {
  try {
    return localStorage.getItem(mayWaitKey) !== null
  } catch {
    // A browser that refuses storage: the server knows.
    return true
  }
}

function noteWaiting(isWaiting: boolean): void {
  try {
    keepPrivate(mayWaitKey, isWaiting ? '1' : null)
  } catch {
    // As above.
  }
}

/** The registration of this browser that waits for its code. The server keeps it, so a reload finds it again. */
export function usePendingRegistration() {
  const [sent, setSentCode] = useState<SentCode | null>(null)
  const [asking, setAsking] = useState(false)
  const setSent = useCallback((code: SentCode) => {
    noteWaiting(true)
    setSentCode(code)
  }, [])
  const read = useCallback(async () => {
    const { registration } = await api('GET /api/auth/registration')
    if (registration) setSent(noteSent(registration.email, registration))
    else noteWaiting(false)
    return registration
  }, [setSent])
  /** What is found again after a reload; null where nothing waits. */
  const resume = useCallback(async () => (mayWait() ? read() : null), [read])
  return { sent, setSent, asking, setAsking, read, resume }
}

interface EmailVerificationProps {
  registration: ReturnType<typeof usePendingRegistration>
  /** Where to go once verified. */
  next: string | null
  onChange: (field: FieldToChange, message?: string) => void
}

/** The code dialog of a registration: the right code opens the account and signs in. */
export function EmailVerification({ registration, next, onChange }: EmailVerificationProps) {
  const { sent, setSent, asking, setAsking } = registration
  if (!sent) return null
  const { to: email } = sent

  function change(field: FieldToChange, message?: string) {
    setAsking(false)
    onChange(field, message)
  }

  async function verify(code: string) {
    try {
      await api('POST /api/auth/verify-email', { body: { email, code } })
    } catch (error) {
      if (codeOf(error) !== 'USERNAME_TAKEN') throw error
      const description = showFailure('Registration failed', error, 'Choose another username')
      return change('username', description ?? undefined)
    }
    noteWaiting(false)
    leaveFor(next, {
      title: `Welcome to ${PRODUCT_NAME}!`,
      description: 'Your account has been verified.',
    })
  }

  return (
    <CodeDialog
      open={asking}
      onClose={() => setAsking(false)}
      sent={sent}
      onSent={setSent}
      hint="Look in your spam folder too."
      resendFailure="Failed to resend code"
      resend={() => api('POST /api/auth/resend-verification', { body: { email } })}
      onWrongAddress={() => change('email')}
      verify={verify}
    />
  )
}

/** The way back to a dialog that was closed, or lost by a reload. */
export function AwaitedCode({ registration }: Pick<EmailVerificationProps, 'registration'>) {
  const { sent, asking, setAsking } = registration
  if (!sent || asking) return null
  return (
    <div className="rounded-card bg-accent-soft p-4 text-accent-ink">
      <p>Your account waits for the code that we sent to {sent.to}.</p>
      <button type="button" className="button button-outline mt-3" onClick={() => setAsking(true)}>
        Enter the code
      </button>
    </div>
  )
}
