import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { timeAgo } from '#web/lib/format.ts'
import { thumbnailUrl } from '#web/lib/media.ts'
import { useNow } from '#web/lib/now.tsx'
import { momentOf } from './dates.ts'
import { wideActions, wideCell } from './table.tsx'

/* Cells that the rows of reports and of what was held back have in common. */

export function IdCell({ id }: { id: number }) {
  return (
    <td className={`${wideCell} text-muted tabular-nums max-lg:order-1 max-lg:text-xs`}>
      <span className="lg:hidden">#</span>
      {id}
    </td>
  )
}

interface TimeCellProps {
  moment: string
  /** The exact time where it is not that of the moment. */
  title?: string | undefined
  className: string
}

export function TimeCell({ moment, title = momentOf(moment), className }: TimeCellProps) {
  const now = useNow()
  return (
    <td className={`${wideCell} text-xs whitespace-nowrap text-muted max-lg:justify-self-end ${className}`}>
      <time dateTime={moment} title={title}>
        {timeAgo(moment, now)}
      </time>
    </td>
  )
}

/** The buttons of a row, none once it is settled. */
export function ActionsCell({ settled, children }: { settled: boolean; children: ReactNode }) {
  return (
    <td className={`${wideCell} max-lg:order-3 ${settled ? 'max-lg:hidden' : wideActions}`}>
      {!settled && <div className="flex gap-1.5 max-lg:*:flex-1 lg:justify-end">{children}</div>}
    </td>
  )
}

const thumb = 'size-12 shrink-0 rounded-control bg-sunken'

/** The picture of what a row is about, or a sign for what it is. */
export function Thumb({ picture, Icon }: { picture: string | null; Icon: LucideIcon }) {
  return picture ? (
    <img
      src={thumbnailUrl(picture)}
      alt=""
      width={48}
      height={48}
      loading="lazy"
      decoding="async"
      className={`${thumb} object-cover`}
    />
  ) : (
    <span className={`${thumb} grid place-items-center text-muted`}>
      <Icon size={20} aria-hidden />
    </span>
  )
}
