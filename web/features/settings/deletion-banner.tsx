import { TriangleAlert } from 'lucide-react'
import { fullDate } from '#web/lib/format.ts'
import { KeepAccountButton } from './keep-account-button.tsx'

/** Shown at the top while the account waits for its deletion. */
export function DeletionBanner({ dueAt }: { dueAt: string }) {
  return (
    <div className="mb-6 flex flex-wrap items-center gap-4 rounded-card bg-danger-soft p-5">
      <TriangleAlert size={24} className="shrink-0 text-danger" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-bold">{`Your account will be deleted on ${fullDate(dueAt)}`}</p>
        <p>Until then nobody sees your profile and your listings.</p>
      </div>
      <KeepAccountButton />
    </div>
  )
}
