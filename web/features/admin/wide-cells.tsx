import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import { wideActions, wideCell } from './table.tsx'
import { momentOf } from './texts.ts'

/* Cells shared by the rows of reports and of the review queue. */

export function IdCell({ id }: { id: number }) {
  return (
    <td className={`${wideCell} whitespace-nowrap text-muted tabular-nums max-lg:order-1 max-lg:text-xs`}>
      <span className="lg:hidden">#</span>
      {id}
    </td>
  )
}

interface TimeCellProps {
  moment: string
  /** The exact time, if it differs from `moment`. */
  title?: string | undefined
  className: string
}

export function TimeCell({ moment, title = momentOf(moment), className }: TimeCellProps) {
  const now = useNow()
  return (
    <td
      className={`${wideCell} text-xs text-muted max-lg:justify-self-end lg:whitespace-nowrap ${className}`}
    >
      <time dateTime={moment} title={title}>
        {timeAgo(moment, now)}
      </time>
    </td>
  )
}

interface DecisionCellsProps {
  badge: string
  name: string
  createdAt: string
  decidedBy: { fullName: string } | null
  decidedAt: string | null
}

/** The decision and its administrator, and since when the item was there. */
export function DecisionCells({ badge, name, createdAt, decidedBy, decidedAt }: DecisionCellsProps) {
  return (
    <>
      <td className={`${wideCell} max-lg:order-1 max-lg:justify-self-end`}>
        <span className={badge}>{name}</span>
        {decidedBy && <p className="mt-0.5 text-xs text-muted max-lg:hidden">{decidedBy.fullName}</p>}
      </td>
      <TimeCell
        moment={createdAt}
        title={decidedAt ? `Decided ${momentOf(decidedAt)}` : undefined}
        className="max-lg:order-1"
      />
    </>
  )
}

/** The buttons of a row; none once it is settled. */
export function ActionsCell({ settled, children }: { settled: boolean; children: ReactNode }) {
  return (
    <td className={`${wideCell} max-lg:order-3 ${settled ? 'max-lg:hidden' : wideActions}`}>
      {!settled && (
        <div className="flex gap-1.5 max-lg:flex-wrap max-lg:*:flex-1 lg:justify-end">{children}</div>
      )}
    </td>
  )
}

/** Picture of the row's subject, or an icon of its kind. */
export function Thumb({ picture, Icon }: { picture: string | null; Icon: LucideIcon }) {
  return picture ? (
    <Thumbnail url={picture} size={48} />
  ) : (
    <span className="grid size-12 shrink-0 place-items-center rounded-control bg-sunken text-muted">
      <Icon size={20} />
    </span>
  )
}
