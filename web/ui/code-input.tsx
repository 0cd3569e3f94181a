import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { limits } from '#shared/limits.ts'

const positions = [0, 1, 2, 3, 4, 5]

interface CodeInputProps {
  /** Six strings, each a digit or empty. */
  digits: string[]
  onChange: (digits: string[]) => void
  disabled: boolean
  invalid: boolean
}

export const noDigits = positions.map(() => '')

/** Six boxes of one digit each: typing moves to the next, a pasted or suggested code fills them all. */
export function CodeInput({ digits, onChange, disabled, invalid }: CodeInputProps) {
  const boxes = useRef<(HTMLInputElement | null)[]>([])

  function focus(index: number) {
    const box = boxes.current[Math.min(Math.max(index, 0), positions.length - 1)]
    box?.focus()
    box?.select()
  }

  function fill(from: number, text: string) {
    const next = [...digits]
    for (const [offset, digit] of [...text].entries()) {
      if (from + offset < positions.length) next[from + offset] = digit
    }
    onChange(next)
    focus(from + text.length)
  }

  function clear(index: number) {
    onChange(digits.map((digit, at) => (at === index ? '' : digit)))
  }

  function onInput(index: number, raw: string) {
    const typed = raw.replace(/\D/g, '')
    if (raw === '') return clear(index)
    if (typed === '') return
    const before = digits[index] ?? ''
    // A second digit typed into a box replaces the first.
    if (typed.length === 2 && before) fill(index, typed.replace(before, ''))
    else fill(typed.length >= positions.length ? 0 : index, typed.slice(0, positions.length))
  }

  function onPaste(event: ClipboardEvent, index: number) {
    event.preventDefault()
    const pasted = event.clipboardData.getData('text').replace(/\D/g, '').slice(0, positions.length)
    if (pasted) fill(pasted.length === positions.length ? 0 : index, pasted)
  }

  function onKey(event: KeyboardEvent, index: number) {
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: positions.length - 1 }[
      event.key
    ]
    if (target !== undefined) focus(target)
    else if (event.key === 'Backspace' && !digits[index] && index > 0) {
      clear(index - 1)
      focus(index - 1)
    } else return
    event.preventDefault()
  }

  return (
    <fieldset disabled={disabled} className="grid grid-cols-6 gap-2">
      <legend className="sr-only">{limits.code.digits}-digit code</legend>
      {positions.map((index) => (
        <input
          key={index}
          ref={(box) => {
            boxes.current[index] = box
          }}
          value={digits[index]}
          // Not onChange: it does not fire when the same digit is typed again.
          onInput={(event) => onInput(index, event.currentTarget.value)}
          onKeyDown={(event) => onKey(event, index)}
          onPaste={(event) => onPaste(event, index)}
          onFocus={(event) => event.target.select()}
          data-autofocus={index === 0 ? '' : undefined}
          aria-label={`Digit ${index + 1} of ${positions.length}`}
          aria-invalid={invalid || undefined}
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete={index === 0 ? 'one-time-code' : 'off'}
          className="input h-14 min-w-0 px-0 text-center text-2xl font-bold tabular-nums"
        />
      ))}
    </fieldset>
  )
}
