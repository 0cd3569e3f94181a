import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Settings } from '#shared/contract/settings.ts'
import { limits } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import { fullDate } from '#web/lib/format.ts'
import { showToast } from '#web/ui/toast.ts'
import { KeepAccountButton } from './keep-account-button.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { Section } from './section.tsx'
import { useUpdateSettingsCache } from './use-settings.ts'

export function DeletionSection({ settings }: { settings: Settings }) {
  const [dialogOpen, setDialogOpen] = useState(false)
  const updateSettingsCache = useUpdateSettingsCache('POST /api/settings/deletion')
  const { deletionDueAt } = settings

  async function deleteAccount(body: { password: string }) {
    const leaving = await api('POST /api/settings/deletion', { body })
    updateSettingsCache(leaving)
    showToast({
      title: 'Your account waits for its deletion',
      description: `Until ${fullDate(leaving.deletionDueAt ?? '')} you can keep it after all.`,
    })
  }

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
      <PasswordDialog
        open={dialogOpen}
        onClose={() => setDialogOpen(false)}
        title="Delete your account?"
        description={`Your profile and your listings cannot be seen from now on, and every other device is logged out. After ${limits.deletionGrace} days everything is deleted for good: listings, pictures, favorites, questions. Messages and reviews that you wrote stay with those who got them, without your name.`}
        submitLabel="Delete my account"
        destructive
        email={settings.email}
        failureTitle="Account not deleted"
        onSubmit={deleteAccount}
      />
    </Section>
  )
}

export function DeletionBanner({ dueAt }: { dueAt: string }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-4 rounded-card bg-danger-soft p-5">
      <TriangleAlert size={24} className="text-danger" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-bold">{`Your account will be deleted on ${fullDate(dueAt)}`}</p>
        <p>Until then nobody sees your profile and your listings.</p>
      </div>
      <KeepAccountButton />
    </div>
  )
}
