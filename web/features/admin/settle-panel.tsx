import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Case } from '#shared/contract/cases.ts'
import { limits } from '#shared/limits.ts'
import { plainLine } from '#shared/text.ts'
import type { ActionFacts } from './case-actions.ts'
import { type CannedReason, cannedReasons, keyOfReason, suggestedReason } from './case-reasons.ts'
import type { Decision } from './use-settling.ts'

interface SettlePanelProps {
  facts: ActionFacts
  cases: Case[]
  onSettle: (decision: Decision) => void
  onClose: () => void
}

/**
 * Asks for the reason of an action, in the row: a canned one acts at once, with the typed words if there are any. The reason that
 * fits the reports has the focus, so Enter, or the action's key again, is enough.
 */
export function SettlePanel({
  facts: { action, key, label, danger },
  cases,
  onSettle,
  onClose,
}: SettlePanelProps) {
  const [words, setWords] = useState('')
  const reasons = cannedReasons[action]
  const suggested = suggestedReason(action, cases)
  const isTold = reasons.some(({ rule }) => rule)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    first.current?.focus()
    first.current?.form?.scrollIntoView({ block: 'nearest' })
  }, [])

  function choose(canned: CannedReason | undefined) {
    const text = plainLine(words)
    const reason = [canned?.reason, text].filter(Boolean).join('. ')
    onSettle({ action, reason, ...(isTold && { rule: canned?.rule ?? 'other' }) })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') {
      event.preventDefault()
      onClose()
    }
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return
    const index = event.key === key ? suggested : reasons.findIndex((_, at) => keyOfReason(at) === event.key)
    if (index < 0 || event.repeat) return
    event.preventDefault()
    // Otherwise the key would also act on the next case, which has the focus by then.
    event.stopPropagation()
    choose(reasons[index])
  }

  const named = cases.length === 1 ? `“${cases[0]?.target?.label ?? 'this case'}”` : `${cases.length} cases`
  return (
    <form
      className="mt-3 w-full rounded-control border border-line-strong bg-surface p-3 max-lg:order-3"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        choose(undefined)
      }}
    >
      <fieldset>
        <legend className="mb-2 font-semibold">
          {label} {named}: why?
        </legend>
        <div className="flex flex-wrap gap-2">
          {reasons.map((canned, index) => (
            <button
              key={canned.label}
              type="button"
              ref={index === suggested ? first : undefined}
              aria-current={index === suggested || undefined}
              aria-keyshortcuts={keyOfReason(index)}
              className="chip px-3"
              onClick={() => choose(canned)}
            >
              <Key name={keyOfReason(index)} />
              {canned.label}
            </button>
          ))}
        </div>
        <div className="mt-2 flex flex-wrap gap-2">
          <input
            type="text"
            aria-label="Own words"
            placeholder="Own words (optional)"
            autoComplete="off"
            maxLength={limits.moderationReason.max - 100}
            className="input min-w-0 flex-1 text-sm max-md:basis-full"
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
          <button type="submit" className={`button text-sm ${danger ? 'button-danger-solid' : ''}`}>
            {label}
          </button>
          <button type="button" className="button button-quiet text-sm" onClick={onClose}>
            Cancel
          </button>
        </div>
        <p className="mt-1.5 text-xs text-muted">
          {isTold ? 'The owner gets the rule and your words by mail.' : 'Kept in the history.'}
        </p>
      </fieldset>
    </form>
  )
}

/** A key on the keyboard; decoration, and not on touch screens. */
export function Key({ name }: { name: string }) {
  return (
    <kbd aria-hidden className="hidden font-mono text-xs text-muted pointer-fine:inline">
      {name}
    </kbd>
  )
}
