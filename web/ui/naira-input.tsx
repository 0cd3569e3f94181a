import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { formatNaira, nairaToKobo } from '#shared/money.ts'
import { caretAfterGrouping, groupNaira, groupWhileTyping, parseNaira } from '#web/lib/naira.ts'

/**
 * The text of a price in Naira: grouped while it is typed, and as it was typed where that is no plain number ('250k').
 * `field` goes to NairaInput; `hint` tells the amount where the text does not. Neither changes when the field loses the focus: what is below
 * would move under the finger that took it.
 */
export function useNaira(amount: number | undefined, onChange: (amount: number | undefined) => void) {
  const [text, setText] = useState('')
  const caret = useRef<{ input: HTMLInputElement; position: number }>(null)
  // A draft or a reset changes the amount from outside: the text must follow.
  const value = parseNaira(text) === amount ? text : groupNaira(amount)

  useLayoutEffect(() => {
    if (caret.current) caret.current.input.setSelectionRange(caret.current.position, caret.current.position)
    caret.current = null
  })

  function onType(input: HTMLInputElement) {
    const grouped = groupWhileTyping(input.value)
    const { selectionStart } = input
    if (selectionStart !== null)
      caret.current = { input, position: caretAfterGrouping(input.value, selectionStart, grouped) }
    setText(grouped)
    onChange(parseNaira(grouped))
  }

  const isPlain = /^[\d,.]*$/.test(value)
  return {
    hint: !isPlain && amount ? `That is ${formatNaira(nairaToKobo(amount))}` : undefined,
    field: { value, onType },
  }
}

interface NairaInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  field: ReturnType<typeof useNaira>['field']
}

/** The input of `useNaira`, with ₦ before it. */
export function NairaInput({ field, className = '', ...attributes }: NairaInputProps) {
  return (
    <div className="relative">
      <span aria-hidden className="absolute inset-y-0 left-3.5 flex items-center font-semibold text-muted">
        ₦
      </span>
      <input
        {...attributes}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        className={`input pl-[calc(--spacing(3.5)+1.25em)] ${className}`}
        value={field.value}
        onChange={({ target }) => field.onType(target)}
      />
    </div>
  )
}
