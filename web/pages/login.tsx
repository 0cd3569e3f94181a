import { useEffect } from 'react'
import { RedirectSignedIn } from '#web/features/auth/after-sign-in.tsx'
import { LoginForm } from '#web/features/auth/login-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export function Page() {
  const next = new URLSearchParams(useSearch()).get('next')
  useEffect(() => {
    // The server does not see the fragment of an address that it redirects here, and the browser keeps it: it belongs to `next`.
    if (next && location.hash) history.replaceState(history.state, '', paths.loginThen(next + location.hash))
  }, [next])
  return (
    <RedirectSignedIn next={next}>
      <PageHead title="Login" />
      <LoginForm next={next} />
    </RedirectSignedIn>
  )
}
