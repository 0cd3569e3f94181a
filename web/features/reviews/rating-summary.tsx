import type { Profile } from '#shared/contract/users.ts'
import { formatCount } from '#shared/money.ts'
import { pluralise } from '#web/lib/format.ts'
import { formatRating, Stars } from '#web/ui/stars.tsx'

/** Average and distribution of the stars, and what the reviews rest on, for at least one review. */
export function RatingSummary({ of }: { of: Profile }) {
  const sum = (fits: (one: Profile['reviewCounts'][number]) => unknown) =>
    of.reviewCounts.filter(fits).reduce((sum, { count }) => sum + count, 0)
  return (
    <section
      aria-label="Ratings"
      className="card flex flex-col gap-5 p-5 sm:flex-row sm:items-center sm:gap-10 md:p-6 lg:sticky lg:top-24 lg:flex-col lg:items-stretch lg:gap-5"
    >
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2">
        <p aria-hidden className="text-5xl font-extrabold tracking-tight whitespace-nowrap tabular-nums">
          {formatRating(of.ratingAvg)}
        </p>
        <div>
          <Stars rating={of.ratingAvg} full size={18} plain />
          <p className="text-sm text-muted">{pluralise(of.ratingCount, 'review')}</p>
        </div>
      </div>
      <ul className="grow space-y-1.5">
        {[5, 4, 3, 2, 1].map((stars) => (
          <DistributionRow
            key={stars}
            stars={stars}
            count={sum((one) => one.stars === stars)}
            total={of.ratingCount}
          />
        ))}
      </ul>
      <ul className="space-y-1.5 text-sm text-muted">
        {[
          [sum(({ proof }) => proof && proof !== 'TALKED'), 'after a deal on Oja'] as const,
          [sum(({ proof }) => proof === 'TALKED'), 'after talking about a listing'] as const,
          [sum(({ proof }) => !proof), 'without either'] as const,
        ].map(([number, words]) => (
          <li key={words}>
            <span className="font-semibold tabular-nums">{formatCount(number)}</span> {words}
          </li>
        ))}
      </ul>
    </section>
  )
}

function DistributionRow({ stars, count, total }: { stars: number; count: number; total: number }) {
  return (
    <li className="flex items-center gap-3 text-sm tabular-nums">
      <span className="sr-only">{`${pluralise(stars, 'star')}: ${count} of ${total}`}</span>
      <span aria-hidden className="w-3 shrink-0 text-right font-semibold">
        {stars}
      </span>
      <span aria-hidden className="h-2.5 grow overflow-hidden rounded-full bg-line">
        <span
          className="block h-full rounded-full bg-accent"
          style={{ width: `${(count / total) * 100}%` }}
        />
      </span>
      <span aria-hidden className="w-8 shrink-0 text-right text-muted">
        {formatCount(count)}
      </span>
    </li>
  )
}
