import { type FormEvent, useEffect, useRef, useState } from 'react'
import { plainLines } from '#shared/text.ts'
import { useDraft } from '#web/lib/text-drafts.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'

interface WritingFormProps {
  label: string
  placeholder: string
  submitLabel: string
  /** Characters after trimming. */
  min: number
  max: number
  draft: string
  initial?: string
  /** Title of the toast if it could not be sent. */
  failureTitle: string
  /** Shown beside the counter once the text is long enough. */
  hint: string
  /** Resolves with whether it was sent. If not, or if it rejects, the text stays; the form shows the error. */
  onSend: (text: string) => Promise<boolean>
  onCancel: () => void
}

/** A text field with a counter, for a question or an answer. It takes focus. */
export function WritingForm(props: WritingFormProps) {
  const { label, placeholder, submitLabel, min, max, hint, onSend, onCancel } = props
  const [text, write] = useDraft(props.draft, props.initial)
  const [sending, setSending] = useState(false)
  const failure = useFormFailure()
  const area = useRef<HTMLTextAreaElement>(null)
  // Counted as the server does: without invisible characters.
  const length = plainLines(text).length
  const fits = length >= min && length <= max

  useEffect(() => {
    const element = area.current
    element?.focus({ preventScroll: true })
    element?.setSelectionRange(element.value.length, element.value.length)
    element?.form?.scrollIntoView({ block: 'nearest' })
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!fits || sending) return
    setSending(true)
    failure.clear()
    try {
      if (await onSend(plainLines(text))) return
    } catch (error) {
      failure.show(props.failureTitle, error, 'Please try again.')
    }
    setSending(false)
  }

  return (
    <form onSubmit={submit} className="scroll-my-28">
      <Field
        label={label}
        error={length > max ? `${count(length - max)} too long` : null}
        hint={length > 0 && length < min ? `${count(min - length)} to go` : hint}
        counter={`${length}/${max}`}
      >
        <textarea
          ref={area}
          rows={3}
          value={text}
          placeholder={placeholder}
          autoCapitalize="sentences"
          className="input field-sizing-content max-h-72 min-h-24 leading-relaxed"
          onChange={({ target }) => write(target.value)}
          onKeyDown={(event) => event.key === 'Escape' && !sending && onCancel()}
        />
      </Field>
      <FormFailure text={failure.text} className="mt-2" />
      <div className="mt-3 flex justify-end gap-3">
        <button
          type="button"
          className="button button-outline max-sm:grow max-sm:px-3"
          disabled={sending}
          onClick={onCancel}
        >
          Cancel
        </button>
        <BusyButton type="submit" className="button max-sm:grow max-sm:px-3" disabled={!fits} busy={sending}>
          {submitLabel}
        </BusyButton>
      </div>
    </form>
  )
}

const count = (characters: number) => `${characters} character${characters === 1 ? '' : 's'}`
