import { Keyboard, ListFilter } from 'lucide-react'
import { useState } from 'react'
import type { Case } from '#shared/contract/cases.ts'
import { paths } from '#web/lib/paths.ts'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, casesQuery, hasFilters } from './admin-url.ts'
import { actions, caseKeyOf } from './case-actions.ts'
import { CaseFilters } from './case-filters.tsx'
import { CaseRow } from './case-row.tsx'
import { KeysDialog, useDeskKeys } from './keys-dialog.tsx'
import { ListFrame, useList } from './list-frame.tsx'
import { ReportViews } from './report-views.tsx'
import { SelectAll } from './select-all.tsx'
import { SelectedCases } from './selected-cases.tsx'
import { Total } from './total.tsx'
import { useDesk } from './use-desk.ts'

/** Milliseconds between two reads of the list, which show what others took and settled. */
const refetchInterval = 15_000

/** The open cases, oldest first, to be settled with the keyboard or by touch. */
export function CasesDesk({ state }: { state: AdminState }) {
  const list = useList({ ...casesQuery(state), refetchInterval })
  const desk = useDesk(list.data?.items ?? [])
  const { rows, selected, focused, pendingAction } = desk
  const [isFiltering, setFiltering] = useState(hasFilters(state))
  const [help, setHelp] = useState(false)

  function press(key: string): boolean {
    const action = actions.find((one) => one.key === (key === '#' ? 'd' : key))?.action
    if (action) desk.ask(action)
    else if (key === 'j') desk.move(1)
    else if (key === 'k') desk.move(-1)
    else if (key === 'x' && focused && desk.isSelectable(focused))
      desk.select([focused], !desk.isSelected(focused))
    else if (key === 't' && focused) void desk.takeOver(focused)
    else if (key === 'o' && focused?.target) window.open(pathOf(focused), '_blank', 'noopener')
    else if (key === '?') setHelp(true)
    else if (key === 'Escape' && pendingAction) desk.cancel()
    else if (key === 'Escape' && selected.length > 0) desk.clearSelection()
    else return false
    return true
  }
  const keys = useDeskKeys(press)

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
              of={desk.selectable.length}
              label="Select all"
              className="flex min-h-11 items-center gap-2.5 text-sm font-semibold"
              onChange={(on) => desk.select(desk.selectable, on)}
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
                  selected={desk.isSelected(one)}
                  taken={desk.takenBy(one)}
                  asked={pendingAction?.key === key ? pendingAction.action : undefined}
                  failure={desk.failureOf(one)}
                  onFocus={() => desk.onFocus(one)}
                  onSelect={(on) => desk.select([one], on)}
                  onAsk={(action) => desk.ask(action, one)}
                  onSettle={(decision) => desk.settle([one], decision)}
                  onCancel={desk.cancel}
                  onTakeOver={() => void desk.takeOver(one)}
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
          onAsk={desk.ask}
          onSettle={(decision) => desk.settle(selected, decision)}
          onCancel={desk.cancel}
        />
      )}
      <KeysDialog open={help} onClose={() => setHelp(false)} isOn={keys.isOn} onTurn={keys.turn} />
    </>
  )
}

const pathOf = ({ targetType, targetId }: Case) =>
  targetType === 'LISTING' ? paths.listing(targetId) : paths.user(targetId)
