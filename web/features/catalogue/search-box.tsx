import { Search, X } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { limits } from '#shared/limits.ts'
import { paths } from '#web/lib/paths.ts'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import { useSuggestions } from './use-suggestions.ts'

interface SearchBoxProps {
  /** The text that is searched for now. */
  initial?: string
  /** Offers listings while one types. */
  suggest?: boolean
  /** Gets the trimmed text, never a blank one. */
  onSearch: (text: string) => void
  /** Where given, an emptied box can take the search away. */
  onClear?: () => void
  /** Fields that go along when the form is sent without JavaScript. */
  children?: ReactNode
  id?: string
  large?: boolean
}

/** A search field with its button: a real GET form to Browse, with suggestions where JavaScript runs. */
export function SearchBox({ initial = '', suggest, onSearch, onClear, children, id, large }: SearchBoxProps) {
  const [text, setText] = useState(initial)
  const [shown, setShown] = useState(initial)
  if (shown !== initial) {
    setShown(initial)
    setText(initial)
  }
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [, navigate] = useLocation()
  const input = useRef<HTMLInputElement>(null)
  const listId = useId()
  const suggestions = useSuggestions(text, Boolean(suggest))
  const expanded = open && suggestions.length > 0
  const current = expanded ? suggestions[active] : undefined

  function close() {
    setOpen(false)
    setActive(-1)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = text.trim()
    if (!wanted) return onClear?.()
    close()
    input.current?.blur()
    onSearch(wanted)
  }

  function move(step: 1 | -1) {
    const count = suggestions.length
    // One place beside the options, -1, is the typed text itself.
    if (count > 0) setActive((at) => ((at + 1 + step + count + 1) % (count + 1)) - 1)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Escape' && expanded) {
      event.preventDefault()
      close()
    } else if (event.key === 'Enter' && current) {
      event.preventDefault()
      close()
      navigate(paths.listing(current.id))
    }
  }

  function clear() {
    setText('')
    close()
    input.current?.focus()
    onClear?.()
  }

  const combobox = suggest && {
    role: 'combobox' as const,
    'aria-autocomplete': 'list' as const,
    'aria-expanded': expanded,
    'aria-controls': expanded ? listId : undefined,
    'aria-activedescendant': current ? optionId(listId, active) : undefined,
  }

  return (
    <search className="block min-w-0 flex-1">
      <form
        id={id}
        action={paths.browse}
        method="get"
        onSubmit={submit}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) close()
        }}
        className="relative"
      >
        <div
          className={`@container flex items-center rounded-full border bg-surface text-ink transition-[border-color,box-shadow] focus-within:border-brand focus-within:ring-3 focus-within:ring-brand/25 ${
            large ? 'border-transparent p-1.5 shadow-raised' : 'border-line-strong p-0.5'
          }`}
        >
          <Search size={20} aria-hidden className="ml-3.5 shrink-0 text-muted max-sm:hidden" />
          <input
            ref={input}
            {...combobox}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            name="search"
            aria-label="Search listings"
            placeholder={large ? 'Phones, cars, sofas…' : 'Search listings'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.search.max}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setOpen(true)
              setActive(-1)
            }}
            onFocus={() => setOpen(true)}
            onKeyDown={onKeyDown}
            className="h-11 min-w-0 flex-1 bg-transparent px-2.5 text-base max-sm:pl-4 outline-none"
          />
          {text && (
            <button
              type="button"
              aria-label="Clear search"
              onClick={clear}
              className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
            >
              <X size={18} aria-hidden />
            </button>
          )}
          <button type="submit" className="button shrink-0 rounded-full px-4 sm:px-6">
            {/* Its sign alone where letters are large. */}
            <Search size={20} aria-hidden className="hidden @max-[13rem]:block" />
            <span className="@max-[13rem]:sr-only">Search</span>
          </button>
        </div>
        {children}
        {expanded && (
          <SuggestionList
            id={listId}
            suggestions={suggestions}
            active={active}
            onHover={setActive}
            onPick={close}
          />
        )}
        {suggest && (
          <span role="status" className="sr-only">
            {expanded ? `${suggestions.length} suggestions. Use the arrow keys.` : ''}
          </span>
        )}
      </form>
    </search>
  )
}
