import { Eye, EyeOff, Flag, Star, StarOff, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import type { AdminListing } from '#shared/contract/admin.ts'
import { formatNaira } from '#shared/money.ts'
import { shortDate } from '#web/lib/dates.ts'
import { timeAgo } from '#web/lib/format.ts'
import { statusLabels } from '#web/lib/labels.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Photo } from '#web/ui/photo.tsx'
import { type AdminState, adminPath, changeAdmin } from './admin-url.ts'
import { RowButton } from './row-button.tsx'
import type { RowMark } from './row-mutations.ts'
import { actionsCell, cell, RowFailure, row } from './table.tsx'
import { aboutYou, momentOf } from './texts.ts'

export type ListingAction = 'hide' | 'show' | 'feature' | 'unfeature' | 'delete'

interface ListingRowProps extends RowMark {
  listing: AdminListing
  state: AdminState
  selected: boolean
  onSelect: (selected: boolean) => void
  onAction: (action: ListingAction) => void
}

const inactiveMessages = {
  BANNED: 'Nobody else sees it: its seller is banned.',
  LEAVING: 'Nobody else sees it: its seller’s account waits for its deletion.',
}

/** A listing with its moderation actions; a deleted one is dimmed and has none. */
export function ListingRow(props: ListingRowProps) {
  const { listing, state, selected, onSelect, pending, failure, onAction } = props
  const { id, title, category, state: place, lga, price, seller, createdAt, deletedAt, mayDecide } = listing
  const now = useNow()
  const deleted = deletedAt !== null
  const cover = listing.photos[0]
  return (
    <tr
      aria-busy={pending}
      className={`${row} ${deleted ? 'bg-sunken text-muted' : selected ? 'bg-brand-soft/50' : ''}`}
    >
      <td className={`${cell} w-10`}>
        {!deleted && (
          <label className="-m-2 grid size-11 place-items-center">
            <span className="sr-only">Select {title}</span>
            <input
              type="checkbox"
              className="size-4.5 accent-brand"
              checked={selected}
              disabled={pending || !mayDecide}
              onChange={(event) => onSelect(event.target.checked)}
            />
          </label>
        )}
      </td>
      <td className={`${cell} max-md:col-span-2 ${deleted ? 'max-md:col-start-1 max-md:col-span-3' : ''}`}>
        <div className="flex min-w-0 items-center gap-3">
          <div
            className={`size-12 shrink-0 overflow-hidden rounded-control bg-sunken max-md:size-14 ${deleted ? 'faded' : ''}`}
          >
            {cover && (
              <Photo photo={cover} alt="" use="thumb" sizes="56px" className="size-full object-cover" />
            )}
          </div>
          <div className="min-w-0">
            <Link
              href={paths.listing(id)}
              className="line-clamp-2 leading-6 font-semibold hover:underline md:leading-snug"
            >
              {title}
            </Link>
            <p className="mt-0.5 text-xs text-muted">
              #{id} · {category.name} · {lga}, {place}
            </p>
            {listing.sellerAway && !deleted && (
              <p className="mt-0.5 text-xs text-muted">{inactiveMessages[listing.sellerAway]}</p>
            )}
            {listing.wasSold && !deleted && (
              <p className="mt-0.5 text-xs text-muted">Sold before it was hidden: shown again, it is sold.</p>
            )}
            {!mayDecide && !deleted && <p className="mt-0.5 text-xs text-muted">{aboutYou}</p>}
            {listing.moderationReason && (
              <p className="mt-0.5 line-clamp-2 text-xs text-muted">Reason: {listing.moderationReason}</p>
            )}
          </div>
        </div>
        <RowFailure {...failure} />
      </td>
      <td className={`${cell} max-md:order-2 max-md:col-span-2`}>
        <Link
          href={adminPath(changeAdmin(state, { sellerId: String(seller.id) }))}
          aria-label={`Only listings of ${seller.fullName}`}
          className="line-clamp-2 text-sm hover:underline max-md:inline-flex max-md:min-h-6 max-md:items-center"
        >
          {seller.fullName}
        </Link>
      </td>
      <td className={`${cell} font-bold tabular-nums md:whitespace-nowrap max-md:order-1 max-md:col-span-2`}>
        {formatNaira(price)}
      </td>
      <td className={`${cell} max-md:order-1 max-md:max-w-28 max-md:justify-self-end`}>
        <ListingStatus listing={listing} />
      </td>
      <td
        className={`${cell} text-xs text-muted max-lg:hidden md:whitespace-nowrap max-md:order-2 max-md:block max-md:justify-self-end`}
      >
        <time dateTime={createdAt} title={momentOf(createdAt)}>
          {timeAgo(createdAt, now)}
        </time>
      </td>
      <td className={`${cell} ${deleted ? 'max-md:hidden' : actionsCell} max-md:order-3`}>
        {!deleted && <Actions listing={listing} pending={pending} onAction={onAction} />}
      </td>
    </tr>
  )
}

function Actions({ listing, pending, onAction }: Pick<ListingRowProps, 'listing' | 'pending' | 'onAction'>) {
  const { title, status, hiddenByModerator, featured, mayDecide } = listing
  const hidden = status === 'HIDDEN'
  const mayFeature = mayDecide && (featured || status === 'ACTIVE')
  return (
    <div className="flex gap-1.5 max-md:flex-wrap max-md:*:flex-auto md:justify-end">
      <RowButton
        Icon={hidden ? Eye : EyeOff}
        label={hidden ? 'Show' : 'Hide'}
        of={title}
        shows="roomy"
        className="lg:w-21"
        disabled={!mayDecide}
        pending={pending}
        onClick={() => onAction(hidden ? 'show' : 'hide')}
      />
      {hidden && !hiddenByModerator && (
        <RowButton
          Icon={EyeOff}
          label="Hide"
          of={title}
          shows="phone"
          disabled={!mayDecide}
          pending={pending}
          onClick={() => onAction('hide')}
        />
      )}
      <RowButton
        Icon={featured ? StarOff : Star}
        label={featured ? 'Unfeature' : 'Feature'}
        of={title}
        shows="phone"
        disabled={!mayFeature}
        pending={pending}
        onClick={() => onAction(featured ? 'unfeature' : 'feature')}
      />
      <RowButton
        Icon={Trash2}
        label="Delete"
        of={title}
        shows="phone"
        danger
        disabled={!mayDecide}
        pending={pending}
        onClick={() => onAction('delete')}
      />
    </div>
  )
}

const statusBadge: Record<AdminListing['status'], string> = {
  ACTIVE: 'badge badge-brand',
  SOLD: 'badge badge-accent',
  HIDDEN: 'badge border border-line-strong',
}

/** A listing's badges: its status or 'Deleted', featured, held for review and others. */
function ListingStatus({ listing }: { listing: AdminListing }) {
  const { status, deletedAt, hiddenByModerator, featured, featuredUntil, openReports } = listing
  if (deletedAt) return <span className="badge border border-line-strong text-danger">Deleted</span>
  return (
    <span className="flex flex-wrap gap-1 max-md:justify-end">
      <span className={statusBadge[status]}>
        {hiddenByModerator && <EyeOff size={13} />}
        {statusLabels[status]}
        {hiddenByModerator && <span className="sr-only"> by moderators</span>}
      </span>
      {featured && (
        <span
          className="badge badge-accent"
          title={featuredUntil ? `Featured until ${shortDate(featuredUntil)}` : undefined}
        >
          <Star size={13} /> Featured
        </span>
      )}
      {openReports > 0 && (
        <span className="badge text-danger">
          <Flag size={13} />
          {openReports} open {openReports === 1 ? 'report' : 'reports'}
        </span>
      )}
    </span>
  )
}
