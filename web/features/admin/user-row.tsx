import { Ban, Flag, History, RotateCcw } from 'lucide-react'
import { Link } from 'wouter'
import type { AdminUser } from '#shared/contract/admin.ts'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { adminPath } from './admin-url.ts'
import { dayOf, momentOf } from './dates.ts'
import { RowButton } from './row-button.tsx'
import type { RowMark } from './row-mutations.ts'
import { actions, cell, RowFailure, row } from './table.tsx'
import { counted } from './total.tsx'

interface UserRowProps extends RowMark {
  user: AdminUser
  onActivity: () => void
  onBan: () => void
  onUnban: () => void
}

/** A user's account; administrators cannot be banned. */
export function UserRow({ user, pending, failure, onActivity, onBan, onUnban }: UserRowProps) {
  const { id, fullName, username, email, role, isBanned, isLeaving, createdAt, activeListings, openReports } =
    user
  const now = useNow()
  const isAdmin = role === 'ADMIN'
  const ban = { of: fullName, shows: 'roomy', pending, className: 'lg:w-24' } as const
  return (
    <tr aria-busy={pending} className={row}>
      <td className={`${cell} text-muted tabular-nums max-md:order-3 max-md:text-xs`}>
        <span className="md:hidden">#</span>
        {id}
      </td>
      <td className={`${cell} max-md:order-1 max-md:col-span-2`}>
        <div className="flex min-w-0 items-center gap-3">
          <Avatar url={user.avatarUrl} name={fullName} size={36} />
          <div className="min-w-0">
            <Link href={paths.user(id)} className="line-clamp-2 leading-6 font-semibold hover:underline">
              {fullName}
            </Link>
            <p className="relative flex flex-wrap items-center gap-x-2 text-xs text-muted">
              <span>@{username}</span>
              <Link
                href={adminPath({ tab: 'listings', sellerId: String(id) })}
                className="leading-6 underline decoration-line-strong underline-offset-2 hover:text-ink"
              >
                {isBanned || isLeaving
                  ? `${counted(activeListings, 'listings')}, not shown`
                  : counted(activeListings, 'active listings')}
                <span className="sr-only"> of {fullName}</span>
              </Link>
              {isLeaving && <span>Leaving</span>}
              {openReports > 0 && (
                <span className="inline-flex items-center gap-1 font-semibold text-danger">
                  <Flag size={12} />
                  {openReports} open {openReports === 1 ? 'report' : 'reports'}
                </span>
              )}
              {user.openListingReports > 0 && (
                <span className="inline-flex items-center gap-1 font-semibold text-danger">
                  <Flag size={12} />
                  {user.openListingReports} about listings
                </span>
              )}
            </p>
          </div>
        </div>
        <RowFailure {...failure} />
      </td>
      <td className={`${cell} wrap-anywhere md:min-w-40 max-md:order-2 max-md:col-span-3`}>
        <EmailText text={email} />
      </td>
      <td className={`${cell} max-md:order-3 max-md:text-xs`}>
        <span className={isAdmin ? 'badge badge-accent' : 'text-muted'}>{isAdmin ? 'Admin' : 'User'}</span>
      </td>
      <td className={`${cell} max-md:order-1 max-md:self-start max-md:justify-self-end`}>
        <span className={isBanned ? 'badge border border-line-strong text-danger' : 'badge badge-brand'}>
          {isBanned ? 'Banned' : 'Active'}
        </span>
      </td>
      <td
        className={`${cell} text-muted max-lg:text-xs md:whitespace-nowrap max-md:order-3 max-md:justify-self-end`}
      >
        <time dateTime={createdAt} title={momentOf(createdAt)}>
          <span className="max-lg:hidden">{dayOf(createdAt)}</span>
          <span className="lg:hidden">{timeAgo(createdAt, now)}</span>
        </time>
      </td>
      <td className={`${cell} max-md:order-4 ${actions}`}>
        <div className="flex gap-1.5 max-md:flex-wrap max-md:*:flex-1 md:justify-end">
          <RowButton
            Icon={History}
            word="Activity"
            of={`of ${fullName}`}
            shows="roomy"
            onClick={onActivity}
          />
          {isBanned ? (
            <RowButton {...ban} Icon={RotateCcw} word="Unban" onClick={onUnban} />
          ) : (
            !isAdmin && <RowButton {...ban} Icon={Ban} word="Ban" danger onClick={onBan} />
          )}
        </div>
      </td>
    </tr>
  )
}
