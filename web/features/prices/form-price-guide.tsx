import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Condition } from '#shared/contract/listing-values.ts'
import { limits } from '#shared/limits.ts'
import { nairaToKobo } from '#shared/money.ts'
import { apiQuery } from '#web/lib/api.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

interface FormOffer {
  title?: string | undefined
  categoryId?: number | undefined
  condition?: Condition | undefined
  state?: string | undefined
  priceNaira?: number | undefined
}

const loadAdvice = async () => (await import('./price-advice.tsx')).PriceAdvice

/** Milliseconds without typing after which similar listings are looked for. */
const debounceMs = 600

/** The asking prices of listings similar to the one in the form; asks to check a price that is far below. It blocks nothing. */
export function FormPriceGuide(typed: FormOffer) {
  const offer: FormOffer = JSON.parse(useDebounced(JSON.stringify(typed), debounceMs, '{}'))
  const { title = '', categoryId, condition, state, priceNaira } = offer
  const length = title.trim().length
  const kobo = nairaToKobo(priceNaira ?? 0)
  const price = kobo > 0 && kobo <= limits.price.max ? kobo : undefined
  const enabled = categoryId !== undefined && length >= limits.title.min && length <= limits.title.max
  const query = { title, category: categoryId ?? 0, condition, state: state || undefined, price }
  const { data } = useQuery({
    ...apiQuery('GET /api/price-guide', { query }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const guide = enabled ? data?.guide : null
  const { Component: PriceAdvice } = useLazyComponent(loadAdvice, Boolean(guide))
  return <div className="mt-2">{PriceAdvice && guide && <PriceAdvice guide={guide} price={price} />}</div>
}
