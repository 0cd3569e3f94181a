import { Options } from '#web/ui/field.tsx'
import type { AdminState } from './admin-url.ts'
import type { Filters } from './use-filters.ts'

interface FilterSelectProps {
  filters: Filters
  label: string
  name: Exclude<keyof AdminState, 'tab'>
  /** Values with their labels, the default first; the empty value means all. */
  options: readonly (readonly [value: string, label: string])[]
  className?: string
  /** Another filter that a choice removes. */
  removes?: keyof AdminState
}

export function FilterSelect({ filters, label, name, options, className = '', removes }: FilterSelectProps) {
  return (
    <select
      name={name}
      form={filters.form}
      aria-label={label}
      value={filters.shown[name] ?? options[0]?.[0]}
      onChange={({ target }) =>
        filters.go({ ...(removes && { [removes]: undefined }), [name]: target.value })
      }
      className={`input min-w-0 pr-8 md:w-auto md:min-h-11 md:py-2 md:text-sm ${className}`}
    >
      <Options of={options} />
    </select>
  )
}
