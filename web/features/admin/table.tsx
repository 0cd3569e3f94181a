import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/*
 * Tables are tables where there is room, and cards below: the same elements, laid out as a grid. Cells of a card find
 * their place by the classes of their columns. Most need 768 px; those with many words (`wide`) 1024.
 */
const looks = {
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
  /** The header cells. */
  head: ReactNode
  /** While other rows are on their way these are dimmed. */
  stale: boolean
  wide?: boolean
  children: ReactNode
}

export function Table({ caption, head, stale, wide, children }: TableProps) {
  const look = wide ? looks.wide : looks.usual
  return (
    <div className={`transition-opacity ${look.frame} ${stale ? 'opacity-60' : ''}`} aria-busy={stale}>
      <table className={`w-full border-collapse text-left text-sm ${look.table}`}>
        <caption className="sr-only">{caption}</caption>
        <thead className={`border-b border-line bg-sunken text-xs text-muted ${look.head}`}>
          <tr>{head}</tr>
        </thead>
        <tbody className={`divide-y divide-line ${look.body}`}>{children}</tbody>
      </table>
    </div>
  )
}

/** A header cell for each title, and one for the actions. */
export function Heads({ titles, actions }: { titles: readonly string[]; actions?: boolean }) {
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
  'max-md:card max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:items-center max-md:gap-x-3 max-md:gap-y-2 max-md:p-3'
/** The cell of a row's buttons: a line of its own on a card. */
export const actions = 'max-md:col-span-3 max-md:border-t max-md:border-line max-md:pt-2.5'
export const wideCell = 'px-3 py-2 align-middle max-lg:block max-lg:p-0'
export const wideRow =
  'max-lg:card max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_auto] max-lg:content-start max-lg:items-center max-lg:gap-x-3 max-lg:gap-y-2 max-lg:p-3'
export const wideActions = 'max-lg:col-span-3 max-lg:border-t max-lg:border-line max-lg:pt-2.5'

/** Says in the row that what was done to it was not saved. */
export function RowFailure({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className="empty:hidden">
      {text && (
        <p className="mt-1.5 flex items-start gap-1.5 text-sm font-semibold text-danger">
          <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
          {text}
        </p>
      )}
    </div>
  )
}
