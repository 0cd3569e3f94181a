interface StarsProps {
  /** 0 to 5, as a number or the decimal text of the API. */
  rating: number | string
  /** Number of reviews, shown in brackets. */
  count?: number
  full?: boolean
  /** Without the number, which is shown beside it. */
  plain?: boolean
  /** Pixels of one star. */
  size?: number
}

const outline = 'M10 1.6l2.5 5.3 5.8.8-4.2 4 1 5.8L10 14.7l-5.1 2.8 1-5.8-4.2-4 5.8-.8z'

function Star({ fill, size }: { fill: number; size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" className="shrink-0">
      <path d={outline} className="fill-line" strokeLinejoin="round" />
      {fill > 0 && (
        <path
          d={outline}
          className="fill-accent"
          strokeLinejoin="round"
          style={fill < 1 ? { clipPath: `inset(0 ${Math.round((1 - fill) * 100)}% 0 0)` } : undefined}
        />
      )}
    </svg>
  )
}

/** A rating average with one decimal; the database rounds it to two. */
export const formatRating = (rating: number | string) => Number(rating).toFixed(1)

/** A rating average as stars and as text. */
export function Stars({ rating, count, full = false, plain = false, size = 16 }: StarsProps) {
  const value = Number(rating)
  const stars = full ? [0, 1, 2, 3, 4] : [0]
  const fillOf = (star: number) => (full ? Math.min(1, Math.max(0, value - star)) : 1)
  const reviews = count === undefined ? '' : `, ${count} ${count === 1 ? 'review' : 'reviews'}`
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5">
      <span aria-hidden className="inline-flex gap-0.5">
        {stars.map((star) => (
          <Star key={star} fill={fillOf(star)} size={size} />
        ))}
      </span>
      {!plain && (
        <span aria-hidden className="font-semibold tabular-nums">
          {formatRating(value)}
          {count !== undefined && <span className="font-normal text-muted"> ({count})</span>}
        </span>
      )}
      <span className="sr-only">{`Rated ${formatRating(value)} out of 5${reviews}`}</span>
    </span>
  )
}
