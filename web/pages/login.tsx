import { Link, useSearch } from 'wouter'
import { withNext } from '#web/features/auth/after-sign-in.ts'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { LoginForm } from '#web/features/auth/login-form.tsx'
import { SignedInLeaves } from '#web/features/auth/signed-in-leaves.tsx'
import { paths } from '#web/lib/paths.ts'
import { PageHead } from '#web/ui/page-head.tsx'

/** /login, with an optional `next`. */
export function Page() {
  const next = new URLSearchParams(useSearch()).get('next')
  return (
    <SignedInLeaves next={next}>
      <PageHead title="Login" />
      <AuthFrame
        title="Welcome back"
        text="Log in to sell, and to reach the people you buy from."
        footer={
          <>
            New here?{' '}
            <Link href={withNext(paths.register, next)} className="link inline-flex min-h-11 items-center">
              Create an account
            </Link>
          </>
        }
      >
        <LoginForm next={next} />
      </AuthFrame>
    </SignedInLeaves>
  )
}
