import { Check, MessageSquare, Package, ShieldAlert, X } from 'lucide-react'
import { Link } from 'wouter'
import type { QueueItem } from '#shared/contract/moderation-queue.ts'
import { formatNaira } from '#shared/money.ts'
import { shortDate } from '#web/lib/dates.ts'
import { statusLabels } from '#web/lib/labels.ts'
import { paths } from '#web/lib/paths.ts'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import { adminPath, adminUserPath } from './admin-url.ts'
import { decisionLabels, decisionName, ruleMessages } from './queue-messages.ts'
import { PhotoPairs, QueuedReviews } from './queued-reviews.tsx'
import { RowButton } from './row-button.tsx'
import type { RowMark } from './row-mutations.ts'
import { RowFailure, wideCell, wideRow } from './table.tsx'
import { momentOf } from './texts.ts'
import { ActionsCell, DecisionCells, IdCell, Thumb } from './wide-cells.tsx'

const decisionBadge = {
  OPEN: 'badge badge-accent',
  RELEASE: 'badge badge-brand',
  REJECT: 'badge text-danger',
  WITHDRAWN: 'badge',
}

interface QueueRowProps extends RowMark {
  item: QueueItem
  onRelease: () => void
  onReject: () => void
}

/** A listing, message, sender or review held for review, or a photo to compare; an open one can be decided. */
export function QueueRow({ item, pending, failure, onRelease, onReject }: QueueRowProps) {
  const { id, kind, rule, owner, like, decision, reason } = item
  const title = item.listing?.title ?? ''
  const what = {
    LISTING: title,
    MESSAGE: `message ${id}`,
    SENDER: owner.fullName,
    PHOTO: `photo of ${title}`,
    REVIEW: `reviews in ${id}`,
    PHONE: `phone of ${title}`,
    THEFT: `stolen phone of ${owner.fullName}`,
  }[kind]
  const labels = decisionLabels(kind)
  const asksToCompare = kind === 'PHOTO' || kind === 'PHONE'
  return (
    <tr aria-busy={pending} className={`${wideRow} align-top`}>
      <IdCell id={id} />
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:w-96`}>
        {item.message ? (
          <QueuedMessage item={item} message={item.message} />
        ) : item.evidence ? (
          <QueuedSender evidence={item.evidence} />
        ) : item.listing ? (
          <QueuedListing listing={item.listing} />
        ) : (
          kind === 'REVIEW' && <QueuedReviews item={item} />
        )}
        {item.theft && <QueuedTheft id={id} theft={item.theft} />}
        <PhotoPairs item={item} />
        <RowFailure {...failure} />
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3`}>
        <span className="text-muted lg:hidden">By </span>
        <Link href={adminUserPath(owner.id)} className="inline-block leading-6 font-semibold hover:underline">
          {owner.fullName}
        </Link>
        <p className="text-xs whitespace-nowrap text-muted max-lg:inline max-lg:pl-2">
          {owner.isBanned ? 'Banned' : `Joined ${shortDate(owner.createdAt)}`}
        </p>
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:max-w-72`}>
        <p>{ruleMessages[rule]}</p>
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
      <DecisionCells {...item} badge={decisionBadge[decision ?? 'OPEN']} name={decisionName(item)} />
      <ActionsCell settled={decision !== null}>
        <RowButton
          Icon={asksToCompare ? X : Check}
          label={labels.RELEASE}
          of={what}
          pending={pending}
          onClick={onRelease}
        />
        <RowButton
          Icon={asksToCompare ? Check : X}
          label={labels.REJECT}
          of={what}
          danger
          pending={pending}
          onClick={onReject}
        />
      </ActionsCell>
    </tr>
  )
}

const stateNames: Record<string, string> = { ...statusLabels, DELETED: 'Deleted' }

function QueuedListing({ listing }: { listing: NonNullable<QueueItem['listing']> }) {
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

/** What an owner said about a stolen phone, with the proof; of a listing, which report it is. */
function QueuedTheft({ id, theft }: { id: number; theft: NonNullable<QueueItem['theft']> }) {
  const { reportId, lastFour, details, proof } = theft
  return (
    <div className="mt-2 flex gap-3 first:mt-0">
      <a href={proof} target="_blank" rel="noreferrer" aria-label="Proof" className="shrink-0">
        <Thumbnail url={proof} size={112} />
      </a>
      <div className="min-w-0">
        <p className="font-semibold">IMEI ending in {lastFour}</p>
        <p className="mt-1 whitespace-pre-line text-muted [overflow-wrap:anywhere]">{details}</p>
        {reportId !== id && (
          <Link href={adminPath({ tab: 'held', q: `#${reportId}` })} className="link leading-6 font-semibold">
            Report {reportId}
          </Link>
        )}
      </div>
    </div>
  )
}

type Evidence = NonNullable<QueueItem['evidence']>
type Warnings = Evidence['warnings']

/** The warnings of one text stand together, the last one first: what was written, and to whom. */
function sameTexts(warnings: Warnings): (Warnings[number] & { sent: Warnings })[] {
  const isSame = (one: Warnings[number]) => (other: Warnings[number]) =>
    one.kind === other.kind && one.body === other.body
  return warnings
    .filter((one, index) => warnings.findIndex(isSame(one)) === index)
    .map((first) => ({ ...first, sent: warnings.filter(isSame(first)) }))
}

/** How many people were warned about a sender, and of what. */
function QueuedSender({ evidence: { recipients, warnings } }: { evidence: Evidence }) {
  return (
    <div className="flex gap-3">
      <Thumb picture={null} Icon={ShieldAlert} />
      <div className="min-w-0">
        <p className="font-semibold">
          {recipients === 1 ? '1 person warned' : `${recipients} people warned`}
        </p>
        <ul className="mt-1 space-y-2">
          {sameTexts(warnings).map(({ kind, seen, body, createdAt, sent }) => (
            <li key={`${kind} ${body}`}>
              <p className="line-clamp-3 [overflow-wrap:anywhere]">“{body}”</p>
              <p className="text-xs text-muted">
                {[
                  kind.replaceAll('-', ' '),
                  ...seen.map((words) => `“${words}”`),
                  `to ${sent.map(({ to, isDismissed }) => `${to.fullName}${isDismissed ? ' (who knows them)' : ''}`).join(', ')}`,
                  momentOf(createdAt),
                ].join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function QueuedMessage({
  item: { listing },
  message,
}: {
  item: QueueItem
  message: NonNullable<QueueItem['message']>
}) {
  const { body, attachment, to } = message
  return (
    <div className="flex gap-3">
      <Thumb picture={null} Icon={MessageSquare} />
      <div className="min-w-0">
        <p className="line-clamp-6 font-semibold whitespace-pre-line [overflow-wrap:anywhere]">{body}</p>
        {attachment && (
          <Thumbnail url={attachment} size={64} alt="Attached" className="mt-1.5 rounded-control" />
        )}
        <p className="mt-0.5 text-xs text-muted">
          To {to.fullName}
          {listing && (
            <>
              {' about '}
              <Link href={paths.listing(listing.id)} className="link leading-6 font-semibold">
                {listing.title}
              </Link>
            </>
          )}
        </p>
      </div>
    </div>
  )
}
