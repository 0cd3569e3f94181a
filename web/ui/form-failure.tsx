import { CircleAlert } from 'lucide-react'
import { useCallback, useState } from 'react'
import { showFailure, showToast } from './toast.ts'

/**
 * Why a form was not sent. Every form tells its failures through this: one call shows the toast and puts the same sentence
 * at the form, where it stays after the toast. `clear` is called when the form is sent again.
 */
export function useFormFailure() {
  const [text, setText] = useState<string | null>(null)
  /** As `showFailure`, and at the form. */
  const show = useCallback(
    (title: string, error: unknown, fallback?: string) => setText(showFailure(title, error, fallback)),
    [],
  )
  /** A failure that the browser finds by itself. */
  const say = useCallback((title: string, description: string) => {
    showToast({ title, description, tone: 'failure' })
    setText(description)
  }, [])
  const clear = useCallback(() => setText(null), [])
  return { text, show, say, clear }
}

export type FormFailureState = ReturnType<typeof useFormFailure>

/** The sentence at the form, close to its submit button; nothing while there is none. */
export function FormFailure({ text, className = '' }: { text: string | null; className?: string }) {
  if (!text) return null
  return (
    <p
      role="alert"
      data-form-failure
      className={`flex items-start gap-1.5 text-sm font-medium wrap-anywhere text-danger ${className}`}
    >
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      {text}
    </p>
  )
}
