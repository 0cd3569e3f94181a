import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { ProfileChanges, type Settings } from '#shared/contract/settings.ts'
import { limits } from '#shared/limits.ts'
import { lgasOf, states } from '#shared/nigeria.ts'
import { api } from '#web/lib/api.ts'
import { codeOf, currentOf } from '#web/lib/errors.ts'
import { unsavedOf, useUnsaved } from '#web/lib/unsaved.ts'
import { Field, Options } from '#web/ui/field.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { showToast } from '#web/ui/toast.ts'
import { AvatarField } from './avatar-field.tsx'
import { showFormFailure } from './failure-toast.ts'
import { SaveBar, Section } from './section.tsx'
import { useUpdateSettingsCache } from './use-settings.ts'

interface ProfileValues {
  fullName: string
  bio: string
  state: string
  lga: string
}

const fields = ['fullName', 'bio', 'state', 'lga'] as const

const valuesOf = ({ fullName, bio, state, lga }: Settings): ProfileValues => ({
  fullName,
  bio: bio ?? '',
  state: state ?? '',
  lga: lga ?? '',
})

/** The public profile. The picture is saved when it is chosen, the other fields together. */
export function ProfileSection({ settings }: { settings: Settings }) {
  const updateSettingsCache = useUpdateSettingsCache('PATCH /api/settings/profile')
  const [draft] = useState(() => unsavedOf<ProfileValues>('profile'))
  const saved = useMemo(() => valuesOf(settings), [settings])
  const form = useForm({
    resolver: zodResolver(ProfileChanges),
    defaultValues: draft ?? saved,
  })
  const { errors, isSubmitting } = form.formState
  const failure = useFormFailure()
  const watched = useWatch({ control: form.control })
  const values: ProfileValues = {
    fullName: watched.fullName ?? '',
    bio: watched.bio ?? '',
    state: watched.state ?? '',
    lga: watched.lga ?? '',
  }
  const dirty = fields.some((name) => values[name] !== saved[name])
  const text = JSON.stringify(values)
  useUnsaved(
    'profile',
    useMemo(() => (dirty ? (JSON.parse(text) as ProfileValues) : null), [dirty, text]),
  )

  /**
   * Continues from a profile that was saved elsewhere, whichever response or read brought it: fields that the user edited keep their text
   * and count as changed, the others are updated.
   */
  const followed = useRef(saved)
  useEffect(() => {
    const before = followed.current
    followed.current = saved
    for (const name of fields) {
      if (saved[name] === before[name]) continue
      const value = form.getValues(name)
      if (value === before[name]) form.setValue(name, saved[name])
      else if (value !== saved[name])
        form.setError(name, {
          message: `This was changed elsewhere to “${saved[name]}”. Save again to keep what you wrote.`,
        })
    }
  }, [saved, form])

  async function save({ fullName, bio, state, lga }: ProfileChanges) {
    const isPlaceChanged = state !== saved.state || lga !== saved.lga
    const sent = form.getValues()
    failure.clear()
    try {
      const answer = await api('PATCH /api/settings/profile', {
        body: {
          ...(fullName !== saved.fullName && { fullName }),
          ...(bio !== saved.bio && { bio }),
          ...(isPlaceChanged && { state, lga }),
          version: settings.profileVersion,
        },
      })
      followed.current = valuesOf(answer)
      updateSettingsCache(answer)
      // What was typed meanwhile is an unsaved change.
      const typed = form.getValues()
      const newer = fields.filter((name) => typed[name] !== sent[name]).map((name) => [name, typed[name]])
      form.reset({ ...followed.current, ...Object.fromEntries(newer) })
      showToast({ title: 'Profile saved' })
    } catch (error) {
      const current = codeOf(error) === 'STALE_VERSION' && currentOf<Settings>(error)
      if (current) updateSettingsCache(current)
      showFormFailure(failure, 'Profile not saved', error, fields, form.setError)
    }
  }

  return (
    <Section id="profile" title="Profile" text="What buyers and sellers see of you.">
      <AvatarField settings={settings} />
      <form method="post" onSubmit={form.handleSubmit(save)} noValidate className="mt-6 space-y-5">
        <Field label="Full name" error={errors.fullName?.message}>
          <input
            {...form.register('fullName')}
            autoComplete="name"
            autoCapitalize="words"
            className="input"
          />
        </Field>
        <Field
          label="About you"
          error={errors.bio?.message}
          hint="What you sell, where to meet, when you answer"
          counter={`${values.bio.length}/${limits.bio.max}`}
        >
          <textarea
            {...form.register('bio')}
            rows={4}
            className="input field-sizing-content max-h-80 min-h-28 leading-relaxed"
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="State" error={errors.state?.message}>
            <select
              {...form.register('state', {
                onChange: () => form.setValue('lga', '', { shouldValidate: form.formState.isSubmitted }),
              })}
              className="input"
            >
              <option value="">Not shown</option>
              <Options of={states} />
            </select>
          </Field>
          <Field label="LGA" error={errors.lga?.message}>
            <select
              {...form.register('lga')}
              // The options of the new state render only now: the form's own value would not match any before.
              value={values.lga}
              disabled={!values.state}
              className="input"
            >
              <option value="">{values.state ? 'Select an LGA' : 'Choose a state first'}</option>
              <Options of={lgasOf(values.state)} />
            </select>
          </Field>
        </div>
        <SaveBar
          label="Save profile"
          busy={isSubmitting}
          failure={failure}
          dirty={dirty}
          onDiscard={() => form.reset(saved)}
        />
      </form>
    </Section>
  )
}
