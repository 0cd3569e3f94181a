import { Link } from 'wouter'
import { RedirectSignedIn, withNext } from '#web/features/auth/after-sign-in.tsx'
import { AuthFrame } from '#web/features/auth/auth-frame.tsx'
import { RegisterForm } from '#web/features/auth/register-form.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export function Page() {
  const next = new URLSearchParams(useSearch()).get('next')
  return (
    <RedirectSignedIn next={next}>
      <PageHead title="Register" />
      <AuthFrame
        title="Create an account"
        text="It is free. One account is for buying and for selling."
        footer={
          <>
            Already with us?{' '}
            <Link href={withNext(paths.login, next)} className="link inline-flex min-h-11 items-center">
              Login
            </Link>
          </>
        }
      >
        <RegisterForm next={next} />
      </AuthFrame>
    </RedirectSignedIn>
  )
}
