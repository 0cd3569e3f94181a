import { useSearch } from 'wouter'
import { RedirectSignedIn } from '#web/features/auth/after-sign-in.tsx'
import { LoginForm } from '#web/features/auth/login-form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export function Page() {
  const next = new URLSearchParams(useSearch()).get('next')
  return (
    <RedirectSignedIn next={next}>
      <PageHead title="Login" />
      <LoginForm next={next} />
    </RedirectSignedIn>
  )
}
