import type { LucideIcon } from 'lucide-react'

/** Small for mouse pointers. */
const styles =
  'button button-outline min-h-11 gap-1.5 px-2 py-1 text-sm aria-disabled:opacity-50 md:min-h-9 md:px-2.5 pointer-coarse:min-h-11 md:whitespace-nowrap'
/** Red only on hover and focus: a whole column of red would be too loud. */
const dangerous = 'hover:border-danger hover:text-danger'

/** Where the label is shown beside the icon: everywhere, not on tablets, or on phones only. */
const variants = {
  always: { button: '', label: '' },
  roomy: { button: '', label: 'md:max-lg:sr-only' },
  phone: { button: 'md:min-w-9 md:pointer-coarse:min-w-11 md:px-0', label: 'md:sr-only' },
}

interface RowButtonProps {
  Icon: LucideIcon
  label: string
  /** Name of the row's subject, for screen readers after the label. */
  of: string
  shows?: keyof typeof variants
  danger?: boolean
  disabled?: boolean
  /** An action on the row is in progress. The button is not disabled, since that would lose focus. */
  pending?: boolean
  className?: string
  onClick: () => void
}

export function RowButton(props: RowButtonProps) {
  const { Icon, label, of, shows = 'always', danger, disabled, pending, className = '', onClick } = props
  return (
    <button
      type="button"
      disabled={disabled}
      aria-disabled={pending || undefined}
      aria-label={`${label} ${of}`}
      title={shows === 'always' ? undefined : label}
      className={`${styles} ${variants[shows].button} ${danger ? dangerous : ''} ${className}`}
      onClick={() => !pending && onClick()}
    >
      {/* Three labels side by side need the icon's space on the narrowest phones. */}
      <Icon size={16} className="max-[22rem]:hidden" />
      <span className={variants[shows].label}>{label}</span>
    </button>
  )
}
