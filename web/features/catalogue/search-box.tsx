import { Search, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { limits } from '#shared/limits.ts'
import { paths } from '#web/lib/paths.ts'
import { useSearchPanel } from './use-search-panel.tsx'

interface SearchBoxProps {
  initial?: string
  onSearch: (text: string) => void
  /** If set, emptying the box clears the search. */
  onClear?: () => void
  /** Further fields of the form without JavaScript. */
  children?: ReactNode
  id?: string
  large?: boolean
}

/** A search field with its button: a real GET form to Browse, with suggestions if JavaScript runs. */
export function SearchBox({ initial = '', onSearch, onClear, children, id, large }: SearchBoxProps) {
  const [text, setText] = useState(initial)
  const [shown, setShown] = useState(initial)
  if (shown !== initial) {
    setShown(initial)
    setText(initial)
  }
  const { input, field, panel } = useSearchPanel(text, setText)

  function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = text.trim()
    if (!wanted) return onClear?.()
    input.current?.blur()
    onSearch(wanted)
  }

  function clear() {
    setText('')
    input.current?.focus()
    onClear?.()
  }

  return (
    <search className="block min-w-0 flex-1 basis-40">
      <form id={id} action={paths.browse} method="get" onSubmit={submit} className="relative">
        <div
          className={`@container flex items-center rounded-full border bg-surface text-ink transition-[border-color] focus-within:border-brand focus-within:outline-3 focus-within:-outline-offset-3 focus-within:outline-brand ${
            large ? 'border-transparent p-1.5 shadow-raised' : 'border-line-strong p-0.5'
          }`}
        >
          <Search size={20} className="ml-3.5 text-muted max-sm:hidden" />
          <input
            {...field}
            type="text"
            inputMode="search"
            enterKeyHint="search"
            name="search"
            aria-label="Search listings"
            placeholder={large ? 'Phones, cars, sofas...' : 'Search listings'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.search.max}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-11 min-w-0 flex-1 bg-transparent px-2.5 text-base max-sm:pl-4 outline-none"
          />
          {text && (
            <button
              type="button"
              aria-label="Clear search"
              onClick={clear}
              className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink noscript:hidden"
            >
              <X size={18} />
            </button>
          )}
          <button type="submit" className="button shrink-0 rounded-full px-4 sm:px-6">
            {/* Icon only with large text. */}
            <Search size={20} className="hidden @max-[16rem]:block" />
            <span className="@max-[16rem]:sr-only">Search</span>
          </button>
        </div>
        {children}
        {panel}
      </form>
    </search>
  )
}
