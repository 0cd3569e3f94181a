import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StolenPhone } from '#shared/contract/passports.ts'
import { api } from '#web/lib/api.ts'
import { fullDate } from '#web/lib/format.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'

const write = 'DELETE /api/stolen-phones/:id'

const states: Record<StolenPhone['status'], [name: string, text: string]> = {
  WAITING: [
    'Waiting',
    'A moderator checks your proof and sends you a mail. Until then nobody else sees the report.',
  ],
  CONFIRMED: [
    'Confirmed',
    'A check of this phone shows that it is stolen, and listings of it go to our moderators. Nobody learns that you reported it.',
  ],
  DECLINED: ['Declined', 'You can report it again with another proof.'],
}

export function StolenPhoneCard({ report }: { report: StolenPhone }) {
  const client = useQueryClient()
  const [asks, setAsks] = useState(false)
  const { id, lastFour, details, proof, status, reason, createdAt } = report
  const [name, text] = states[status]
  const withdraw = useMutation({
    mutationFn: () => api(write, { params: { id } }),
    onSuccess: () => showToast({ title: 'Report withdrawn' }),
    onError: (error) => showFailure('Not withdrawn', error),
    onSettled() {
      setAsks(false)
      // Also after a failure: the report is gone where only the answer was lost.
      return refreshChanged(client, write)
    },
  })

  return (
    <article className="card max-w-2xl p-5 sm:p-6">
      <div className="flex items-start gap-3">
        <Thumbnail url={proof} size={64} alt="Your proof" />
        <div className="min-w-0">
          <h2 className="text-lg font-bold">IMEI ending in {lastFour}</h2>
          <p className="mt-1 text-sm text-muted">
            <span className="font-semibold">{name}</span> · {fullDate(createdAt)}
          </p>
        </div>
      </div>
      <p className="mt-3">{text}</p>
      {reason && (
        <p className="mt-3 whitespace-pre-line">
          <span className="font-semibold">Reason:</span> {reason}
        </p>
      )}
      <p className="mt-3 whitespace-pre-line text-muted wrap-anywhere">{details}</p>
      <button
        type="button"
        aria-label={`Withdraw the report of the phone that ends in ${lastFour}`}
        className="button button-outline mt-4"
        onClick={() => setAsks(true)}
      >
        Withdraw
      </button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => withdraw.mutate()}
        title="Withdraw this report?"
        description="The report and its photo are deleted, and the phone no longer counts as stolen here."
        confirmLabel="Withdraw"
        busy={withdraw.isPending}
      />
    </article>
  )
}
