import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Settings } from '#shared/contract/settings.ts'
import { limits } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import { fullDate } from '#web/lib/format.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'
import { showToast } from '#web/ui/toast.ts'
import { showFormFailure } from './failure-toast.ts'
import { KeepAccountButton } from './keep-account-button.tsx'
import { OwnPassword, OwnPasswordField } from './own-password.tsx'
import { Section } from './section.tsx'
import { useUpdateSettingsCache } from './use-settings.ts'

/** Deletes the account, or cancels the deletion during the grace period. */
export function DeletionSection({ settings }: { settings: Settings }) {
  const [dialogOpen, setDialogOpen] = useState(false)
  const { deletionDueAt } = settings
  return (
    <Section
      id="delete"
      title="Delete account"
      text={
        deletionDueAt
          ? `Your account will be deleted on ${fullDate(deletionDueAt)}.`
          : `Your profile and your listings leave Oja at once. For ${limits.deletionGrace} days you can change your mind.`
      }
    >
      {deletionDueAt ? (
        <KeepAccountButton />
      ) : (
        <button type="button" className="button button-danger" onClick={() => setDialogOpen(true)}>
          Delete my account
        </button>
      )}
      <DeletionDialog open={dialogOpen} onClose={() => setDialogOpen(false)} email={settings.email} />
    </Section>
  )
}

interface DeletionDialogProps {
  open: boolean
  onClose: () => void
  email: string
}

function DeletionDialog({ open, onClose, email }: DeletionDialogProps) {
  const id = useId()
  const updateSettingsCache = useUpdateSettingsCache('POST /api/settings/deletion')
  const form = useForm({ resolver: zodResolver(OwnPassword), defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const failure = useFormFailure()

  function close() {
    form.reset()
    failure.clear()
    onClose()
  }

  async function submit(body: { password: string }) {
    failure.clear()
    try {
      const settings = await api('POST /api/settings/deletion', { body })
      close()
      updateSettingsCache(settings)
      showToast({
        title: 'Your account waits for its deletion',
        description: `Until ${fullDate(settings.deletionDueAt ?? '')} you can keep it after all.`,
      })
    } catch (error) {
      showFormFailure(failure, 'Account not deleted', error, ['password'], form.setError)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Delete your account?"
      description={`Your profile and your listings cannot be seen from now on, and every other device is logged out. After ${limits.deletionGrace} days everything is deleted for good: listings, pictures, favorites, questions. Messages and reviews that you wrote stay with those who got them, without your name.`}
      footer={
        <>
          <button type="button" className="button button-outline" onClick={close}>
            Cancel
          </button>
          <BusyButton type="submit" form={id} className="button button-danger-solid" busy={isSubmitting}>
            Delete my account
          </BusyButton>
        </>
      }
    >
      <form id={id} method="post" onSubmit={form.handleSubmit(submit)} noValidate className="pt-2">
        <OwnPasswordField email={email} field={form.register('password')} error={errors.password?.message} />
        <FormFailure text={failure.text} className="mt-3" />
      </form>
    </Dialog>
  )
}
