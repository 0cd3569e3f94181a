import { EyeOff, Flag, Star } from 'lucide-react'
import type { AdminListing } from '#shared/contract/admin.ts'
import { statusLabels } from '#web/lib/labels.ts'
import { dayOf } from './dates.ts'

const statusBadge: Record<AdminListing['status'], string> = {
  ACTIVE: 'badge badge-brand',
  SOLD: 'badge badge-accent',
  HIDDEN: 'badge border border-line-strong',
}

/** A listing's badges: its status or 'Deleted', featured, held for review and others. */
export function ListingStatus({ listing }: { listing: AdminListing }) {
  const { status, deletedAt, hiddenByModerator, featured, featuredUntil, openReports } = listing
  if (deletedAt) return <span className="badge border border-line-strong text-danger">Deleted</span>
  return (
    <span className="flex flex-wrap gap-1 max-md:justify-end">
      <span className={statusBadge[status]}>
        {hiddenByModerator && <EyeOff size={13} aria-hidden />}
        {statusLabels[status]}
        {hiddenByModerator && <span className="sr-only"> by moderators</span>}
      </span>
      {featured && (
        <span
          className="badge badge-accent"
          title={featuredUntil ? `Featured until ${dayOf(featuredUntil)}` : undefined}
        >
          <Star size={13} aria-hidden /> Featured
        </span>
      )}
      {openReports > 0 && (
        <span className="badge text-danger">
          <Flag size={13} aria-hidden />
          {openReports} open {openReports === 1 ? 'report' : 'reports'}
        </span>
      )}
    </span>
  )
}
