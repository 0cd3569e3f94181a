import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { NewPasswordForm } from '#web/features/auth/new-password-form.tsx'
import { RequestResetForm, type ResetPermit } from '#web/features/auth/request-reset-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { PageHead } from '#web/ui/page-head.tsx'

/** What the link in the mail carries behind the #; null where there is nothing of the kind. */
function permitIn(hash: string): ResetPermit | null {
  const values = new URLSearchParams(hash.slice(1))
  const [email, resetToken] = [values.get('email'), values.get('token')]
  return email && resetToken ? { email, resetToken } : null
}

/** /forgot-password: request, code, new password; from the mail's link straight to the last. */
export function Page() {
  const [permit, setPermit] = useState<ResetPermit | null>(null)
  useEffect(() => {
    const given = permitIn(location.hash)
    if (!given) return
    setPermit(given)
    // Neither the history nor whoever looks at the address bar keeps the token.
    history.replaceState(history.state, '', location.pathname)
  }, [])
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
