import { Check, Gavel, Package, User } from 'lucide-react'
import { Link } from 'wouter'
import type { AdminReport } from '#shared/contract/admin.ts'
import type { ReportStatus } from '#shared/contract/reports.ts'
import { timeAgo } from '#web/lib/format.ts'
import { statusLabels } from '#web/lib/labels.ts'
import { thumbnailUrl } from '#web/lib/media.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { adminPath } from './admin-url.ts'
import { momentOf } from './dates.ts'
import { RowFailure, rowButton, wideActions, wideCell, wideRow } from './table.tsx'

const statusNames: Record<ReportStatus, string> = { NEW: 'New', REVIEWED: 'Reviewed', ACTIONED: 'Actioned' }
export const reportStatuses = Object.entries(statusNames)

const statusBadge: Record<ReportStatus, string> = {
  NEW: 'badge badge-accent',
  REVIEWED: 'badge',
  ACTIONED: 'badge badge-brand',
}

interface ReportRowProps {
  report: AdminReport
  pending: boolean
  failure: string | undefined
  onReview: () => void
  onAction: () => void
}

/** One report with what it is about; only a new one can be closed. */
export function ReportRow({ report, pending, failure, onReview, onAction }: ReportRowProps) {
  const { id, targetType, reason, details, status, createdAt, reporter } = report
  const now = useNow()
  const isNew = status === 'NEW'
  const Icon = targetType === 'LISTING' ? Package : User
  return (
    <tr aria-busy={pending} className={`${wideRow} align-top`}>
      <td className={`${wideCell} text-muted tabular-nums max-lg:order-1 max-lg:text-xs`}>
        <span className="lg:hidden">#</span>
        {id}
      </td>
      <td className={`${wideCell} whitespace-nowrap max-lg:order-1`}>
        <span className="inline-flex items-center gap-1.5 max-lg:text-xs">
          <Icon size={15} aria-hidden className="text-muted" />
          {targetType === 'LISTING' ? 'Listing' : 'User'}
        </span>
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:max-w-64`}>
        <Target report={report} />
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:max-w-72`}>
        <p className="font-semibold">{reason}</p>
        {details && <p className="mt-0.5 line-clamp-4 whitespace-pre-line text-muted">{details}</p>}
        <RowFailure text={failure} />
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-2`}>
        <span className="text-muted lg:hidden">By </span>
        <Link href={paths.user(reporter.id)} className="inline-block leading-6 hover:underline">
          {reporter.fullName}
        </Link>
      </td>
      <td className={`${wideCell} max-lg:order-1 max-lg:justify-self-end`}>
        <span className={statusBadge[status]}>{statusNames[status]}</span>
      </td>
      <td
        className={`${wideCell} text-xs whitespace-nowrap text-muted max-lg:order-2 max-lg:justify-self-end`}
      >
        <time dateTime={createdAt} title={momentOf(createdAt)}>
          {timeAgo(createdAt, now)}
        </time>
      </td>
      <td className={`${wideCell} max-lg:order-3 ${isNew ? wideActions : 'max-lg:hidden'}`}>
        {isNew && (
          <div className="flex gap-1.5 max-lg:*:flex-1 lg:justify-end">
            <button
              type="button"
              disabled={pending}
              aria-label={`Review report ${id}`}
              className={rowButton}
              onClick={onReview}
            >
              <Check size={16} aria-hidden /> Review
            </button>
            <button
              type="button"
              disabled={pending}
              aria-label={`Action report ${id}`}
              className={rowButton}
              onClick={onAction}
            >
              <Gavel size={15} aria-hidden /> Action
            </button>
          </div>
        )}
      </td>
    </tr>
  )
}

const stateNames: Record<string, string> = { ...statusLabels, DELETED: 'Deleted', BANNED: 'Banned' }

/** What a report is about: its picture, the way to it, what became of it, and how many more complain of it. */
function Target({ report: { targetType, targetId, target, status, openOnTarget } }: { report: AdminReport }) {
  if (!target) return <span className="text-muted">No longer there (#{targetId})</span>
  const isListing = targetType === 'LISTING'
  const more = openOnTarget - (status === 'NEW' ? 1 : 0)
  const manage = isListing
    ? adminPath({ tab: 'listings', q: `#${targetId}`, deleted: 'true' })
    : adminPath({ tab: 'users', q: `#${targetId}` })
  return (
    <div className="flex items-center gap-3">
      {!isListing ? (
        <Avatar url={target.picture} name={target.label} size={40} />
      ) : target.picture ? (
        <img
          src={thumbnailUrl(target.picture)}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          decoding="async"
          className="size-10 shrink-0 rounded-control bg-sunken object-cover"
        />
      ) : (
        <span className="size-10 shrink-0 rounded-control bg-sunken" />
      )}
      <div className="min-w-0">
        <Link
          href={isListing ? paths.listing(targetId) : paths.user(targetId)}
          className="line-clamp-2 leading-6 font-semibold hover:underline"
        >
          {target.label}
        </Link>
        <p className="relative flex flex-wrap items-center gap-x-2 text-xs text-muted">
          {target.state !== 'ACTIVE' && <span>{stateNames[target.state] ?? target.state}</span>}
          {isListing && <span>of {target.owner.fullName}</span>}
          <Link href={manage} className="link leading-6 font-semibold">
            Manage<span className="sr-only"> {target.label}</span>
          </Link>
        </p>
        {more > 0 && (
          <p className="text-xs font-semibold text-danger">
            {more} more open {more === 1 ? 'report' : 'reports'}
          </p>
        )}
      </div>
    </div>
  )
}
