import type { Listing } from '#shared/contract/listings.ts'
import { formatCount } from '#shared/money.ts'
import { timeAgo } from '#web/lib/format.ts'
import { conditionLabels } from '#web/lib/labels.ts'
import { useNow } from '#web/lib/now.tsx'

/** The plain facts of a listing. */
export function DetailsCard({ listing }: { listing: Listing }) {
  const now = useNow()
  const facts = [
    ['Category', listing.category.name],
    ['Condition', conditionLabels[listing.condition]],
    ['Location', `${listing.lga}, ${listing.state}`],
    ['Views', formatCount(listing.views)],
    ['Posted', timeAgo(listing.createdAt, now)],
  ]
  return (
    <section aria-labelledby="details-title" className="card p-5">
      <h2 id="details-title" className="text-lg font-bold">
        Details
      </h2>
      <dl className="mt-3 divide-y divide-line">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
