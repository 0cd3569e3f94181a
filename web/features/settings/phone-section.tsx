import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { InternationalPhone } from '#shared/contract/auth.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { api, apiQuery } from '#web/lib/api.ts'
import { unsavedOf, useUnsaved } from '#web/lib/unsaved.ts'
import { withPassword } from '#web/lib/with-password.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { CodeDialog } from '#web/ui/code-dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'
import { noteSent, type SentCode } from '#web/ui/sent-code.ts'
import { showToast } from '#web/ui/toast.ts'
import { fallback, showFormFailure } from './failure-toast.ts'
import { SaveBar, Section } from './section.tsx'
import { useSecurity } from './use-security.ts'
import { useUpdateSettingsCache } from './use-settings.ts'

const PhoneForm = z.object({ phone: InternationalPhone })

/** The phone number, which is private, and the code that verifies it. */
export function PhoneSection({ settings }: { settings: Settings }) {
  const updateSettingsCache = useUpdateSettingsCache('PATCH /api/settings/phone')
  const { changed } = useSecurity()
  const { phone: saved, phoneVerifiedAt } = settings
  const [draft] = useState(() => unsavedOf<{ phone: string }>('phone'))
  const form = useForm({ resolver: zodResolver(PhoneForm), defaultValues: draft ?? { phone: saved } })
  const { errors, isSubmitting } = form.formState
  const failure = useFormFailure()
  const phone = useWatch({ control: form.control, name: 'phone' })
  const dirty = phone !== saved
  // A number that was saved elsewhere replaces the one that was not edited here.
  const followed = useRef(saved)
  useEffect(() => {
    if (form.getValues('phone') === followed.current) form.setValue('phone', saved)
    followed.current = saved
  }, [saved, form])
  useUnsaved(
    'phone',
    useMemo(() => (dirty ? { phone } : null), [dirty, phone]),
  )

  async function save(body: { phone: string }) {
    const sent = form.getValues('phone')
    failure.clear()
    try {
      const answer = await withPassword(() => api('PATCH /api/settings/phone', { body }))
      updateSettingsCache(answer)
      changed()
      // What was typed meanwhile is an unsaved change.
      if (form.getValues('phone') === sent) form.reset({ phone: answer.phone })
      showToast({ title: 'Phone number saved' })
    } catch (error) {
      showFormFailure(failure, 'Phone number not saved', error, ['phone'], form.setError)
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
            <BadgeCheck size={14} />
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
            failure={failure}
            dirty={dirty}
            onDiscard={() => form.reset({ phone: saved })}
          />
        )}
      </form>
      {!phoneVerifiedAt && !dirty && <VerifyPhone />}
    </Section>
  )
}

/** Sends a code by text message and verifies it; absent if this installation has no gateway. */
function VerifyPhone() {
  const updateSettingsCache = useUpdateSettingsCache('POST /api/settings/phone/verify')
  const { data: site } = useQuery(apiQuery('GET /api/site'))
  const [sent, setSent] = useState<SentCode | null>(null)
  const [dialogOpen, setDialogOpen] = useState(false)
  const [sending, setSending] = useState(false)
  const failure = useFormFailure()
  if (!site?.phoneVerification) return null

  async function start() {
    failure.clear()
    setSending(true)
    try {
      const answer = await api('POST /api/settings/phone/send-code')
      setSent(noteSent(answer.phone, answer))
      setDialogOpen(true)
    } catch (error) {
      failure.show('No code sent', error, fallback)
    }
    setSending(false)
  }

  return (
    <>
      <FormFailure text={failure.text} className="mt-5" />
      <BusyButton className="button mt-5" busy={sending} onClick={() => void start()}>
        Verify this number
      </BusyButton>
      {sent && (
        <CodeDialog
          open={dialogOpen}
          onClose={() => setDialogOpen(false)}
          sent={sent}
          onSent={setSent}
          hint="It comes as a text message."
          resendFailure="Failed to resend code"
          resend={() => api('POST /api/settings/phone/send-code')}
          verify={async (code) => {
            updateSettingsCache(await api('POST /api/settings/phone/verify', { body: { code } }))
            showToast({ title: 'Phone number verified' })
          }}
        />
      )}
    </>
  )
}
