import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { AdminUser } from '#shared/contract/admin.ts'
import { limits } from '#shared/limits.ts'
import { pluralise } from '#web/lib/format.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { useCombobox } from '#web/ui/use-combobox.ts'
import { peopleQuery, personQuery } from './admin-url.ts'
import { useFilters } from './filters.tsx'

interface PersonFilterProps {
  /** The parameter of the address. */
  name: 'sellerId' | 'reporterId'
  /** Who it is: 'Seller'. */
  label: string
}

/** Filters a list by a person, found by name, username, e-mail or #id; empty means all. */
export function PersonFilter({ name, label }: PersonFilterProps) {
  const { shown, go, form } = useFilters()
  const id = shown[name]
  const all = `All ${label.toLowerCase()}s`
  const field = useRef<HTMLInputElement>(null)
  /** Null while nothing is typed: the field then shows the name of the current person. */
  const [typed, setTyped] = useState<string | null>(null)
  const [picked, setPicked] = useState<AdminUser>()
  const fullName = usePersonName(id, picked)
  const { people, isAnswered } = usePeople(typed ?? '')
  const combobox = useCombobox({ count: people.length, onPick: (index) => choose(people[index]) })
  const { expanded, active, close } = combobox

  function choose(person: AdminUser | undefined) {
    close()
    setTyped(null)
    setPicked(person)
    const chosen = person && String(person.id)
    if (chosen !== id) go({ [name]: chosen })
  }

  function leave() {
    if (typed === '') choose(undefined)
    close()
    setTyped(null)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !expanded) setTyped(null)
    combobox.onKeyDown(event.nativeEvent)
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.nativeEvent.defaultPrevented) return
    event.preventDefault()
    if (typed === '') choose(undefined)
    // Enter picks the first match.
    else if (people[0]) choose(people[0])
  }

  return (
    <div className="relative max-md:col-span-full md:w-52">
      {id && <input type="hidden" name={name} value={id} form={form} />}
      <input
        ref={field}
        {...combobox.attributes}
        type="text"
        aria-label={label}
        placeholder={all}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={limits.search.max}
        value={typed ?? fullName ?? ''}
        onChange={(event) => {
          setTyped(event.target.value)
          combobox.restart()
        }}
        onFocus={(event) => event.target.select()}
        onBlur={leave}
        onKeyDown={onKeyDown}
        className={`input text-ellipsis md:min-h-11 md:py-2 md:text-sm ${id ? 'pr-11' : ''}`}
      />
      {id && (
        <button
          type="button"
          aria-label={all}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center text-muted hover:text-ink"
          onClick={() => {
            choose(undefined)
            field.current?.focus()
          }}
        >
          <X size={16} />
        </button>
      )}
      {expanded && (
        <div
          id={combobox.listId}
          role="listbox"
          aria-label={`${label}s`}
          className="absolute top-full left-0 z-20 mt-1 max-h-80 w-full min-w-64 overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-sheet"
        >
          {people.map((person, index) => (
            <button
              key={person.id}
              id={combobox.optionId(index)}
              type="button"
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
              className="block min-h-11 w-full rounded-control px-2.5 py-1.5 text-left hover:bg-sunken aria-selected:bg-sunken"
            >
              <span className="block truncate text-sm font-semibold">{person.fullName}</span>
              <span className="block truncate text-xs text-muted">
                #{person.id} · @{person.username} · {person.email}
              </span>
            </button>
          ))}
        </div>
      )}
      <p role="status" className={people.length > 0 || !isAnswered ? 'sr-only' : 'pt-1 text-sm text-muted'}>
        {expanded && `${pluralise(people.length, label.toLowerCase())}. Use the arrow keys.`}
        {isAnswered && people.length === 0 && 'Nobody is called that.'}
      </p>
    </div>
  )
}

/**
 * Name of the current person; the id while it is loading or if the account is deleted. A person who was just picked
 * is known already: a value that changed later would lose a selection in the field.
 */
function usePersonName(id: string | undefined, picked: AdminUser | undefined): string | undefined {
  const { data } = useQuery({ ...personQuery(id ?? ''), enabled: id !== undefined })
  if (id === undefined) return undefined
  if (String(picked?.id) === id) return picked?.fullName
  return data?.items.find((person) => String(person.id) === id)?.fullName ?? `#${id}`
}

const none: AdminUser[] = []

/** Matching users, debounced; the previous result stays until the next one arrives. */
function usePeople(typed: string): { people: AdminUser[]; isAnswered: boolean } {
  const text = typed.trim()
  const settled = useDebounced(text, limits.suggestion.debounceMs)
  const { data, isPlaceholderData } = useQuery({
    ...peopleQuery(settled),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  })
  if (!text || !settled) return { people: none, isAnswered: false }
  return {
    people: data?.items ?? none,
    isAnswered: data !== undefined && !isPlaceholderData && text === settled,
  }
}
