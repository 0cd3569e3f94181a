import { PRODUCT_NAME } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import { CodeDialog } from '#web/ui/code-dialog.tsx'
import type { SentCode } from '#web/ui/sent-code.ts'
import { leaveFor } from './after-sign-in.ts'

interface EmailVerificationProps {
  open: boolean
  onClose: () => void
  sent: SentCode
  onSent: (sent: SentCode) => void
  /** Where to go once verified. */
  next: string | null
}

/** The code dialog of a new account: the right code signs in. */
export function EmailVerification({ next, ...dialog }: EmailVerificationProps) {
  const { to: email } = dialog.sent
  return (
    <CodeDialog
      {...dialog}
      hint="Look in your spam folder too."
      resendFailure="Failed to resend code"
      resend={() => api('POST /api/auth/resend-verification', { body: { email } })}
      verify={async (code) => {
        await api('POST /api/auth/verify-email', { body: { email, code } })
        leaveFor(next, {
          title: `Welcome to ${PRODUCT_NAME}!`,
          description: 'Your account has been verified.',
        })
      }}
    />
  )
}
