import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { InternationalPhone } from '#shared/contract/auth.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { api, apiQuery } from '#web/lib/api.ts'
import { draftOf, useUnsaved } from '#web/lib/unsaved.ts'
import { withPassword } from '#web/lib/with-password.ts'
import { CodeDialog } from '#web/ui/code-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { noteSent, type SentCode } from '#web/ui/sent-code.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { SaveBar } from './save-bar.tsx'
import { Section } from './section.tsx'
import { tellFailure, tellFormFailure } from './tell-failure.ts'
import { useKeepSettings } from './use-settings.ts'

const PhoneForm = z.object({
  // People write numbers in groups.
  phone: z
    .string()
    .overwrite((text) => text.replace(/[\s().-]/g, ''))
    .pipe(InternationalPhone),
})

/** The phone number, which nobody else sees, and the code that proves it. */
export function PhoneSection({ settings }: { settings: Settings }) {
  const keep = useKeepSettings()
  const { phone: saved, phoneVerifiedAt } = settings
  const [draft] = useState(() => draftOf<{ phone: string }>('phone'))
  const form = useForm({ resolver: zodResolver(PhoneForm), defaultValues: draft ?? { phone: saved } })
  const { errors, isSubmitting } = form.formState
  const failure = useFormFailure()
  const phone = useWatch({ control: form.control, name: 'phone' })
  const dirty = phone !== saved
  useUnsaved(
    'phone',
    useMemo(() => (dirty ? { phone } : null), [dirty, phone]),
  )

  async function save(body: { phone: string }) {
    failure.clear()
    try {
      const answer = await withPassword(() => api('PATCH /api/settings/phone', { body }))
      keep(answer)
      form.reset({ phone: answer.phone })
      showToast({ title: 'Phone number saved' })
    } catch (error) {
      tellFormFailure(failure, 'Phone number not saved', error, ['phone'], form.setError)
    }
  }

  return (
    <Section
      id="phone"
      title="Phone"
      text="Nobody sees your number. A verified one earns the ‘Phone Verified’ badge on your profile."
      aside={
        phoneVerifiedAt ? (
          <span className="badge badge-brand">
            <BadgeCheck size={14} aria-hidden />
            Verified
          </span>
        ) : (
          <span className="badge">Not verified</span>
        )
      }
    >
      <form method="post" onSubmit={form.handleSubmit(save)} noValidate className="space-y-5">
        <Field
          label="Phone number"
          error={errors.phone?.message}
          hint={dirty && phoneVerifiedAt ? 'Another number has to be verified again.' : undefined}
        >
          <input {...form.register('phone')} type="tel" autoComplete="tel" className="input sm:max-w-xs" />
        </Field>
        {(dirty || isSubmitting) && (
          <SaveBar
            label="Save number"
            busy={isSubmitting}
            failure={failure.text}
            dirty={dirty}
            onDiscard={() => form.reset({ phone: saved })}
          />
        )}
      </form>
      {!phoneVerifiedAt && !dirty && <VerifyPhone />}
    </Section>
  )
}

/** Sends a code by text message and takes it; absent where this installation cannot send any. */
function VerifyPhone() {
  const keep = useKeepSettings()
  const { data: site } = useQuery(apiQuery('GET /api/site'))
  const [sent, setSent] = useState<SentCode | null>(null)
  const [asking, setAsking] = useState(false)
  const [sending, setSending] = useState(false)
  if (!site?.phoneVerification) return null

  async function start() {
    setSending(true)
    try {
      const answer = await api('POST /api/settings/phone/send-code')
      setSent(noteSent(answer.phone, answer))
      setAsking(true)
    } catch (error) {
      tellFailure('No code sent', error)
    }
    setSending(false)
  }

  return (
    <>
      <button type="button" className="button mt-5" disabled={sending} onClick={() => void start()}>
        {sending && <Spinner size={18} />}
        Verify this number
      </button>
      {sent && (
        <CodeDialog
          open={asking}
          onClose={() => setAsking(false)}
          sent={sent}
          onSent={setSent}
          hint="It comes as a text message."
          resendFailure="Failed to resend code"
          resend={() => api('POST /api/settings/phone/send-code')}
          verify={async (code) => {
            keep(await api('POST /api/settings/phone/verify', { body: { code } }))
            showToast({ title: 'Phone number verified' })
          }}
        />
      )}
    </>
  )
}
