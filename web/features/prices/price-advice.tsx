import { TriangleAlert } from 'lucide-react'
import type { PriceGuide } from '#shared/contract/prices.ts'
import { rangeOf } from './guide-texts.ts'
import { PricePlot } from './price-plot.tsx'

interface PriceAdviceProps {
  guide: PriceGuide
  /** Kobo; undefined while none is typed. */
  price: number | undefined
}

/** The asking prices of similar listings, and a question if the typed price is far below them. */
export function PriceAdvice({ guide, price }: PriceAdviceProps) {
  const isDoubtful = price !== undefined && (guide.farBelow || guide.zeroMissing)
  return (
    <>
      <div aria-live="polite">
        {isDoubtful && (
          <p className="flex items-start gap-2 rounded-control bg-accent-soft px-3 py-2 text-sm text-accent-ink">
            <TriangleAlert size={16} className="mt-0.5" />
            <span>
              Is the price right? Similar ones ask {rangeOf(guide)}
              {guide.zeroMissing ? '; a zero may be missing.' : '.'}
            </span>
          </p>
        )}
      </div>
      <div className="mt-2">
        {!isDoubtful && <p className="text-sm text-muted">Similar ones ask {rangeOf(guide)}</p>}
        <PricePlot guide={guide} price={price} />
      </div>
    </>
  )
}
