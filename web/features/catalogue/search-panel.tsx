import { X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { limits } from '#shared/limits.ts'
import { pluralise } from '#web/lib/format.ts'
import { privatePrefix, storePrivate } from '#web/lib/private-storage.ts'
import { readStoredJson } from '#web/lib/storage.ts'
import { useCombobox } from '#web/ui/use-combobox.ts'
import { recentOption, type SearchOption, useFoundOptions } from './search-options.tsx'

export interface SearchPanelProps {
  /** The field, in its form. The panel listens to it and sets its combobox attributes. */
  input: RefObject<HTMLInputElement | null>
  text: string
}

/**
 * The options below a search field, each a link: recent searches while the field is empty, else listings, categories, recent
 * searches and the search itself. Focus stays in the field.
 */
export function SearchPanel({ input, text }: SearchPanelProps) {
  const [, navigate] = useLocation()
  const [isUsed, setIsUsed] = useState(false)
  const [recent, setRecent] = useState<string[]>([])
  const typed = text.trim()
  const found = useFoundOptions(typed, isUsed, recent)
  const options = typed ? found : recent.map(recentOption)
  const combobox = useCombobox({
    count: options.length,
    onPick(index) {
      const option = options[index]
      if (!option) return
      leave(option)
      navigate(option.href)
    },
  })
  const { expanded, active, optionId, attributes } = combobox

  function leave({ search }: SearchOption) {
    if (search) rememberSearch(search)
    combobox.close()
    input.current?.blur()
  }

  const show = useEffectEvent(() => {
    setRecent(readRecentSearches())
    setIsUsed(true)
    combobox.show()
  })
  const restart = useEffectEvent(combobox.restart)
  const press = useEffectEvent(combobox.onKeyDown)
  const submit = useEffectEvent(() => {
    if (typed) rememberSearch(typed)
    combobox.close()
  })
  const blur = useEffectEvent(() => {
    setIsUsed(false)
    combobox.close()
  })

  useEffect(() => {
    const field = input.current
    const form = field?.form
    if (!form) return
    const end = new AbortController()
    const { signal } = end
    field.addEventListener('focus', () => show(), { signal })
    field.addEventListener('click', () => show(), { signal })
    field.addEventListener('input', () => restart(), { signal })
    field.addEventListener('keydown', (event) => press(event), { signal })
    form.addEventListener('submit', () => submit(), { signal })
    const onLeave = ({ relatedTarget }: FocusEvent) => {
      if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) blur()
    }
    form.addEventListener('focusout', onLeave, { signal })
    if (document.activeElement === field) show()
    return () => end.abort()
  }, [input])

  useLayoutEffect(() => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) input.current?.removeAttribute(name)
      else input.current?.setAttribute(name, String(value))
    }
  })
  useEffect(() => {
    if (active >= 0) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  })

  const shown = typed
    ? pluralise(options.length, 'suggestion')
    : pluralise(options.length, 'recent search', 'recent searches')
  return (
    <>
      <span role="status" className="sr-only">
        {expanded && `${shown}. Use the arrow keys.`}
      </span>
      {/* On phones as wide as the page: the field of Browse has buttons beside it. */}
      {expanded && (
        <div className="absolute top-full left-0 z-20 w-full max-sm:w-[calc(100vw-2rem)] mt-2 max-h-[60dvh] overflow-y-auto rounded-card border border-line bg-surface p-1.5 text-ink shadow-sheet">
          {!typed && <ClearRecent onClear={() => change(forgetSearches)} />}
          <div className="flex">
            <div
              id={combobox.listId}
              role="listbox"
              aria-label={typed ? 'Suggestions' : 'Recent searches'}
              className="min-w-0 flex-1"
            >
              {options.map((option, index) => (
                <a
                  key={option.href}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  tabIndex={-1}
                  href={option.href}
                  onMouseDown={preventBlur}
                  onClick={() => leave(option)}
                  className="flex min-h-11 items-center gap-3 rounded-control px-2 hover:bg-sunken aria-selected:bg-sunken"
                >
                  {option.content}
                </a>
              ))}
            </div>
            {!typed && (
              <div>
                {recent.map((search) => (
                  <button
                    key={search}
                    type="button"
                    aria-label={`Remove ${search}`}
                    onMouseDown={preventBlur}
                    onClick={() => change(() => forgetSearch(search))}
                    className="grid size-11 place-items-center rounded-full text-muted hover:bg-sunken hover:text-ink"
                  >
                    <X size={18} />
                  </button>
                ))}
              </div>
            )}
          </div>
        </div>
      )}
    </>
  )

  /** Changes the recent searches; the button that was pressed goes away, so the field has focus. */
  function change(run: () => void) {
    run()
    setRecent(readRecentSearches())
    input.current?.focus()
  }
}

/** A press on the panel leaves the focus in the field. */
function preventBlur(event: { preventDefault(): void }) {
  event.preventDefault()
}

function ClearRecent({ onClear }: { onClear: () => void }) {
  return (
    <div className="flex items-center justify-between gap-2 pl-2">
      <p aria-hidden className="text-sm font-bold">
        Recent searches
      </p>
      <button
        type="button"
        aria-label="Clear all recent searches"
        onMouseDown={preventBlur}
        onClick={onClear}
        className="button button-quiet"
      >
        Clear all
      </button>
    </div>
  )
}

/** Kept on this device only; a logout deletes it. */
const key = `${privatePrefix}recent-searches`

function readRecentSearches(): string[] {
  const kept = readStoredJson<unknown>(key)
  return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string') : []
}

/** Puts a search first. The same words in another case count as the same search. */
function rememberSearch(text: string): void {
  storeSearches([text, ...without(text)].slice(0, limits.suggestion.recent))
}

function forgetSearch(text: string): void {
  storeSearches(without(text))
}

function forgetSearches(): void {
  storeSearches([])
}

function without(text: string): string[] {
  return readRecentSearches().filter((other) => other.toLowerCase() !== text.toLowerCase())
}

function storeSearches(searches: string[]): void {
  storePrivate(key, searches.length > 0 ? JSON.stringify(searches) : null)
}
