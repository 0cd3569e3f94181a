import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Suggestion } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { suggestionsQuery } from './queries.ts'

const none: Suggestion[] = []

/**
 * Suggestions for a text of at least 2 characters, debounced by 300 ms; null until the first ones have arrived or failed. They stay
 * until the next ones arrive; a late response never replaces a newer one.
 */
export function useSuggestions(text: string, wanted: boolean): Suggestion[] | null {
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
