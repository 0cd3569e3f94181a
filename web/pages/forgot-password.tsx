import { useState } from 'react'
import { Link } from 'wouter'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { NewPasswordForm } from '#web/features/auth/new-password-form.tsx'
import { RequestResetForm, type ResetPermit } from '#web/features/auth/request-reset-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { PageHead } from '#web/ui/page-head.tsx'

/** /forgot-password: request, code, new password. */
export function Page() {
  const [permit, setPermit] = useState<ResetPermit | null>(null)
  return (
    <>
      <PageHead title="Forgot password" />
      <AuthFrame
        title={permit ? 'Choose a new password' : 'Forgot your password?'}
        text={
          permit
            ? `For ${permit.email}. You will be logged out everywhere else.`
            : 'Tell us your e-mail address. We send you a code that lets you choose a new one.'
        }
        footer={
          <Link href={paths.login} className="link inline-flex min-h-11 items-center">
            Back to login
          </Link>
        }
      >
        {permit ? <NewPasswordForm permit={permit} /> : <RequestResetForm onPermit={setPermit} />}
      </AuthFrame>
    </>
  )
}
