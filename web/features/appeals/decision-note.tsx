import { Link } from 'wouter'
import type { Decision } from '#shared/contract/appeals.ts'
import { decisionPath, rulePath, ruleTitle } from '#shared/rules.ts'

/** Beside a hidden listing: the rule, and the link to its appeal or what came of it. */
export function DecisionNote({ decision: { token, label, rule, appeal } }: { decision: Decision }) {
  const state = appeal
    ? appeal.outcome === null
      ? 'Your appeal is with us'
      : 'Outcome of your appeal'
    : 'Appeal'
  return (
    <span className="mt-1 block">
      {rule && (
        <>
          Rule:{' '}
          <Link href={rulePath(rule)} className="link">
            {ruleTitle(rule)}
          </Link>{' '}
        </>
      )}
      <Link
        href={decisionPath(token)}
        aria-label={`${state}: ${label}`}
        className="link flex min-h-11 items-center font-semibold"
      >
        {state}
      </Link>
    </span>
  )
}
