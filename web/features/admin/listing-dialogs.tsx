import { useState } from 'react'
import type { AdminListing } from '#shared/contract/admin.ts'
import { type ActionReason, ReasonDialog } from './reason-dialog.tsx'

export interface PendingConfirmation {
  action: 'hide' | 'feature' | 'delete'
  listings: AdminListing[]
  /** The listings came from the selection. */
  bulk: boolean
}

interface ListingDialogProps {
  question: PendingConfirmation
  open: boolean
  onClose: () => void
  onConfirm: (why: ActionReason, days: FeatureDays) => void
}

export function ListingDialog({ question, open, onClose, onConfirm }: ListingDialogProps) {
  const [days, setDays] = useState<FeatureDays>(7)
  const { action, listings } = question
  const named = listings.length === 1 ? `“${listings[0]?.title}”` : `${listings.length} listings`
  const it = listings.length === 1 ? 'It' : 'They'
  const messages = {
    hide: {
      title: 'Hide Listing',
      description: `${named} will be hidden from everyone but its owner, who cannot show it again.`,
      confirmLabel: 'Hide',
      hint: 'The owner gets it by mail and reads it beside the listing.',
    },
    feature: {
      title: 'Feature Listing',
      description: `${named} will stand among the featured ones.`,
      confirmLabel: 'Feature',
      hint: 'Kept in the history.',
    },
    delete: {
      title: listings.length === 1 ? 'Delete Listing' : `Delete ${listings.length} Listings`,
      description: `${named} will be taken off Oja. ${it} can still be seen here with “Show Deleted”.`,
      confirmLabel: 'Delete',
      hint: listings.length === 1 ? 'The owner gets it by mail.' : 'The owners get it by mail.',
    },
  }[action]
  return (
    <ReasonDialog
      {...messages}
      open={open}
      onClose={onClose}
      onConfirm={(why) => onConfirm(why, days)}
      offersRules={action !== 'feature'}
      destructive={action === 'delete'}
    >
      {action === 'feature' && <FeatureDaysField days={days} onChange={setDays} />}
    </ReasonDialog>
  )
}

const featureDays = [7, 14, 30] as const
export type FeatureDays = (typeof featureDays)[number]

function FeatureDaysField({ days, onChange }: { days: FeatureDays; onChange: (days: FeatureDays) => void }) {
  return (
    <fieldset className="mb-5">
      <legend className="mb-1.5 text-sm font-semibold">For how long</legend>
      <div className="grid grid-cols-3 gap-2">
        {featureDays.map((choice) => (
          <label
            key={choice}
            className="flex min-h-11 cursor-pointer items-center justify-center gap-2 rounded-control border border-line-strong text-sm font-semibold has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-ink has-focus-visible:outline-3 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name="days"
              className="sr-only"
              checked={days === choice}
              onChange={() => onChange(choice)}
            />
            {choice} days
          </label>
        ))}
      </div>
    </fieldset>
  )
}
