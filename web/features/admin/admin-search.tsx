import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { limits } from '#shared/limits.ts'
import { adminPath, changeAdmin } from './admin-url.ts'
import { useFilters } from './filters.tsx'

interface AdminSearchProps {
  label: string
  placeholder: string
}

/** Searches while the user types (debounced, in the same history entry), and at once on Enter. */
export function AdminSearch({ label, placeholder }: AdminSearchProps) {
  const { state, form } = useFilters()
  const current = state.q ?? ''
  const [text, setText] = useState(current)
  const [sent, setSent] = useState(current)
  const [shown, setShown] = useState(current)
  const [, navigate] = useLocation()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (shown !== current) {
    setShown(current)
    // A late response must not overwrite text that is still being typed.
    if (current !== sent) setText(current)
  }

  function search(typed: string, replace: boolean) {
    clearTimeout(timer.current)
    const q = typed.trim()
    if (q === current) return
    setSent(q)
    navigate(adminPath(changeAdmin(state, { q })), { replace })
  }

  function change(typed: string) {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(typed, true), limits.suggestion.debounceMs)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    search(text, false)
  }

  return (
    <search className="min-w-0 flex-1 basis-64 max-md:basis-full">
      <form id={form} method="get" action="/admin" onSubmit={submit} className="relative">
        <input type="hidden" name="tab" value={state.tab} />
        <Search size={18} className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
        <input
          type="search"
          name="q"
          aria-label={label}
          placeholder={placeholder}
          maxLength={limits.search.max}
          enterKeyHint="search"
          value={text}
          onChange={(event) => change(event.target.value)}
          className="input pl-9.5 md:min-h-11 md:py-2 md:text-sm"
        />
      </form>
    </search>
  )
}
