import { History, X } from 'lucide-react'

/** Says that an earlier draft stands in the form, and how to be rid of it. */
export function DraftNote({ onStartOver, onDismiss }: { onStartOver: () => void; onDismiss: () => void }) {
  return (
    <div
      role="status"
      className="mb-4 flex items-center gap-2.5 rounded-card bg-brand-soft py-1 pr-1 pl-4 text-sm text-brand-ink"
    >
      <History size={18} aria-hidden className="shrink-0" />
      <p className="flex-1">
        Draft restored —{' '}
        <button type="button" onClick={onStartOver} className="min-h-11 font-semibold underline">
          start over
        </button>
      </p>
      <button
        type="button"
        aria-label="Dismiss this note"
        onClick={onDismiss}
        className="grid size-11 place-items-center"
      >
        <X size={18} aria-hidden />
      </button>
    </div>
  )
}
