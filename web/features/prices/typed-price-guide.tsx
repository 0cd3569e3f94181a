import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Condition } from '#shared/contract/listing-values.ts'
import { limits } from '#shared/limits.ts'
import { nairaToKobo } from '#shared/money.ts'
import { apiQuery } from '#web/lib/api.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

interface TypedOffer {
  title?: string | undefined
  categoryId?: number | undefined
  condition?: Condition | undefined
  state?: string | undefined
  priceNaira?: number | undefined
}

const loadAnswer = async () => (await import('./typed-price-answer.tsx')).TypedPriceAnswer

/** Milliseconds without typing after which similar listings are looked for. */
const debounceMs = 600

/** What listings ask that are similar to the one that is being written; a question where it asks far less. It refuses nothing. */
export function TypedPriceGuide(typed: TypedOffer) {
  const [offer, setOffer] = useState<TypedOffer>({})
  const written = JSON.stringify(typed)
  useEffect(() => {
    const timer = setTimeout(() => setOffer(JSON.parse(written)), debounceMs)
    return () => clearTimeout(timer)
  }, [written])

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
  const { Part: Answer } = useLazyComponent(loadAnswer, Boolean(guide))
  return <div className="mt-2">{Answer && guide && <Answer guide={guide} price={price} />}</div>
}
