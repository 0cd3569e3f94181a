import { type BaseSyntheticEvent, useRef, useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { showToast } from '#web/ui/toast.ts'
import { type FormMode, formMessages } from './form-messages.ts'
import { fieldOrder, type ListingFormApi, type ListingValues, listErrors } from './form-values.ts'

/**
 * Submits the form: shows errors and focuses the first, or saves once, however often the button is pressed. After a success
 * it stays busy, since another page is loading.
 */
export function useSave(
  form: ListingFormApi,
  mode: FormMode,
  save: (values: ListingValues) => Promise<void>,
) {
  const [busy, setBusy] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const sending = useRef(false)
  const failure = useFormFailure()

  async function send(values: ListingValues, event?: BaseSyntheticEvent) {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    failure.clear()
    try {
      await save(values)
      setIsSaved(true)
    } catch (error) {
      sending.current = false
      setBusy(false)
      failure.show('Error', error, formMessages[mode].failed)
      showField(event, showRefusedFields(form, error))
    }
  }

  function showErrors(errors: FieldErrors<ListingValues>, event?: BaseSyntheticEvent) {
    const wrong = listErrors(errors)
    const first = wrong[0]
    if (!first) return
    // biome-ignore lint/suspicious/noConsole: the toast says '(Check console for details)'
    console.info(
      'Form validation error',
      Object.fromEntries(wrong.map(({ field, message }) => [field, message])),
    )
    showToast({
      tone: 'failure',
      title: 'Form validation error',
      description: `${first.message} (Check console for details)`,
    })
    showField(event, first.field)
  }

  return { busy, isSaved, failure: failure.text, submit: form.handleSubmit(send, showErrors) }
}

/** Scrolls to a field and focuses it; for photos, their first button. */
function showField(submitted: BaseSyntheticEvent | undefined, name: string | undefined) {
  if (!name || !(submitted?.target instanceof HTMLFormElement)) return
  const field = submitted.target.querySelector<HTMLElement>(`[name="${name}"], [data-field="${name}"]`)
  field?.scrollIntoView({ block: 'center' })
  const target = field?.matches('[name]') ? field : field?.querySelector<HTMLElement>('[data-first]')
  target?.focus({ preventScroll: true })
}

/** Shows the server's refusals at their fields; returns the first of these fields. */
function showRefusedFields(form: ListingFormApi, error: unknown): string | undefined {
  const refused = fieldErrorsOf(error).flatMap(({ path, message }) => {
    const [name = ''] = path.split('.')
    const field = fieldOrder.find((known) => known === (name === 'price' ? 'priceNaira' : name))
    return field ? [{ field, message }] : []
  })
  for (const { field, message } of refused) form.setError(field, { message })
  return refused[0]?.field
}
