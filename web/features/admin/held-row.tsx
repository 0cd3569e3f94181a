import { Check, MessageSquare, Package, X } from 'lucide-react'
import { Link } from 'wouter'
import type { Held } from '#shared/contract/held.ts'
import { formatNaira } from '#shared/money.ts'
import { statusLabels } from '#web/lib/labels.ts'
import { thumbnailUrl } from '#web/lib/media.ts'
import { paths } from '#web/lib/paths.ts'
import { adminPath } from './admin-url.ts'
import { dayOf, momentOf } from './dates.ts'
import { decisionName, ruleWords } from './held-words.ts'
import { RowButton } from './row-button.tsx'
import { RowFailure, wideCell, wideRow } from './table.tsx'
import { ActionsCell, IdCell, Thumb, TimeCell } from './wide-cells.tsx'

const decisionBadge = {
  OPEN: 'badge badge-accent',
  RELEASE: 'badge badge-brand',
  REJECT: 'badge text-danger',
  WITHDRAWN: 'badge',
}

interface HeldRowProps {
  held: Held
  pending: boolean
  failure: string | undefined
  onRelease: () => void
  onReject: () => void
}

/** Something that was held back; what waits can be released or rejected. */
export function HeldRow({ held, pending, failure, onRelease, onReject }: HeldRowProps) {
  const { id, kind, rule, owner, like, decision, reason, decidedBy, decidedAt, createdAt } = held
  const what = kind === 'LISTING' ? held.listing.title : `message ${id}`
  return (
    <tr aria-busy={pending} className={`${wideRow} align-top`}>
      <IdCell id={id} />
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:max-w-96`}>
        {held.message ? <HeldMessage held={held} message={held.message} /> : <HeldListing held={held} />}
        <RowFailure text={failure} />
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3`}>
        <span className="text-muted lg:hidden">By </span>
        <Link
          href={adminPath({ tab: 'users', q: `#${owner.id}` })}
          className="inline-block leading-6 font-semibold hover:underline"
        >
          {owner.fullName}
        </Link>
        <p className="text-xs whitespace-nowrap text-muted max-lg:inline max-lg:pl-2">
          {owner.isBanned ? 'Banned' : `Joined ${dayOf(owner.createdAt)}`}
        </p>
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:max-w-72`}>
        <p>{ruleWords[rule]}</p>
        {like && (
          <p className="mt-0.5 text-muted">
            Like{' '}
            <Link href={paths.listing(like.id)} className="link leading-6 font-semibold">
              {like.title}
            </Link>
            {like.seller.id !== owner.id && ` of ${like.seller.fullName}`}
            {like.state !== 'ACTIVE' && `, now ${stateNames[like.state]?.toLowerCase()}`}
          </p>
        )}
        {reason && <p className="mt-0.5 whitespace-pre-line text-muted">“{reason}”</p>}
      </td>
      <td className={`${wideCell} max-lg:order-1 max-lg:justify-self-end`}>
        <span className={decisionBadge[decision ?? 'OPEN']}>{decisionName(decision)}</span>
        {decidedBy && <p className="mt-0.5 text-xs text-muted max-lg:hidden">{decidedBy.fullName}</p>}
      </td>
      <TimeCell
        moment={createdAt}
        title={decidedAt ? `Decided ${momentOf(decidedAt)}` : undefined}
        className="max-lg:order-1"
      />
      <ActionsCell settled={decision !== null}>
        <RowButton Icon={Check} word="Release" of={what} disabled={pending} onClick={onRelease} />
        <RowButton Icon={X} word="Reject" of={what} danger disabled={pending} onClick={onReject} />
      </ActionsCell>
    </tr>
  )
}

const stateNames: Record<string, string> = { ...statusLabels, DELETED: 'Deleted' }

function HeldListing({ held: { listing } }: { held: Held }) {
  return (
    <div className="flex gap-3">
      <Thumb picture={listing.picture} Icon={Package} />
      <div className="min-w-0">
        <Link
          href={paths.listing(listing.id)}
          className="line-clamp-2 leading-6 font-semibold hover:underline"
        >
          {listing.title}
        </Link>
        <p className="text-xs text-muted tabular-nums">
          {formatNaira(listing.price)}
          {listing.state === 'DELETED' && ' · Deleted'}
        </p>
        <p className="mt-1 line-clamp-3 text-muted [overflow-wrap:anywhere]">{listing.description}</p>
      </div>
    </div>
  )
}

function HeldMessage({ held: { listing }, message }: { held: Held; message: NonNullable<Held['message']> }) {
  const { body, attachment, to } = message
  return (
    <div className="flex gap-3">
      <Thumb picture={null} Icon={MessageSquare} />
      <div className="min-w-0">
        <p className="line-clamp-6 font-semibold whitespace-pre-line [overflow-wrap:anywhere]">{body}</p>
        {attachment && (
          <img
            src={thumbnailUrl(attachment)}
            alt="Attached"
            width={64}
            height={64}
            loading="lazy"
            className="mt-1.5 size-16 rounded-control bg-sunken object-cover"
          />
        )}
        <p className="mt-0.5 text-xs text-muted">
          To {to.fullName} about{' '}
          <Link href={paths.listing(listing.id)} className="link leading-6 font-semibold">
            {listing.title}
          </Link>
        </p>
      </div>
    </div>
  )
}
