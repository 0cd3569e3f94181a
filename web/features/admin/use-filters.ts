import { useId, useState } from 'react'
import { useLocation } from 'wouter'
import { type AdminState, adminPath, changeAdmin } from './admin-url.ts'

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
