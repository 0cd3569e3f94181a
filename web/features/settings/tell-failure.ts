import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { isNotConfirmed } from '#web/lib/with-password.ts'
import { showToast } from '#web/ui/toast.ts'

const fallback = 'Please check your connection and try again'

/** A failure in a toast; nothing for who did not want to enter their password. */
export function tellFailure(title: string, error: unknown): void {
  if (isNotConfirmed(error)) return
  showToast({ title, description: messageOf(error, fallback), tone: 'failure' })
}

/** The same for a form: what belongs to one of its fields stands there, and only there. */
export function tellFormFailure<T extends FieldValues>(
  title: string,
  error: unknown,
  fields: readonly Path<T>[],
  setError: UseFormSetError<T>,
): void {
  let isShown = false
  for (const { path, message } of fieldErrorsOf(error)) {
    const field = fields.find((name) => name === path)
    if (!field) continue
    setError(field, { message }, { shouldFocus: !isShown })
    isShown = true
  }
  if (!isShown) tellFailure(title, error)
}
