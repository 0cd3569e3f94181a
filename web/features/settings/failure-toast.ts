import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { fieldErrorsOf } from '#web/lib/errors.ts'
import type { FormFailureState } from '#web/ui/form-failure.tsx'
import { showFailure } from '#web/ui/toast.ts'

export const fallback = 'Please check your connection and try again'

export function showFailureToast(title: string, error: unknown): void {
  showFailure(title, error, fallback)
}

/** Shows a failure of a form: errors of a field are shown only at that field. */
export function showFormFailure<T extends FieldValues>(
  failure: FormFailureState,
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
  if (!isShown) failure.show(title, error, fallback)
}
