import type { LucideIcon } from 'lucide-react'

/** Small where a mouse points at it. */
const look =
  'button button-outline min-h-11 gap-1.5 px-2 py-1 text-sm md:min-h-9 md:px-2.5 pointer-coarse:min-h-11 whitespace-nowrap'
/** Red where one is about to press it: a column of red would shout. */
const dangerous = 'hover:border-danger hover:text-danger'

/** Where the word stands beside the icon: everywhere, not on tablets, or on phones only. */
const words = {
  always: { button: '', word: '' },
  roomy: { button: '', word: 'md:max-lg:sr-only' },
  phone: { button: 'min-w-11 md:min-w-9 pointer-coarse:min-w-11 md:px-0', word: 'md:sr-only' },
}

interface RowButtonProps {
  Icon: LucideIcon
  word: string
  /** What the row is about: read out after the word. */
  of: string
  shows?: keyof typeof words
  danger?: boolean
  disabled: boolean
  className?: string
  onClick: () => void
}

/** Something that an administrator can do to a row. */
export function RowButton(props: RowButtonProps) {
  const { Icon, word, of, shows = 'always', danger, disabled, className = '', onClick } = props
  return (
    <button
      type="button"
      disabled={disabled}
      aria-label={`${word} ${of}`}
      title={shows === 'always' ? undefined : word}
      className={`${look} ${words[shows].button} ${danger ? dangerous : ''} ${className}`}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className={words[shows].word}>{word}</span>
    </button>
  )
}
