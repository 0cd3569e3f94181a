import { useState } from 'react'
import type { Case, CaseAction } from '#shared/contract/cases.ts'
import { useSession } from '#web/lib/session.ts'
import { caseKeyOf, isPossible } from './case-actions.ts'
import { caseId } from './case-row.tsx'
import { useClaims } from './use-claims.ts'
import { type Decision, useSettling } from './use-settling.ts'

/** The work on a list of cases: which one is focused, which are selected, what is asked for, and who else works on one. */
export function useDesk(cases: Case[]) {
  const settling = useSettling()
  const [current, setCurrent] = useState<string>()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  /** The action whose reason is asked for, of this case; without a key, of all selected ones. */
  const [pendingAction, setPendingAction] = useState<{ action: CaseAction; key?: string }>()
  const me = useSession()?.id

  const rows = settling.left(cases)
  const selected = rows.filter((one) => selection.has(caseKeyOf(one)))
  const focused = rows.find((one) => caseKeyOf(one) === current)
  const working = [...new Set([...(focused ? [focused] : []), ...selected])]
  const { claims, takeOver } = useClaims(working)
  /** The claim of another administrator. */
  const takenBy = (one: Case) => {
    const claim = claims.get(caseKeyOf(one)) ?? one.claim
    return claim && claim.admin.id !== me ? claim : undefined
  }
  const isSelectable = (one: Case) => !takenBy(one)

  function focus(one: Case | undefined) {
    if (!one) return
    document.getElementById(caseId(one))?.focus()
  }

  /** Focuses the next case, or (-1) the one before. */
  function move(step: 1 | -1) {
    setPendingAction(undefined)
    const at = rows.findIndex((one) => caseKeyOf(one) === current)
    focus(rows[Math.max(0, at + step)])
  }

  function select(cases: Case[], on: boolean) {
    const next = new Set(selection)
    for (const key of cases.map(caseKeyOf)) on ? next.add(key) : next.delete(key)
    setSelection(next)
    setPendingAction(undefined)
  }

  /** Asks for the reason of an action: about one case, else about the selected ones, else about the focused one. */
  function ask(action: CaseAction, one?: Case) {
    const only = one ?? (selected.length > 0 ? undefined : focused)
    const cases = only ? [only] : selected
    if (cases.length === 0 || !cases.every((it) => isPossible(action, it) && !takenBy(it))) return
    setPendingAction({ action, ...(only && { key: caseKeyOf(only) }) })
  }

  function cancel() {
    setPendingAction(undefined)
    focus(focused)
  }

  function settle(cases: Case[], decision: Decision) {
    setPendingAction(undefined)
    const settled = new Set(cases.map(caseKeyOf))
    const last = rows.findLastIndex((one) => settled.has(caseKeyOf(one)))
    const stays = (one: Case) => !settled.has(caseKeyOf(one))
    // After the last case the list's heading gets the focus, as in every list.
    focus(rows.slice(last).find(stays) ?? rows.findLast(stays))
    setSelection(new Set([...selection].filter((key) => !settled.has(key))))
    void settling.settle(cases, decision)
  }

  return {
    rows,
    selected,
    selectable: rows.filter(isSelectable),
    focused,
    pendingAction,
    takenBy,
    isSelectable,
    isSelected: (one: Case) => selection.has(caseKeyOf(one)),
    failureOf: settling.failureOf,
    onFocus: (one: Case) => setCurrent(caseKeyOf(one)),
    move,
    select,
    clearSelection: () => setSelection(new Set()),
    ask,
    cancel,
    settle,
    takeOver,
  }
}
