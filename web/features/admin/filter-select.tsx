interface FilterSelectProps {
  label: string
  name: string
  value: string
  /** Values with their labels; the empty value means all. */
  options: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
  form?: string
  className?: string
}

/** A small select above a list. */
export function FilterSelect({
  label,
  name,
  value,
  options,
  onChoose,
  form,
  className = '',
}: FilterSelectProps) {
  return (
    <select
      name={name}
      form={form}
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className={`input min-w-0 pr-8 md:w-auto md:min-h-11 md:py-2 md:text-sm ${className}`}
    >
      {options.map(([option, text]) => (
        <option key={option} value={option}>
          {text}
        </option>
      ))}
    </select>
  )
}
