interface SelectAllProps {
  selected: number
  of: number
  label?: string
  className: string
  onChange: (on: boolean) => void
}

/** Selects all rows of a page, or none; indeterminate while some are selected. */
export function SelectAll({ selected, of, label, className, onChange }: SelectAllProps) {
  const isAll = selected > 0 && selected === of
  const isMixed = selected > 0 && !isAll
  return (
    <label className={className}>
      <input
        type="checkbox"
        // `indeterminate` has no attribute.
        ref={(input) => {
          if (input) input.indeterminate = isMixed
        }}
        aria-checked={isMixed ? 'mixed' : undefined}
        aria-label="Select all on this page"
        className="size-4.5 accent-brand"
        checked={isAll}
        disabled={of === 0}
        onChange={() => onChange(!isAll)}
      />
      {label}
    </label>
  )
}
