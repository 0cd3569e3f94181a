import type { Case, CaseAction } from '#shared/contract/cases.ts'
import { actions, isPossible } from './case-actions.ts'
import { SettlePanel } from './settle-panel.tsx'
import type { Decision } from './use-settling.ts'

interface SelectedCasesProps {
  cases: Case[]
  /** The action whose reason is asked for. */
  asked: CaseAction | undefined
  onAsk: (action: CaseAction) => void
  onSettle: (decision: Decision) => void
  onCancel: () => void
}

/** What can be done with all selected cases at once. */
export function SelectedCases({ cases, asked, onAsk, onSettle, onCancel }: SelectedCasesProps) {
  const facts = actions.find(({ action }) => action === asked)
  return (
    <section
      aria-label="Selected cases"
      className="sticky bottom-0 z-10 mt-3 rounded-card border border-line bg-surface p-3 text-sm shadow-raised"
    >
      <div className="flex flex-wrap items-center gap-2 max-lg:*:flex-1">
        <p className="flex-1 font-semibold whitespace-nowrap">{cases.length} selected</p>
        {actions.map(({ action, key, label, danger }) => (
          <button
            key={action}
            type="button"
            disabled={!cases.every((one) => isPossible(action, one))}
            aria-keyshortcuts={key}
            aria-label={`${label} ${cases.length} selected`}
            className={`button px-3 text-sm ${danger ? 'button-danger' : 'button-outline'}`}
            onClick={() => onAsk(action)}
          >
            {label}
          </button>
        ))}
      </div>
      {facts && (
        <SettlePanel key={asked} facts={facts} cases={cases} onSettle={onSettle} onClose={onCancel} />
      )}
    </section>
  )
}
