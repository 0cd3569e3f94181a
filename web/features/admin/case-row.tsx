import { Lock, Package } from 'lucide-react'
import { Link } from 'wouter'
import type { Case, CaseAction, Claim } from '#shared/contract/cases.ts'
import { formatNaira } from '#shared/money.ts'
import { pluralise, timeAgo } from '#web/lib/format.ts'
import { statusLabels } from '#web/lib/labels.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { actions, caseKeyOf, isPossible } from './case-actions.ts'
import { CaseEvidence, CaseReports, OwnerHistory } from './case-evidence.tsx'
import { Key, SettlePanel } from './settle-panel.tsx'
import { RowFailure } from './table.tsx'
import { momentOf } from './texts.ts'
import type { Decision } from './use-settling.ts'
import { Thumb } from './wide-cells.tsx'

export const caseId = (one: Case) => `case-${caseKeyOf(one)}`

interface CaseRowProps {
  item: Case
  /** The case that the keys act on. */
  isCurrent: boolean
  selected: boolean
  taken: Claim | undefined
  /** The action whose reason this row asks for. */
  asked: CaseAction | undefined
  failure: string | undefined
  onFocus: () => void
  onSelect: (on: boolean) => void
  onAsk: (action: CaseAction) => void
  onSettle: (decision: Decision) => void
  onCancel: () => void
  onTakeOver: () => void
}

/** A reported listing or user with its open reports, the evidence, and what to do. */
export function CaseRow(props: CaseRowProps) {
  const { item, isCurrent, selected, taken, asked, failure, onFocus, onSelect } = props
  const { target, targetType, targetId, openReports, since } = item
  const now = useNow()
  const id = caseId(item)
  const label = target?.label ?? `No longer there (#${targetId})`
  const facts = actions.find(({ action }) => action === asked)
  return (
    <li
      id={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-labelledby={`${id}-title ${id}-facts`}
      aria-current={isCurrent}
      onFocus={onFocus}
      className={`flex scroll-my-28 flex-wrap items-start gap-x-3 gap-y-2 p-3 text-sm focus-visible:-outline-offset-3 md:aria-[current=true]:shadow-[inset_4px_0_0_var(--brand)] ${selected ? 'bg-brand-soft/50' : ''}`}
    >
      <label className="-m-2 -ml-3 grid size-11 place-items-center self-center">
        <span className="sr-only">Select {label}</span>
        <input
          type="checkbox"
          className="size-4.5 accent-brand"
          checked={selected}
          disabled={taken !== undefined}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </label>
      {targetType === 'LISTING' ? (
        <Thumb picture={target?.picture ?? null} Icon={Package} />
      ) : (
        <Avatar url={target?.picture ?? null} name={label} size={48} />
      )}
      <div className="min-w-0 flex-1">
        <h3 id={`${id}-title`} className="text-base leading-snug font-bold">
          {target ? (
            <Link
              href={targetType === 'LISTING' ? paths.listing(targetId) : paths.user(targetId)}
              className="line-clamp-2 hover:underline"
            >
              {label}
            </Link>
          ) : (
            label
          )}
        </h3>
        <p id={`${id}-facts`} className="flex flex-wrap items-center gap-x-2 text-xs text-muted tabular-nums">
          {target?.price != null && (
            <span className="text-sm font-bold text-ink">{formatNaira(target.price)}</span>
          )}
          {targetType === 'USER' && <span>User</span>}
          {target && target.state !== 'ACTIVE' && <span className="badge">{stateNames[target.state]}</span>}
          <span className="font-semibold text-danger">{pluralise(openReports, 'report')}</span>
          <time dateTime={since} title={momentOf(since)}>
            {timeAgo(since, now)}
          </time>
        </p>
      </div>
      <div className="flex flex-wrap gap-1.5 max-lg:order-3 max-md:w-full max-lg:*:flex-1">
        {taken ? <Taken {...props} taken={taken} label={label} /> : <Actions {...props} name={label} />}
      </div>
      <div className="grid w-full gap-x-6 gap-y-3 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
        <CaseReports {...item} />
        <CaseEvidence {...item} />
        <OwnerHistory {...item} />
      </div>
      <div className="w-full empty:hidden">
        <RowFailure text={failure} />
      </div>
      {facts && (
        <SettlePanel
          key={asked}
          facts={facts}
          cases={[item]}
          onSettle={props.onSettle}
          onClose={props.onCancel}
        />
      )}
    </li>
  )
}

const stateNames: Record<string, string> = { ...statusLabels, DELETED: 'Deleted', BANNED: 'Banned' }

const button =
  'button button-outline min-h-11 gap-1.5 px-2 py-1 text-sm md:min-h-9 md:px-2.5 pointer-coarse:min-h-11 md:whitespace-nowrap'

function Actions({ item, asked, onAsk, name }: CaseRowProps & { name: string }) {
  return actions
    .filter(({ action }) => item.targetType === 'LISTING' || (action !== 'HIDE' && action !== 'DELETE'))
    .map(({ action, key, label, danger }) => (
      <button
        key={action}
        type="button"
        disabled={!isPossible(action, item)}
        aria-expanded={asked === action}
        aria-keyshortcuts={key}
        className={`${button} ${danger ? 'hover:border-danger hover:text-danger' : ''}`}
        onClick={() => onAsk(action)}
      >
        <span>
          {label}
          <span className="sr-only"> {name}</span>
        </span>
        <Key name={key} />
      </button>
    ))
}

function Taken({ taken, label, onTakeOver }: CaseRowProps & { taken: Claim; label: string }) {
  return (
    <>
      <span className="badge badge-accent self-center">
        <Lock size={13} />
        {taken.admin.fullName} has this
      </span>
      <button type="button" aria-keyshortcuts="t" className={button} onClick={onTakeOver}>
        <span>
          Take over<span className="sr-only"> {label}</span>
        </span>
        <Key name="t" />
      </button>
    </>
  )
}
