import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { limits } from '#shared/limits.ts'

interface ListSearchProps {
  label: string
  text: string
  onChange: (text: string) => void
}

/** The field above a list that is narrowed while one types. Enter only puts the keyboard of a phone away, which covers the list. */
export function ListSearch({ label, text, onChange }: ListSearchProps) {
  const field = useRef<HTMLInputElement>(null)
  // What was typed before hydration.
  const takeEarlyText = useEffectEvent(() => {
    const { value, defaultValue } = field.current ?? {}
    if (value && value !== defaultValue) onChange(value)
  })
  useEffect(() => takeEarlyText(), [])
  return (
    <div className="relative sm:w-72 lg:w-96">
      <Search size={18} className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={limits.search.max}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        className="input min-h-11 rounded-full py-2 pr-4 pl-11"
      />
    </div>
  )
}
