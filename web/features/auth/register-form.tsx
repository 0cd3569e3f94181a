import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { countryCodes, RegistrationForm } from '#shared/contract/auth.ts'
import { api } from '#web/lib/api.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { Field } from '#web/ui/field.tsx'
import { noteSent, type SentCode } from '#web/ui/sent-code.ts'
import { showToast } from '#web/ui/toast.ts'
import { EmailField } from './email-field.tsx'
import { EmailVerification } from './email-verification.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { withProof } from './proof.ts'
import { SubmitButton } from './submit-button.tsx'

/** Opens an account; the six-digit code that comes by e-mail completes it. */
export function RegisterForm({ next }: { next: string | null }) {
  const form = useForm({ resolver: zodResolver(RegistrationForm) })
  const { errors, isSubmitting } = form.formState
  const [sent, setSent] = useState<SentCode | null>(null)
  const [asking, setAsking] = useState(false)
  const [checking, setChecking] = useState(false)

  async function submit({ countryCode, phone, confirmPassword: _, ...account }: RegistrationForm) {
    try {
      // The 0 in front of a national number is not dialled after the country code.
      const body = { ...account, phone: countryCode + phone.replace(/^0/, '') }
      const answer = await withProof(
        (proof) => api('POST /api/auth/register-email', { body: { ...body, proof } }),
        setChecking,
      )
      setSent(noteSent(answer.email, answer))
      setAsking(true)
      showToast({ title: 'Check your email!', description: `We sent a 6-digit code to ${answer.email}.` })
    } catch (error) {
      for (const { path, message } of fieldErrorsOf(error).reverse()) {
        if (path in account || path === 'phone') {
          form.setError(path as keyof RegistrationForm, { message }, { shouldFocus: true })
        }
      }
      showToast({
        title: 'Registration failed',
        description: messageOf(error, 'Please try again'),
        tone: 'failure',
      })
    }
  }

  return (
    <>
      {/* POST, so that a password never lands in an address when the form is sent before the code is here. */}
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
        <div className="grid grid-cols-[6.75rem_1fr] items-start gap-3">
          <Field label="Country code" error={errors.countryCode?.message}>
            <select {...form.register('countryCode')} autoComplete="tel-country-code" className="input">
              {countryCodes.map((code) => (
                <option key={code} value={code}>
                  {code}
                </option>
              ))}
            </select>
          </Field>
          <Field label="Phone" error={errors.phone?.message}>
            <input
              {...form.register('phone')}
              type="tel"
              inputMode="numeric"
              autoComplete="tel-national"
              placeholder="08031234567"
              className="input"
            />
          </Field>
        </div>
        <NewPasswordFields
          label="Password"
          password={form.register('password')}
          confirmPassword={form.register('confirmPassword')}
          errors={errors}
        />
        {sent && !asking && (
          <div className="rounded-card bg-accent-soft p-4 text-accent-ink">
            <p>Your account waits for the code that we sent to {sent.to}.</p>
            <button type="button" className="button button-outline mt-3" onClick={() => setAsking(true)}>
              Enter the code
            </button>
          </div>
        )}
        <SubmitButton busy={isSubmitting}>{checking ? 'Checking your browser…' : 'Register'}</SubmitButton>
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
      {sent && (
        <EmailVerification
          open={asking}
          onClose={() => setAsking(false)}
          sent={sent}
          onSent={setSent}
          next={next}
        />
      )}
    </>
  )
}
