import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { z } from 'zod'
import { PasswordChange, type Settings } from '#shared/contract/settings.ts'
import { limits } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { Field } from '#web/ui/field.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'
import { showToast } from '#web/ui/toast.ts'
import { showFormFailure } from './failure-toast.ts'
import { SaveBar, Section } from './section.tsx'
import { useSecurity } from './use-security.ts'

const PasswordForm = PasswordChange.extend({ confirmPassword: z.string() }).refine(
  (form) => form.newPassword === form.confirmPassword,
  { message: "Passwords don't match", path: ['confirmPassword'] },
)
type PasswordForm = z.output<typeof PasswordForm>

const empty: PasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' }

export function PasswordSection({ settings }: { settings: Settings }) {
  const { changed } = useSecurity()
  const form = useForm({ resolver: zodResolver(PasswordForm), defaultValues: empty })
  const { errors, isSubmitting, isDirty } = form.formState
  const failure = useFormFailure()

  async function save({ confirmPassword: _, ...body }: PasswordForm) {
    failure.clear()
    try {
      await api('PATCH /api/settings/password', { body })
      form.reset(empty)
      showToast({ title: 'Password changed', description: 'You were logged out on every other device.' })
      changed()
    } catch (error) {
      showFormFailure(
        failure,
        'Password not changed',
        error,
        ['currentPassword', 'newPassword'],
        form.setError,
      )
    }
  }

  return (
    <Section id="password" title="Password" text="Changing it logs you out on every other device.">
      {/* POST: if the form is submitted before the scripts load, the password must not end up in a URL. */}
      <form method="post" onSubmit={form.handleSubmit(save)} noValidate className="space-y-5">
        {/* For password managers, which need the account name. */}
        <input type="hidden" autoComplete="username" value={settings.email} />
        <Field
          label="Current password"
          error={errors.currentPassword?.message}
          aside={
            <Link href={paths.forgotPassword} className="link -my-3 inline-block py-3 text-sm">
              Forgot it?
            </Link>
          }
        >
          <PasswordInput {...form.register('currentPassword')} autoComplete="current-password" />
        </Field>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field
            label="New password"
            error={errors.newPassword?.message}
            hint={`At least ${limits.password.min} characters`}
          >
            <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
          </Field>
          <Field label="Confirm new password" error={errors.confirmPassword?.message}>
            <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
          </Field>
        </div>
        <SaveBar
          label="Change password"
          busy={isSubmitting}
          failure={failure}
          dirty={isDirty}
          onDiscard={() => form.reset(empty)}
        />
      </form>
    </Section>
  )
}
