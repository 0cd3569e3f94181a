import { CircleAlert } from 'lucide-react'
import { useCallback, useState } from 'react'
import { showFailure, showToast } from './toast.ts'

/**
 * Replaces the fallback message, which blames the input ('Invalid credentials'), when Oja has not checked it: `fetch` reached no
 * server (TypeError), it did not answer in time, or something else answered in its place: with 502, 503 or 504, or with a page, which is no
 * JSON (SyntaxError).
 */
const notReached = 'Oja could not be reached. Check your connection, then try again.'

/** The message of an ApiError begins with the status and the text of the response. */
const isUnchecked = (error: unknown) =>
  /^((Type|Timeout|Syntax)Error:|ApiError: (50[234]:|\d+: *<))/.test(String(error))

/**
 * The error of a form submission. One call shows the toast and the same sentence at the form, where it stays. Call `clear` on
 * the next submission.
 */
export function useFormFailure() {
  const [text, setText] = useState<string | null>(null)
  /** Like `showFailure`, and also at the form. */
  const show = useCallback(
    (title: string, error: unknown, fallback?: string) =>
      setText(showFailure(title, error, isUnchecked(error) ? notReached : fallback)),
    [],
  )
  /** An error found in the browser. */
  const showMessage = useCallback((title: string, description: string) => {
    showToast({ title, description, tone: 'failure' })
    setText(description)
  }, [])
  const clear = useCallback(() => setText(null), [])
  return { text, show, showMessage, clear }
}

export type FormFailureState = ReturnType<typeof useFormFailure>

/** The error beside the submit button; renders nothing without one. No alert: screen readers say the toast. */
export function FormFailure({ text, className = '' }: { text: string | null; className?: string }) {
  if (!text) return null
  return (
    <p
      data-form-failure
      className={`flex items-start gap-1.5 text-sm font-medium wrap-anywhere text-danger ${className}`}
    >
      <CircleAlert size={16} className="mt-0.5" />
      {text}
    </p>
  )
}
