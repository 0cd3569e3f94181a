import { useState } from 'react'
import { useLocation } from 'wouter'
import { type AdminState, adminPath, changeAdmin } from './admin-url.ts'

/**
 * The state that was just asked for, and the way to another: an address takes a moment to come, and a control must not
 * fall back until then.
 */
export function useGoing(state: AdminState) {
  const [, navigate] = useLocation()
  const [going, setGoing] = useState<{ from: string; to: AdminState } | null>(null)
  const here = adminPath(state)
  if (going && going.from !== here) setGoing(null)
  const shown = going?.from === here ? going.to : state

  function go(change: Partial<AdminState>) {
    const to = changeAdmin(shown, change)
    setGoing({ from: here, to })
    navigate(adminPath(to))
  }
  return { shown, go }
}
