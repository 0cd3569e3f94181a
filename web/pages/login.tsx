import { useSearch } from 'wouter'
import { LoginForm } from '#web/features/auth/login-form.tsx'
import { SignedInLeaves } from '#web/features/auth/signed-in-leaves.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** /login, with an optional `next`. */
export function Page() {
  const next = new URLSearchParams(useSearch()).get('next')
  return (
    <SignedInLeaves next={next}>
      <PageHead title="Login" />
      <LoginForm next={next} />
    </SignedInLeaves>
  )
}
