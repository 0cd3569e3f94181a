import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { Options } from '#web/ui/field.tsx'
import { type AdminState, adminPath, changeAdmin } from './admin-url.ts'

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

export type Filters = ReturnType<typeof useFilters>

/**
 * The filters above a list: the state requested last, and a function that navigates to another. The address follows with a delay,
 * during which controls must not jump back. `form`: id of the form that they belong to without JavaScript.
 */
export function useFilters(state: AdminState) {
  const form = useId()
  const [, navigate] = useLocation()
  const [pending, setPending] = useState<{ from: string; to: AdminState } | null>(null)
  const here = adminPath(state)
  if (pending && pending.from !== here) setPending(null)
  const shown = pending?.from === here ? pending.to : state

  function go(change: Partial<AdminState>) {
    const to = changeAdmin(shown, change)
    setPending({ from: here, to })
    navigate(adminPath(to))
  }
  return { state, form, shown, go }
}
