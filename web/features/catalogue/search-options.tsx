import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Clock, ImageOff, LayoutGrid, type LucideIcon, Search } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Suggestion } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { formatNaira } from '#shared/money.ts'
import { thumbnailUrl } from '#web/lib/media.ts'
import { paths } from '#web/lib/paths.ts'
import { categoriesQuery, suggestionsQuery } from './queries.ts'

/** Categories, and recent searches, that are offered beside the listings. */
const maxOthers = 2

export interface SearchOption {
  href: string
  content: ReactNode
  search?: string
}

/** The options for typed words: none until the first suggestions arrive, so that nothing moves under the finger. */
export function useFoundOptions(typed: string, isUsed: boolean, recent: string[]): SearchOption[] {
  const listings = useSuggestions(typed, isUsed)
  const { data: categories = [] } = useQuery({ ...categoriesQuery, enabled: listings !== null })
  if (!listings) return []
  const plainTyped = typed.toLowerCase()
  return [
    ...listings.map(listingOption),
    ...categories
      .filter(({ name }) => beginsInside(name, plainTyped))
      .slice(0, maxOthers)
      .map(({ id, name }) => ({
        href: paths.category(id),
        content: <Line icon={LayoutGrid} text={name} note="Category" />,
      })),
    ...recent
      .filter((search) => search.toLowerCase() !== plainTyped && beginsInside(search, plainTyped))
      .slice(0, maxOthers)
      .map(recentOption),
    {
      href: paths.search(typed),
      search: typed,
      content: <Line icon={Search} text={`Search all for “${typed}”`} />,
    },
  ]
}

/** Whether the text, or one of its later words, begins as typed. */
function beginsInside(text: string, typed: string): boolean {
  return ` ${text.toLowerCase()}`.includes(` ${typed}`)
}

export function recentOption(search: string): SearchOption {
  return {
    href: paths.search(search),
    search,
    content: <Line icon={Clock} text={search} note="Recent search" hideNote />,
  }
}

function listingOption({ id, title, photo, price, priceType }: Suggestion): SearchOption {
  return {
    href: paths.listing(id),
    content: (
      <span className="flex min-h-12 min-w-0 flex-1 items-center gap-3">
        <span className="grid size-11 shrink-0 place-items-center overflow-hidden rounded-control bg-sunken text-muted">
          {photo ? (
            <img src={thumbnailUrl(photo)} alt="" width={44} height={44} className="size-full object-cover" />
          ) : (
            <ImageOff size={18} />
          )}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{title}</span>
          <span className="block text-sm font-bold tabular-nums">
            {formatNaira(price)}
            {priceType === 'NEGOTIABLE' && (
              <span className="ml-2 text-xs font-medium text-muted">Negotiable</span>
            )}
          </span>
        </span>
      </span>
    ),
  }
}

interface LineProps {
  icon: LucideIcon
  text: string
  /** What it is, where the text does not say it. */
  note?: string
  /** Only for screen readers: the icon says it too. */
  hideNote?: boolean
}

function Line({ icon: Icon, text, note, hideNote }: LineProps) {
  return (
    <>
      <Icon size={18} className="mx-3 text-muted" />
      <span className="min-w-0 flex-1 truncate text-sm font-medium">{text}</span>
      {note && <span className={hideNote ? 'sr-only' : 'shrink-0 text-xs text-muted'}>{note}</span>}
    </>
  )
}

const none: Suggestion[] = []

/**
 * Suggestions for a text that is long enough, debounced; null until the first ones have arrived or failed. They stay
 * until the next ones arrive; a late response never replaces a newer one.
 */
function useSuggestions(text: string, wanted: boolean): Suggestion[] | null {
  const typed = text.trim().slice(0, limits.search.max)
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => setSettled(typed), limits.suggestion.debounceMs)
    return () => clearTimeout(timer)
  }, [typed, wanted])

  const { data = none, isLoading } = useQuery({
    ...suggestionsQuery(settled),
    enabled: settled.length >= limits.suggestion.minChars,
    placeholderData: keepPreviousData,
  })
  const short = Math.min(typed.length, settled.length) < limits.suggestion.minChars
  return short || isLoading ? null : data
}
