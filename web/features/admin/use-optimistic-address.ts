import { useState } from 'react'
import { useLocation } from 'wouter'
import { type AdminState, adminPath, changeAdmin } from './admin-url.ts'

/**
 * The state requested last, and a function that navigates to another. The address follows with a delay, during which controls
 * must not jump back.
 */
export function useOptimisticAddress(state: AdminState) {
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
  return { shown, go }
}
