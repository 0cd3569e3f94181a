import { PRODUCT_NAME } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import { leaveFor } from './after-sign-in.ts'
import { CodeDialog } from './code-dialog.tsx'
import type { SentCode } from './sent-code.ts'

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
  const { email } = dialog.sent
  return (
    <CodeDialog
      {...dialog}
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
