import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Suggestion } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { suggestionsQuery } from './queries.ts'

const none: Suggestion[] = []

/**
 * What to suggest for a text: from 2 characters on, once typing has paused for 300 ms. The last answer stays until the next
 * one is here; an answer that comes late belongs to its own text and never takes the place of a newer one.
 */
export function useSuggestions(text: string, wanted: boolean): Suggestion[] {
  const typed = text.trim().slice(0, limits.search.max)
  const [settled, setSettled] = useState('')
  useEffect(() => {
    if (!wanted) return
    const timer = setTimeout(() => setSettled(typed), limits.suggestion.debounceMs)
    return () => clearTimeout(timer)
  }, [typed, wanted])

  const { data = none } = useQuery({
    ...suggestionsQuery(settled),
    enabled: settled.length >= limits.suggestion.minChars,
    placeholderData: keepPreviousData,
  })
  const short = Math.min(typed.length, settled.length) < limits.suggestion.minChars
  return short ? none : data
}
