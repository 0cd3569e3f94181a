import { type InputHTMLAttributes, useEffect, useRef } from 'react'
import { Field } from './field.tsx'

type Kind = 'app' | 'recovery'

const looks: Record<Kind, InputHTMLAttributes<HTMLInputElement>> = {
  app: {
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    className: 'input min-h-14 text-2xl font-bold tracking-[0.3em] tabular-nums',
  },
  recovery: {
    autoComplete: 'off',
    autoCapitalize: 'characters',
    autoCorrect: 'off',
    spellCheck: false,
    className: 'input font-mono tracking-tight uppercase placeholder:normal-case',
  },
}

interface CodeFieldProps {
  /** A code of an authenticator app, or one of the recovery codes. */
  kind: Kind
  label: string
  value: string
  onChange: (value: string) => void
  error: string | null
  /** Takes the focus when it appears; otherwise only when something is wrong. */
  first?: boolean
}

/** One line for a code that somebody has on another device or on paper. It cuts nothing off what is pasted. */
export function CodeField({ kind, label, value, onChange, error, first }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (first || error) input.current?.focus()
  }, [first, error])
  return (
    <Field label={label} error={error}>
      <input {...looks[kind]} ref={input} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  )
}

export const appCodeWanted = 'Please enter the 6 digits that your app shows'

/** The six digits in what was typed or pasted, such as '123 456'; null where there are fewer or more. */
export function appCodeIn(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  return digits.length === 6 ? digits : null
}
