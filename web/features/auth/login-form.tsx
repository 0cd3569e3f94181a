import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'wouter'
import { Credentials } from '#shared/contract/auth.ts'
import { api } from '#web/lib/api.ts'
import { codeOf, messageOf } from '#web/lib/errors.ts'
import { passkeyFailure, signInWithPasskey } from '#web/lib/passkey.ts'
import { paths } from '#web/lib/paths.ts'
import { wasSignedIn } from '#web/lib/private-storage.ts'
import { useSession } from '#web/lib/session.ts'
import { Field } from '#web/ui/field.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { cookieProblem, leaveFor, withNext } from './after-sign-in.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { AwaitedCode, EmailVerification, usePendingRegistration } from './email-verification.tsx'
import { EmailField, PasskeyButton, SubmitButton } from './fields.tsx'
import type { Methods } from './second-step.tsx'

const loadSecondStep = () => import('./second-step.tsx').then(({ SecondStep }) => SecondStep)

/**
 * Signs in and goes to `next`; the frame of its page changes with the step. An account with an unverified e-mail gets its code
 * dialog.
 */
export function LoginForm({ next }: { next: string | null }) {
  const form = useForm({ resolver: zodResolver(Credentials) })
  const { errors, isSubmitting } = form.formState
  const [, navigate] = useLocation()
  const registration = usePendingRegistration()
  const { read, resume, setDialogOpen } = registration
  const failure = useFormFailure()
  const showFailure = (error: unknown) => failure.show('Login failed', error, 'Please try again')
  const [withPasskey, setWithPasskey] = useState(false)
  const [methods, setMethods] = useState<Methods | null>(null)
  const secondStep = useLazyComponent(loadSecondStep)
  const session = useSession()
  const [hasEnded, setHasEnded] = useState(false)

  // In an effect, since the server does not have this state.
  useEffect(() => setHasEnded(session === null && wasSignedIn()), [session])

  useEffect(() => {
    // Without a connection the form still works once it is back.
    resume().catch(() => undefined)
  }, [resume])

  /** The password was right; the cookie in the response identifies the second step. */
  async function startSecondStep() {
    const [secondFactor, hasLoaded] = await Promise.all([
      api('GET /api/auth/second-factor'),
      secondStep.load(),
    ])
    if (hasLoaded) setMethods(secondFactor.methods)
  }

  /** Back from the second step; if the server ended it, the form shows why. */
  function restart(refusal?: unknown) {
    // At once: the field must be there to get the focus.
    flushSync(() => setMethods(null))
    form.setFocus('email')
    if (refusal) showFailure(refusal)
  }

  /** The password belongs to a pending registration, which this browser now owns. */
  async function askForCode(description: string) {
    if (await read()) setDialogOpen(true)
    showToast({ title: 'Check your email!', description })
  }

  async function enterWithPasskey() {
    failure.clear()
    setWithPasskey(true)
    try {
      await signInWithPasskey({ alone: true })
      await leaveFor(next, { title: 'Welcome back!' })
    } catch (error) {
      failure.show('Login failed', error, passkeyFailure(error) ?? 'Please try again')
    }
    setWithPasskey(false)
  }

  async function submit(credentials: Credentials) {
    const problem = cookieProblem()
    if (problem) return failure.showMessage('Login failed', problem)
    failure.clear()
    try {
      await api('POST /api/auth/login', { body: credentials })
      await leaveFor(next, { title: 'Welcome back!' })
    } catch (error) {
      if (codeOf(error) === 'SECOND_FACTOR_REQUIRED') return startSecondStep().catch(showFailure)
      if (codeOf(error) === 'EMAIL_UNVERIFIED') {
        const description = messageOf(error, 'Your code is there.')
        return askForCode(description).catch(showFailure)
      }
      failure.show('Login failed', error, 'Invalid credentials')
    }
  }

  if (methods && secondStep.Component)
    return <secondStep.Component methods={methods} next={next} onRestart={restart} />
  return (
    <AuthFrame
      title="Welcome back"
      // In the place of the usual sentence: the server does not know it, and the fields must not move under the finger.
      text={
        hasEnded ? (
          <span role="status" className="font-semibold text-accent-ink">
            Your session has ended. Please log in again.
          </span>
        ) : (
          'Log in to sell, and to reach the people you buy from.'
        )
      }
      footer={
        <>
          New here?{' '}
          <Link href={withNext(paths.register, next)} className="link inline-flex min-h-11 items-center">
            Create an account
          </Link>
        </>
      }
    >
      {/* POST: if the form is submitted before the scripts load, the password must not end up in a URL. */}
      <form method="post" onSubmit={form.handleSubmit(submit)} noValidate className="space-y-5">
        <EmailField field={form.register('email')} error={errors.email?.message} autoComplete="username" />
        <Field
          label="Password"
          error={errors.password?.message}
          aside={
            <Link
              href={withNext(paths.forgotPassword, next)}
              className="link -my-3 inline-flex min-h-11 items-center text-sm"
            >
              Forgot password?
            </Link>
          }
        >
          <PasswordInput {...form.register('password')} autoComplete="current-password" />
        </Field>
        <AwaitedCode registration={registration} />
        <SubmitButton busy={isSubmitting}>Login</SubmitButton>
      </form>
      <div className="mt-4">
        <PasskeyButton busy={withPasskey} onClick={() => void enterWithPasskey()} />
      </div>
      {/* Below both buttons, which stay where they were pressed. */}
      <FormFailure text={failure.text} className="mt-4" />
      <EmailVerification
        registration={registration}
        next={next}
        onCorrect={(field) => navigate(`${withNext(paths.register, next)}#${field}`)}
      />
    </AuthFrame>
  )
}
