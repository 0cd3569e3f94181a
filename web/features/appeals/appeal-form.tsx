import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Decision } from '#shared/contract/appeals.ts'
import { limits } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import { api, keyOf } from '#web/lib/api.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'

/** The one appeal against a decision; once sent, the decision shows that it waits. */
export function AppealForm({ decision: { token } }: { decision: Decision }) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  const failure = useFormFailure()

  // What was typed before the page was interactive.
  useEffect(() => setText(area.current?.value ?? ''), [])

  const send = useMutation({
    mutationFn: () => api('POST /api/appeals', { query: { token }, body: { text: plainLines(text) } }),
    onSuccess(decision) {
      client.setQueryData(keyOf('GET /api/decisions/by-link', { query: { token } }), decision)
      client.setQueryData<Decision[]>(keyOf('GET /api/decisions'), (all) =>
        all?.map((other) => (other.token === token ? decision : other)),
      )
    },
    onError: (error) => failure.show('Not sent', error, 'Please try again.'),
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
