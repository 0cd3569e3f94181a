import { Link } from 'wouter'
import type { AppealableAct, Decision, DecisionTopic } from '#shared/contract/appeals.ts'
import { decisionPath, rulePath, ruleTitle } from '#shared/rules.ts'
import { fullDate } from '#web/lib/format.ts'
import { OjaMark } from '#web/ui/oja-mark.tsx'
import { AppealForm } from './appeal-form.tsx'

const rejected: Record<DecisionTopic, (label: string) => string> = {
  LISTING: (label) => `Your listing “${label}” stays hidden`,
  PHOTO: (label) => `A photo of your listing “${label}” also appears in another listing`,
  ACCOUNT: (label) => `Your account ${label}`,
  MESSAGE: (label) => `Your message “${label}” was not delivered`,
  MESSAGES: () => 'Your messages to new people were not delivered',
}

const what: Record<Exclude<AppealableAct, 'REJECT'>, (label: string) => string> = {
  WAIT: () => 'Your messages to new people wait',
  HIDE: (label) => `Your listing “${label}” was hidden`,
  DELETE: (label) => `Your listing “${label}” was deleted`,
  BAN: (label) => `Your account ${label} was banned`,
}

interface DecisionCardProps {
  decision: Decision
  /** In a list: a link to the decision's own page takes the place of the form. */
  inList?: boolean
}

/** A decision with its reason and rule, and the appeal: its outcome, that it waits, or the form. */
export function DecisionCard({ decision, inList = false }: DecisionCardProps) {
  const { token, action, about, label, reason, rule, createdAt, stands, appeal } = decision
  return (
    <article className="card max-w-2xl p-5 sm:p-6">
      <OjaMark />
      <h2 className="text-lg font-bold wrap-anywhere">
        {(action === 'REJECT' ? rejected[about] : what[action])(label)}
      </h2>
      <p className="mt-1 text-sm text-muted">{fullDate(createdAt)}</p>
      {action === 'WAIT' && stands && (
        <p className="mt-3">
          Several people were warned about what you wrote. Our moderators look at your messages; until then,
          messages to people you have not written to before wait. Conversations that you have go on.
        </p>
      )}
      {reason && (
        <p className="mt-3 whitespace-pre-line">
          <span className="font-semibold">Reason:</span> {reason}
        </p>
      )}
      {rule && (
        <p className="mt-3">
          <span className="font-semibold">Rule:</span>{' '}
          <Link href={rulePath(rule)} className="link">
            {ruleTitle(rule)}
          </Link>
        </p>
      )}
      <div className="mt-5">
        {appeal ? (
          <Outcome appeal={appeal} />
        ) : stands ? (
          inList ? (
            <Link
              href={decisionPath(token)}
              aria-label={`Appeal: ${label}`}
              className="button button-outline"
            >
              Appeal
            </Link>
          ) : (
            <AppealForm decision={decision} />
          )
        ) : (
          <p className="text-muted">This decision was taken back already. You need not do anything.</p>
        )}
      </div>
    </article>
  )
}

function Outcome({
  appeal: { text, createdAt, outcome, answer },
}: {
  appeal: NonNullable<Decision['appeal']>
}) {
  return (
    <>
      <div
        role="status"
        className={`rounded-card p-3 ${outcome === 'UPHELD' ? 'bg-sunken' : 'bg-brand-soft text-brand-ink'}`}
      >
        <p className="font-semibold">
          {outcome === null
            ? 'Your appeal is with us.'
            : outcome === 'OVERTURNED'
              ? 'Your appeal succeeded: the decision was wrong and is taken back.'
              : 'We looked at it again: the decision stays.'}
        </p>
        {outcome === null ? (
          <p className="mt-1">A person looks at it again. You get a mail with the outcome and its reason.</p>
        ) : (
          <p className="mt-1 whitespace-pre-line">{answer}</p>
        )}
      </div>
      <p className="mt-3 text-sm text-muted">You wrote on {fullDate(createdAt)}:</p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
    </>
  )
}
