import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { AppealableAct, Decision, DecisionTopic } from '#shared/contract/appeals.ts'
import { limits } from '#shared/limits.ts'
import { decisionPath, rulePath, ruleTitle } from '#shared/rules.ts'
import { plainLines } from '#shared/text.ts'
import { api, queryKeyOf } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { fullDate } from '#web/lib/format.ts'
import { useDraft, writeDraftText } from '#web/lib/text-drafts.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'
import { OjaMark } from '#web/ui/oja-mark.tsx'

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

/** The one appeal against a decision; once sent, the decision shows that it waits. */
function AppealForm({ decision: { token, createdAt } }: { decision: Decision }) {
  const client = useQueryClient()
  const draft = `appeal:${createdAt}`
  const [text, setText] = useDraft(draft)
  const area = useRef<HTMLTextAreaElement>(null)
  const failure = useFormFailure()

  // What was typed before the page was interactive.
  useEffect(() => {
    if (area.current?.value) setText(area.current.value)
  }, [setText])

  const linked = queryKeyOf('GET /api/decisions/by-link', { query: { token } })
  const send = useMutation({
    mutationFn: () => api('POST /api/appeals', { query: { token }, body: { text: plainLines(text) } }),
    onSuccess(decision) {
      writeDraftText(draft, '')
      client.setQueryData(linked, decision)
      client.setQueryData(queryKeyOf('GET /api/decisions'), (all) =>
        all?.map((other) => (other.token === token ? decision : other)),
      )
    },
    onError(error) {
      // It was sent before, such as by a request whose answer was lost, or the decision was taken back: what it is now replaces the form.
      if (statusOf(error) === 409) {
        writeDraftText(draft, '')
        void client.invalidateQueries({ queryKey: linked })
      } else failure.show('Not sent', error, 'Please try again.')
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (plainLines(text) === '' || send.isPending) return
    failure.clear()
    send.mutate()
  }

  return (
    <form onSubmit={submit}>
      <Field
        label="Why is this decision wrong?"
        hint="You can appeal once. Say what we should look at: a receipt, how you took the photos, what you changed."
        counter={`${text.length}/${limits.appeal.max}`}
      >
        <textarea
          ref={area}
          className="input field-sizing-content max-h-72 min-h-24"
          rows={4}
          required
          maxLength={limits.appeal.max}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <FormFailure text={failure.text} className="mt-2" />
      <BusyButton
        type="submit"
        className="button mt-4"
        disabled={plainLines(text) === ''}
        busy={send.isPending}
      >
        Send appeal
      </BusyButton>
    </form>
  )
}
