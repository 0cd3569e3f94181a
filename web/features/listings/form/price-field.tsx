import { useLayoutEffect, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { formatNaira, nairaToKobo } from '#shared/money.ts'
import { Field } from '#web/ui/field.tsx'
import type { ListingFormApi } from './listing-values.ts'
import { caretAfterGrouping, groupNaira, groupWhileTyping, parseNaira } from './naira-input.ts'

/** A price in Naira, with thousands separators while it is typed; takes pasted prices with ₦ too. */
export function PriceField({ form }: { form: ListingFormApi }) {
  const { field, fieldState } = useController({ control: form.control, name: 'priceNaira' })
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  const amount: number | undefined = field.value
  // A draft or a reset changes the value from outside: then the text no longer says it.
  const shown = parseNaira(text) === amount ? text : groupNaira(amount)

  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  function type(typed: string, position: number | null) {
    const grouped = groupWhileTyping(typed)
    if (position !== null) caret.current = caretAfterGrouping(typed, position, grouped)
    setText(grouped)
    field.onChange(parseNaira(grouped))
  }

  const isPlain = /^[\d,.]*$/.test(shown)
  return (
    <Field
      label="Price (₦)"
      error={fieldState.error?.message}
      hint={!isPlain && amount ? `That is ${formatNaira(nairaToKobo(amount))}` : undefined}
    >
      <PriceInput
        inputRef={(element) => {
          input.current = element
          field.ref(element)
        }}
        name={field.name}
        value={shown}
        onType={type}
        onBlur={() => {
          if (amount !== undefined) setText(groupNaira(amount))
          field.onBlur()
        }}
      />
    </Field>
  )
}

interface PriceInputProps {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  inputRef: (element: HTMLInputElement | null) => void
  name: string
  value: string
  onType: (text: string, caret: number | null) => void
  onBlur: () => void
}

function PriceInput({ inputRef, onType, ...attributes }: PriceInputProps) {
  return (
    <div className="relative">
      <span aria-hidden className="absolute inset-y-0 left-3.5 flex items-center font-semibold text-muted">
        ₦
      </span>
      <input
        {...attributes}
        ref={inputRef}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        className="input pl-9 text-lg font-semibold tabular-nums"
        onChange={(event) => onType(event.target.value, event.target.selectionStart)}
      />
    </div>
  )
}
