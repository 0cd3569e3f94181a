import { ShieldAlert } from 'lucide-react'
import { useId } from 'react'
import type { Warning } from '#shared/contract/warnings.ts'
import { paths } from '#web/lib/paths.ts'
import { OjaMark } from '#web/ui/oja-mark.tsx'
import { warningTexts } from './warning-texts.ts'

interface WarningCardProps {
  warning: Warning
  /** Absent where the person is blocked already. */
  onReport?: (() => void) | undefined
  /** Absent beside a deal. */
  onDismiss?: (() => void) | undefined
}

/** Beside a message or a deal that may be an attempt to cheat its reader: what it looks like, why, and what to do. */
export function WarningCard({ warning: { kind, seen }, onReport, onDismiss }: WarningCardProps) {
  const titleId = useId()
  const { title, advice } = warningTexts[kind]
  return (
    <aside
      role="note"
      aria-labelledby={titleId}
      className="mt-2 max-w-md rounded-card border border-line bg-surface p-4 text-sm text-ink shadow-flat"
    >
      <div className="flex items-center gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <ShieldAlert size={20} />
        </span>
        <div className="min-w-0 flex-1">
          <p id={titleId} className="text-base leading-tight font-bold">
            {title}
          </p>
          <p className="text-xs text-muted">
            <OjaMark /> · Only you see this
          </p>
        </div>
      </div>
      {seen.length > 0 && (
        <p className="mt-3 rounded-control bg-accent-soft px-3 py-2 [overflow-wrap:anywhere] text-accent-ink">
          They wrote{' '}
          {seen.map((words, index) => (
            <span key={words}>
              {index > 0 && (index === seen.length - 1 ? ' and ' : ', ')}
              <q className="font-semibold">{words}</q>
            </span>
          ))}
        </p>
      )}
      <p className="mt-3">{advice}</p>
      <a href={`${paths.safety}#pay`} className="link inline-flex min-h-11 items-center">
        Safe ways to pay
      </a>
      <div className="flex flex-wrap gap-2">
        {onReport && (
          <button type="button" className="button flex-auto px-3" onClick={onReport}>
            Report and block
          </button>
        )}
        {onDismiss && (
          <button
            type="button"
            className="button button-outline flex-auto px-3"
            onClick={({ currentTarget }) => {
              // The button goes away: the focus stays among the messages.
              currentTarget.closest('section')?.focus({ preventScroll: true })
              onDismiss()
            }}
          >
            I know this person
          </button>
        )}
      </div>
    </aside>
  )
}
