import { Keyboard, ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { Case, CaseAction } from '#shared/contract/cases.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, casesQuery, hasFilters } from './admin-url.ts'
import { actions, caseKeyOf, isPossible } from './case-actions.ts'
import { CaseFilters } from './case-filters.tsx'
import { CaseRow, caseId } from './case-row.tsx'
import { KeysDialog, useDeskKeys } from './keys-dialog.tsx'
import { ListFrame, useList } from './list-frame.tsx'
import { ReportViews } from './report-views.tsx'
import { SelectAll } from './select-all.tsx'
import { SelectedCases } from './selected-cases.tsx'
import { Total } from './total.tsx'
import { type Decision, useClaims, useSettling } from './use-settling.ts'

/** Milliseconds between two reads of the list, which show what others took and settled. */
const refetchInterval = 15_000

/** The open cases, oldest first, to be settled with the keyboard or by touch. */
export function CasesDesk({ state }: { state: AdminState }) {
  const list = useList({ ...casesQuery(state), refetchInterval })
  const settling = useSettling()
  const [current, setCurrent] = useState<string>()
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  /** The action whose reason is asked for, of this case; without a key, of all selected ones. */
  const [pendingAction, setPendingAction] = useState<{ action: CaseAction; key?: string }>()
  const [isFiltering, setFiltering] = useState(hasFilters(state))
  const [help, setHelp] = useState(false)
  const me = useSession()?.id

  const rows = settling.left(list.data?.items ?? [])
  const selected = rows.filter((one) => selection.has(caseKeyOf(one)))
  const focused = rows.find((one) => caseKeyOf(one) === current)
  const working = [...new Set([...(focused ? [focused] : []), ...selected])]
  const { claims, takeOver } = useClaims(working)
  const takenBy = (one: Case) => {
    const claim = claims.get(caseKeyOf(one)) ?? one.claim
    return claim && claim.admin.id !== me ? claim : undefined
  }
  const isSelectable = (one: Case) => !takenBy(one)
  const selectable = rows.filter(isSelectable)

  function focus(one: Case | undefined) {
    if (!one) return
    document.getElementById(caseId(one))?.focus()
  }

  function select(cases: Case[], on: boolean) {
    const next = new Set(selection)
    for (const key of cases.map(caseKeyOf)) on ? next.add(key) : next.delete(key)
    setSelection(next)
    setPendingAction(undefined)
  }

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

  function press(key: string): boolean {
    const at = rows.findIndex((one) => caseKeyOf(one) === current)
    const action = actions.find((one) => one.key === (key === '#' ? 'd' : key))?.action
    if (action) ask(action)
    else if (key === 'j') move(at + 1)
    else if (key === 'k') move(Math.max(0, at - 1))
    else if (key === 'x' && focused && isSelectable(focused))
      select([focused], !selection.has(caseKeyOf(focused)))
    else if (key === 't' && focused) void takeOver(focused)
    else if (key === 'o' && focused?.target) window.open(pathOf(focused), '_blank', 'noopener')
    else if (key === '?') setHelp(true)
    else if (key === 'Escape' && (pendingAction || selected.length > 0)) {
      if (pendingAction) cancel()
      else setSelection(new Set())
    } else return false
    return true
  }
  const keys = useDeskKeys(press)

  function move(to: number) {
    setPendingAction(undefined)
    focus(rows[to])
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-2 pb-3">
        <ReportViews state={state} />
        <button
          type="button"
          aria-expanded={isFiltering}
          className="button button-quiet px-3 text-sm"
          onClick={() => setFiltering(!isFiltering)}
        >
          <ListFilter size={16} />
          Filters
        </button>
        <AdminSearch label="Search cases" placeholder="Reason, people, title or #id" />
        <button
          type="button"
          className="button button-quiet px-3 text-sm max-md:hidden"
          aria-keyshortcuts="?"
          onClick={() => setHelp(true)}
        >
          <Keyboard size={16} />
          Keys
        </button>
      </div>
      {isFiltering && <CaseFilters />}
      <ListFrame
        what="cases"
        none={{ title: 'No open reports', text: 'Nobody waits for a decision.' }}
        list={list}
        isEmpty={rows.length === 0}
      >
        <div className="card">
          <div className="flex items-center justify-between gap-4 border-b border-line px-3">
            <SelectAll
              selected={selected.length}
              of={selectable.length}
              label="Select all"
              className="flex min-h-11 items-center gap-2.5 text-sm font-semibold"
              onChange={(on) => select(selectable, on)}
            />
            <Total total={list.data?.total} exact={list.data?.exact} what="cases" />
          </div>
          <ol
            aria-label="Cases"
            aria-busy={list.isPlaceholderData}
            className={`divide-y divide-line transition-opacity ${list.isPlaceholderData ? 'opacity-60' : ''}`}
          >
            {rows.map((one, index) => {
              const key = caseKeyOf(one)
              const isCurrent = focused ? one === focused : index === 0
              return (
                <CaseRow
                  key={key}
                  item={one}
                  isCurrent={isCurrent}
                  selected={selection.has(key)}
                  taken={takenBy(one)}
                  asked={pendingAction?.key === key ? pendingAction.action : undefined}
                  failure={settling.failureOf(one)}
                  onFocus={() => setCurrent(key)}
                  onSelect={(on) => select([one], on)}
                  onAsk={(action) => ask(action, one)}
                  onSettle={(decision) => settle([one], decision)}
                  onCancel={cancel}
                  onTakeOver={() => void takeOver(one)}
                />
              )
            })}
          </ol>
        </div>
      </ListFrame>
      {selected.length > 0 && (
        <SelectedCases
          cases={selected}
          asked={pendingAction?.key ? undefined : pendingAction?.action}
          onAsk={ask}
          onSettle={(decision) => settle(selected, decision)}
          onCancel={cancel}
        />
      )}
      <KeysDialog open={help} onClose={() => setHelp(false)} isOn={keys.isOn} onTurn={keys.turn} />
    </>
  )
}

const pathOf = ({ targetType, targetId }: Case) =>
  targetType === 'LISTING' ? paths.listing(targetId) : paths.user(targetId)
