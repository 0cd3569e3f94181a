import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/*
 * Tables on wide screens, cards below: the same elements in a grid layout, in which the column classes place the cells of a
 * card. Most tables need 768 px; those with much text (`wide`) 1024.
 */
const layouts = {
  usual: {
    frame: 'md:card md:overflow-x-auto',
    table: 'max-md:block',
    head: 'max-md:hidden',
    body: 'max-md:flex max-md:flex-col max-md:gap-3 max-md:divide-y-0',
  },
  wide: {
    frame: 'lg:card lg:overflow-x-auto',
    table: 'max-lg:block',
    head: 'max-lg:hidden',
    body: 'max-lg:grid max-lg:gap-3 max-lg:divide-y-0 md:max-lg:grid-cols-2',
  },
}

interface TableProps {
  caption: string
  head: ReactNode
  /** Dims the rows while others load. */
  stale: boolean
  wide?: boolean | undefined
  children: ReactNode
}

export function Table({ caption, head, stale, wide, children }: TableProps) {
  const layout = wide ? layouts.wide : layouts.usual
  return (
    <div className={`transition-opacity ${layout.frame} ${stale ? 'opacity-60' : ''}`} aria-busy={stale}>
      <table className={`w-full border-collapse text-left text-sm ${layout.table}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={`border-b border-line bg-sunken text-xs text-muted ${layout.head}`}>
          <tr>{head}</tr>
        </thead>
        <tbody className={`divide-y divide-line ${layout.body}`}>{children}</tbody>
      </table>
    </div>
  )
}

/** A header cell for each title, and one for the actions. */
export function Heads({ titles, actions }: { titles: readonly string[]; actions?: boolean | undefined }) {
  return (
    <>
      {titles.map((title) => (
        <th key={title} scope="col" className={headCell}>
          {title}
        </th>
      ))}
      {actions && (
        <th scope="col" className={headCell}>
          <span className="sr-only">Actions</span>
        </th>
      )}
    </>
  )
}

export const headCell = 'px-3 py-2.5 font-semibold whitespace-nowrap'
export const cell = 'px-3 py-2 align-middle max-md:block max-md:p-0'
export const row =
  'focus-visible:-outline-offset-3 max-md:card max-md:grid max-md:grid-cols-[auto_minmax(min-content,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-2 max-md:p-3'
/** The cell of a row's buttons: a separate line on a card. */
export const actionsCell = 'max-md:col-span-3 max-md:border-t max-md:border-line max-md:pt-2.5'
export const wideCell = 'px-3 py-2 max-lg:block max-lg:p-0'
export const wideRow =
  'focus-visible:-outline-offset-3 max-lg:card max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_auto] max-lg:content-start max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-2 max-lg:p-3'
export const wideActions = 'max-lg:col-span-3 max-lg:border-t max-lg:border-line max-lg:pt-2.5'

interface RowFailureProps {
  text?: string | undefined
  /** The action covered several rows: the list announces it once, so that screen readers do not repeat it for each. */
  isBulk?: boolean
}

export function RowFailure({ text, isBulk }: RowFailureProps) {
  return (
    <div role={isBulk ? undefined : 'alert'} className="empty:hidden">
      {text && (
        <p className="mt-1.5 flex items-start gap-1.5 text-sm font-semibold text-danger">
          <CircleAlert size={16} className="mt-0.5" />
          {text}
        </p>
      )}
    </div>
  )
}
