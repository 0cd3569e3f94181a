import { ArrowLeft, ArrowRight, Star, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'

interface PhotoActionsProps {
  index: number
  total: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** What can be done with the chosen photo, by thumb and by keyboard. */
export function PhotoActions({ index, total, onMove, onRemove }: PhotoActionsProps) {
  return (
    <fieldset
      aria-label={`Photo ${index + 1} of ${total}`}
      className="mt-3 grid grid-cols-4 gap-1 rounded-control bg-sunken p-1"
    >
      <Action label="Move left" disabled={index === 0} onClick={() => onMove(index - 1)}>
        <ArrowLeft size={18} aria-hidden />
      </Action>
      <Action label="Move right" disabled={index === total - 1} onClick={() => onMove(index + 1)}>
        <ArrowRight size={18} aria-hidden />
      </Action>
      <Action label="Make cover" disabled={index === 0} onClick={() => onMove(0)}>
        <Star size={18} aria-hidden />
      </Action>
      <Action label="Remove" onClick={onRemove} danger>
        <Trash2 size={18} aria-hidden />
      </Action>
    </fieldset>
  )
}

interface ActionProps {
  label: string
  disabled?: boolean
  danger?: boolean
  onClick: () => void
  children: ReactNode
}

function Action({ label, disabled, danger, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className={`flex min-h-13 flex-col items-center justify-center gap-0.5 rounded-lg text-xs font-semibold transition-colors enabled:hover:bg-surface disabled:opacity-40 ${danger ? 'text-danger' : ''}`}
    >
      {children}
      {label}
    </button>
  )
}
