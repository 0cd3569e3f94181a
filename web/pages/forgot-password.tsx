import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { withNext } from '#web/features/auth/after-sign-in.tsx'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { NewPasswordForm, RequestResetForm, type ResetPermit } from '#web/features/auth/reset-forms.tsx'
import { listen } from '#web/lib/events.ts'
import { paths } from '#web/lib/paths.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** The token in the fragment of the mailed link; null without a valid one. */
function permitIn(hash: string): ResetPermit | null {
  const values = new URLSearchParams(hash.slice(1))
  const [email, resetToken] = [values.get('email'), values.get('token')]
  return email && resetToken ? { email, resetToken } : null
}

/** /forgot-password: request, code, new password; the mailed link leads to the last step. */
export function Page() {
  const [permit, setPermit] = useState<ResetPermit | null>(null)
  const login = withNext(paths.login, new URLSearchParams(useSearch()).get('next'))
  useEffect(() => {
    function take() {
      const given = permitIn(location.hash)
      if (!given) return
      setPermit(given)
      // Removes the token from the history and the address bar.
      history.replaceState(history.state, '', location.pathname + location.search)
    }
    take()
    // A link that is opened where this page is open already loads nothing.
    return listen(window, 'hashchange', take)
  }, [])
  return (
    <>
      <PageHead title="Forgot password" />
      <AuthFrame
        title={permit ? 'Choose a new password' : 'Forgot your password?'}
        text={
          permit ? (
            <EmailText text={`For ${permit.email}. You will be logged out everywhere else.`} />
          ) : (
            'Tell us your e-mail address. We send you a code that lets you choose a new one.'
          )
        }
        footer={
          <Link href={login} className="link inline-flex min-h-11 items-center">
            Back to login
          </Link>
        }
      >
        {permit ? (
          <NewPasswordForm permit={permit} login={login} />
        ) : (
          <RequestResetForm onPermit={setPermit} />
        )}
      </AuthFrame>
    </>
  )
}
