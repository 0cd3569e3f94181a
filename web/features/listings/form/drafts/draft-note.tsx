import { History, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { handOverFocus } from '#web/ui/take-focus.ts'

export function DraftNote({ children, onDismiss }: { children: ReactNode; onDismiss?: () => void }) {
  return (
    <div
      ref={handOverFocus}
      role="status"
      className="mb-4 flex items-center gap-2.5 rounded-card bg-brand-soft py-1 pr-1 pl-4 text-sm text-brand-ink"
    >
      <History size={18} />
      <p className="flex-1">{children}</p>
      {onDismiss && (
        <button
          type="button"
          aria-label="Dismiss this note"
          onClick={onDismiss}
          className="grid size-11 place-items-center"
        >
          <X size={18} />
        </button>
      )}
    </div>
  )
}

export const noteAction = 'min-h-11 font-semibold underline'
