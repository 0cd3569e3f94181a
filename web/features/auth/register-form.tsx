import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { countryCodes, RegistrationForm } from '#shared/contract/auth.ts'
import { limits } from '#shared/limits.ts'
import { withCountryCode } from '#shared/phone.ts'
import { api } from '#web/lib/api.ts'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Field, Options } from '#web/ui/field.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { noteSent } from '#web/ui/sent-code.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { cookieProblem } from './after-sign-in.tsx'
import {
  AwaitedCode,
  EmailVerification,
  type FieldToChange,
  usePendingRegistration,
} from './email-verification.tsx'
import { EmailField, NewPasswordFields, SubmitButton } from './fields.tsx'
import { withProof } from './proof-of-work.ts'

/** Creates an account, which the six-digit code of the mail completes. */
export function RegisterForm({ next }: { next: string | null }) {
  const form = useForm({ resolver: zodResolver(RegistrationForm) })
  const { errors, isSubmitting } = form.formState
  const registration = usePendingRegistration()
  const { resume, setSent, setDialogOpen } = registration
  const failure = useFormFailure()
  const [checking, setChecking] = useState(false)
  const { getValues, setValue, setError, setFocus } = form

  // After a reload the form is restored, except for the passwords, and the code dialog reopens while the code is valid.
  useEffect(() => {
    const field = /^#(email|username)$/.exec(location.hash)?.[1] as FieldToChange | undefined
    const restore = async () => {
      const pending = await resume()
      if (!pending) return
      for (const name of ['fullName', 'username', 'email'] as const)
        if (!getValues(name)) setValue(name, pending[name])
      if (field) setFocus(field, { shouldSelect: true })
      else if (pending.expiresIn > 0) setDialogOpen(true)
    }
    // Without a connection the form still works.
    restore().catch(() => undefined)
  }, [resume, getValues, setValue, setFocus, setDialogOpen])

  async function submit({ countryCode, phone, confirmPassword: _, ...account }: RegistrationForm) {
    const problem = cookieProblem()
    if (problem) return failure.showMessage('Registration failed', problem)
    failure.clear()
    try {
      const body = { ...account, phone: withCountryCode(countryCode, phone) }
      const answer = await withProof(
        (proof) => api('POST /api/auth/register-email', { body: { ...body, proof } }),
        setChecking,
      )
      setSent(noteSent(answer.email, answer))
      setDialogOpen(true)
      showToast({
        title: 'Check your email!',
        description: `Enter the ${limits.code.digits}-digit code that we sent to ${answer.email}.`,
      })
    } catch (error) {
      const refused = fieldErrorsOf(error).filter(({ path }) => path in account || path === 'phone')
      for (const { path, message } of refused.reverse())
        form.setError(path as keyof RegistrationForm, { message }, { shouldFocus: true })
      // Errors of a field are shown at the field.
      const show = refused.length > 0 ? showFailure : failure.show
      show('Registration failed', error, 'Please try again')
    }
  }

  return (
    <>
      {/* POST: if the form is submitted before the scripts load, the password must not end up in a URL. */}
      <form method="post" onSubmit={form.handleSubmit(submit)} noValidate className="space-y-5">
        <Field label="Full name" error={errors.fullName?.message}>
          <input
            {...form.register('fullName')}
            autoComplete="name"
            autoCapitalize="words"
            className="input"
          />
        </Field>
        <Field
          label="Username"
          error={errors.username?.message}
          hint="Letters, digits and underscores, such as ada_lagos"
        >
          <input
            {...form.register('username')}
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="input"
          />
        </Field>
        <EmailField field={form.register('email')} error={errors.email?.message} />
        <div className="flex flex-wrap items-start gap-3">
          <div className="grow basis-[6.75rem]">
            <Field label="Country code" error={errors.countryCode?.message}>
              <select {...form.register('countryCode')} autoComplete="tel-country-code" className="input">
                <Options of={countryCodes} />
              </select>
            </Field>
          </div>
          <div className="min-w-0 grow-999 basis-[8rem]">
            <Field label="Phone" error={errors.phone?.message}>
              <input
                {...form.register('phone')}
                type="tel"
                autoComplete="tel-national"
                placeholder="0803 123 4567"
                className="input"
              />
            </Field>
          </div>
        </div>
        <NewPasswordFields
          label="Password"
          password={form.register('password')}
          confirmPassword={form.register('confirmPassword')}
          errors={errors}
        />
        <AwaitedCode registration={registration} />
        <SubmitButton busy={isSubmitting} failure={failure.text}>
          {checking ? 'Checking your browser...' : 'Register'}
        </SubmitButton>
        <p role="status" className="text-sm text-muted empty:hidden">
          {checking && 'Many accounts are being opened right now, so your browser solves a small task first.'}
        </p>
        <p className="text-sm text-muted">
          By registering you agree to the{' '}
          <Link href={paths.terms} className="link">
            Terms
          </Link>{' '}
          and have read how we handle your data in{' '}
          <Link href={paths.privacy} className="link">
            Privacy
          </Link>
          .
        </p>
      </form>
      <EmailVerification
        registration={registration}
        next={next}
        onCorrect={(field, message) => {
          if (message) setError(field, { message })
          setFocus(field, { shouldSelect: true })
        }}
      />
    </>
  )
}
