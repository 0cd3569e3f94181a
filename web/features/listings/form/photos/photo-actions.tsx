import { ArrowLeft, ArrowRight, Crop, Star, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { PhotoItem } from './photo-list.ts'

const loadEditor = async () => (await import('./photo-editor.tsx')).PhotoEditor

interface PhotoActionsProps {
  item: PhotoItem
  index: number
  total: number
  onMove: (to: number) => void
  onChange: (picture: File) => void
  onRemove: () => void
}

/** What can be done with a photo without dragging it: move left or right (also for the keyboard), edit, make it the cover, remove. */
export function PhotoActions({ item, index, total, onMove, onChange, onRemove }: PhotoActionsProps) {
  const { Component: PhotoEditor, load } = useLazyComponent(loadEditor)
  const [edited, setEdited] = useState<PhotoItem>()

  async function edit() {
    if (await load()) setEdited(item)
  }

  return (
    <fieldset
      aria-label={`Photo ${index + 1} of ${total}`}
      className="mt-3 flex gap-1 rounded-control bg-sunken p-1"
    >
      <Action label="Move left" disabled={index === 0} onClick={() => onMove(index - 1)}>
        <ArrowLeft size={18} />
      </Action>
      <Action label="Move right" disabled={index === total - 1} onClick={() => onMove(index + 1)}>
        <ArrowRight size={18} />
      </Action>
      <Action label="Make cover" disabled={index === 0} onClick={() => onMove(0)}>
        <Star size={18} />
      </Action>
      <Action label="Crop, rotate" disabled={item.status !== 'done'} onClick={edit}>
        <Crop size={18} />
      </Action>
      <Action label="Remove" onClick={onRemove} danger>
        <Trash2 size={18} />
      </Action>
      {PhotoEditor && edited && (
        <PhotoEditor item={edited} onClose={() => setEdited(undefined)} onSave={onChange} />
      )}
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

/** Not disabled, since a move to the end would lose the focus. */
function Action({ label, disabled = false, danger, onClick, children }: ActionProps) {
  return (
    <button
      type="button"
      aria-disabled={disabled}
      onClick={() => disabled || onClick()}
      className={`flex min-h-13 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 rounded-lg text-xs font-semibold transition-colors hover:bg-surface aria-disabled:opacity-40 ${danger ? 'text-danger' : ''}`}
    >
      {children}
      {label}
    </button>
  )
}
