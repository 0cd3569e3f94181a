import type { PriceGuide } from '#shared/contract/prices.ts'
import { formatNaira } from '#shared/money.ts'
import { basisOf, rangeOf } from './guide-texts.ts'

/** Pixels of the drawing, which is as wide as its place. */
const height = 56
const width = 240

interface PricePlotProps {
  guide: PriceGuide
  price?: number | undefined
}

const placeTexts = {
  below: 'This price is lower than all of them.',
  among: 'The line is this price.',
  above: 'This price is higher than all of them.',
}

/** How many similar listings ask how much: the usual range in colour, the price as a line. */
export function PricePlot({ guide, price }: PricePlotProps) {
  const { from, to, counts } = guide.plot
  const most = Math.max(...counts)
  const step = width / counts.length
  const at = (kobo: number) => (to === from ? width / 2 : ((kobo - from) / (to - from)) * width)
  const bars = counts.map((count, bar) => ({
    x: bar * step + 1,
    tall: count === 0 ? 0 : Math.max(3, (count / most) * (height - 4)),
    isUsual: (bar + 1) * step > at(guide.low) && bar * step < at(guide.high),
  }))
  const place = price === undefined ? null : price < from ? 'below' : price > to ? 'above' : 'among'
  return (
    <figure>
      <svg
        role="img"
        aria-label={`Similar listings ask ${formatNaira(from)} to ${formatNaira(to)}, most of them ${rangeOf(guide)}${price ? `. This price: ${formatNaira(price)}` : ''}`}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={height}
        className="text-brand-ink"
        fill="currentColor"
      >
        {bars.map(({ x, tall, isUsual }) => (
          <rect
            key={x}
            x={x}
            y={height - tall}
            width={step - 2}
            height={tall}
            opacity={isUsual ? 0.8 : 0.3}
          />
        ))}
        {place === 'among' && price !== undefined && (
          <rect x={Math.min(width - 3, at(price))} y={0} width={3} height={height} className="text-ink" />
        )}
      </svg>
      <p aria-hidden className="mt-1 flex flex-wrap justify-between gap-x-4 text-sm text-muted">
        <span>{formatNaira(from)}</span>
        <span>{formatNaira(to)}</span>
      </p>
      <figcaption className="mt-1 text-sm text-muted">
        {basisOf(guide)}.{place && ` ${placeTexts[place]}`}
      </figcaption>
    </figure>
  )
}
