import { useState } from 'react'
import type { AdminListing } from '#shared/contract/admin.ts'
import { type FeatureDays, FeatureDaysField } from './feature-days.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** What is asked about before it is done; the rest is done at once. */
export interface Question {
  action: 'hide' | 'feature' | 'delete'
  listings: AdminListing[]
  /** Of those that were selected. */
  bulk: boolean
}

interface ListingDialogProps {
  question: Question
  open: boolean
  onClose: () => void
  onConfirm: (reason: string | undefined, days: FeatureDays) => void
}

/** The confirmation of what is done to one listing, or of deleting several. */
export function ListingDialog({ question, open, onClose, onConfirm }: ListingDialogProps) {
  const [days, setDays] = useState<FeatureDays>(7)
  const { action, listings } = question
  const named = listings.length === 1 ? `“${listings[0]?.title}”` : `${listings.length} listings`
  const it = listings.length === 1 ? 'It' : 'They'
  const words = {
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
      {...words}
      open={open}
      onClose={onClose}
      onConfirm={(reason) => onConfirm(reason, days)}
      destructive={action === 'delete'}
    >
      {action === 'feature' && <FeatureDaysField days={days} onChange={setDays} />}
    </ReasonDialog>
  )
}
