import { type InputHTMLAttributes, useEffect, useRef } from 'react'
import { limits } from '#shared/limits.ts'
import { Field } from './field.tsx'

type Kind = 'app' | 'recovery'

const inputProps: Record<Kind, InputHTMLAttributes<HTMLInputElement>> = {
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
  kind: Kind
  label: string
  value: string
  onChange: (value: string) => void
  error: string | null
  /** Takes focus when it appears; otherwise only after an error. */
  first?: boolean
}

/** A one-line field for a code on another device or on paper. It does not truncate pasted text. */
export function CodeField({ kind, label, value, onChange, error, first }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (first || error) input.current?.focus()
  }, [first, error])
  return (
    <Field label={label} error={error}>
      <input
        {...inputProps[kind]}
        ref={input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

export const appCodeWanted = `Please enter the ${limits.code.digits} digits that your app shows`

/** The six digits of typed or pasted text, such as '123 456'; null if there are fewer or more. */
export function appCodeIn(text: string): string | null {
  const digits = text.replace(/\D/g, '')
  return digits.length === 6 ? digits : null
}
