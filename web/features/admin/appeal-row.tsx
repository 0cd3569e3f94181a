import { Check, Undo2 } from 'lucide-react'
import { Link } from 'wouter'
import type { AdminAppeal, AppealableAct, AppealOutcome, DecisionTopic } from '#shared/contract/appeals.ts'
import { ruleTitle } from '#shared/rules.ts'
import { paths } from '#web/lib/paths.ts'
import { adminListingPath, adminUserPath } from './admin-url.ts'
import { momentOf } from './dates.ts'
import { RowButton } from './row-button.tsx'
import type { RowMark } from './row-mutations.ts'
import { RowFailure, wideCell, wideRow } from './table.tsx'
import { ActionsCell, IdCell, TimeCell } from './wide-cells.tsx'

const actNames: Record<AppealableAct, string> = {
  HIDE: 'Hid listing',
  REJECT: 'Rejected',
  DELETE: 'Deleted listing',
  BAN: 'Banned user',
  WAIT: 'Messages wait',
}

const topicNames: Record<DecisionTopic, string> = {
  LISTING: 'listing',
  PHOTO: 'photo of',
  ACCOUNT: 'account',
  MESSAGE: 'message',
  MESSAGES: 'messages of',
}

const outcomeNames: Record<AppealOutcome | 'OPEN', string> = {
  OPEN: 'Waiting',
  UPHELD: 'Upheld',
  OVERTURNED: 'Overturned',
}
export const appealOutcomes = Object.entries(outcomeNames)

const outcomeBadge = { OPEN: 'badge badge-accent', UPHELD: 'badge', OVERTURNED: 'badge badge-brand' }

interface AppealRowProps extends RowMark {
  appeal: AdminAppeal
  onDecide: (outcome: AppealOutcome) => void
}

/** An appeal with the decision that it is against; an open one can be decided, by another administrator where there is one. */
export function AppealRow({ appeal, pending, failure, onDecide }: AppealRowProps) {
  const { id, text, createdAt, appellant, outcome, answer, decidedBy, decidedAt, mayDecide, act } = appeal
  const isOpen = outcome === null
  return (
    <tr aria-busy={pending} className={`${wideRow} align-top`}>
      <IdCell id={id} />
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:max-w-72`}>
        <p>
          <span className="font-semibold">
            {actNames[act.action]}
            {act.action === 'REJECT' && ` ${topicNames[act.about]}`}
          </span>{' '}
          <Link
            href={act.listingId === null ? adminUserPath(appellant.id) : adminListingPath(act.listingId)}
            className="leading-6 hover:underline"
          >
            {act.label}
          </Link>
        </p>
        {act.reason && <p className="mt-0.5 whitespace-pre-line text-muted">“{act.reason}”</p>}
        {act.rule && <p className="mt-0.5 text-muted">Rule: {ruleTitle(act.rule)}</p>}
        <p className="mt-0.5 text-xs text-muted">
          {act.admin?.fullName ?? 'A rule'}, {momentOf(act.createdAt)}
          {isOpen && !act.stands && '. Taken back meanwhile'}
        </p>
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:max-w-96`}>
        <Link
          href={paths.user(appellant.id)}
          className="inline-block leading-6 font-semibold hover:underline"
        >
          {appellant.fullName}
        </Link>
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
        {answer && <p className="mt-0.5 whitespace-pre-line text-muted">Answer: “{answer}”</p>}
        {isOpen && !mayDecide && (
          <p className="mt-0.5 text-sm text-muted">
            You took this decision. Another administrator decides about the appeal.
          </p>
        )}
        <RowFailure {...failure} />
      </td>
      <td className={`${wideCell} max-lg:order-1 max-lg:justify-self-end`}>
        <span className={outcomeBadge[outcome ?? 'OPEN']}>{outcomeNames[outcome ?? 'OPEN']}</span>
        {decidedBy && <p className="mt-0.5 text-xs text-muted max-lg:hidden">{decidedBy.fullName}</p>}
      </td>
      <TimeCell
        moment={createdAt}
        title={decidedAt ? `Decided ${momentOf(decidedAt)}` : undefined}
        className="max-lg:order-1"
      />
      <ActionsCell settled={!isOpen}>
        <RowButton
          Icon={Check}
          word="Uphold"
          of={`appeal ${id}`}
          disabled={!mayDecide}
          pending={pending}
          onClick={() => onDecide('UPHELD')}
        />
        <RowButton
          Icon={Undo2}
          word="Overturn"
          of={`appeal ${id}`}
          disabled={!mayDecide}
          pending={pending}
          onClick={() => onDecide('OVERTURNED')}
        />
      </ActionsCell>
    </tr>
  )
}
