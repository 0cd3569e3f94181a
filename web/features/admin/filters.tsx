import { createContext, type ReactNode, useContext, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { Options } from '#web/ui/field.tsx'
import { type AdminState, adminPath, changeAdmin } from './admin-url.ts'

interface FilterSelectProps {
  label: string
  name: Exclude<keyof AdminState, 'tab'>
  /** Values with their labels, the default first; the empty value means all. */
  options: readonly (readonly [value: string, label: string])[]
  className?: string
  removes?: keyof AdminState
}

export function FilterSelect({ label, name, options, className = '', removes }: FilterSelectProps) {
  const { form, shown, go } = useFilters()
  return (
    <select
      name={name}
      form={form}
      aria-label={label}
      value={shown[name] ?? options[0]?.[0]}
      onChange={({ target }) => go({ ...(removes && { [removes]: undefined }), [name]: target.value })}
      className={`input min-w-0 pr-8 md:w-auto md:min-h-11 md:py-2 md:text-sm ${className}`}
    >
      <Options of={options} />
    </select>
  )
}

/** The state of the address, and what the controls above and below a list need of it. */
interface Filters {
  state: AdminState
  /** The state requested last: the address follows with a delay, during which controls must not jump back. */
  shown: AdminState
  /** Navigates to a changed state. */
  go: (change: Partial<AdminState>) => void
  /** Id of the form that the controls belong to without JavaScript. */
  form: string
}

const FiltersContext = createContext<Filters | null>(null)

export function FiltersProvider({ state, children }: { state: AdminState; children: ReactNode }) {
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
  return <FiltersContext value={{ state, form, shown, go }}>{children}</FiltersContext>
}

export function useFilters(): Filters {
  const filters = useContext(FiltersContext)
  if (!filters) throw new Error('A filter stands inside a FiltersProvider.')
  return filters
}
