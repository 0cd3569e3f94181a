import type { Listing, ListingDraft } from '#shared/contract/listings.ts'
import { formatCount } from '#shared/money.ts'
import { timeAgo } from '#web/lib/format.ts'
import { conditionLabels } from '#web/lib/labels.ts'
import { useNow } from '#web/lib/now.tsx'

/** The card's text for each field; null: the field is shown elsewhere on the page, or with another one. */
const facts: Record<keyof ListingDraft, { name: string; read: (listing: Listing) => string } | null> = {
  categoryId: { name: 'Category', read: ({ category }) => category.name },
  condition: { name: 'Condition', read: ({ condition }) => conditionLabels[condition] },
  state: { name: 'Location', read: ({ lga, state }) => `${lga}, ${state}` },
  lga: null,
  title: null,
  description: null,
  price: null,
  priceType: null,
  photos: null,
}

export function DetailsCard({ listing }: { listing: Listing }) {
  const now = useNow()
  const rows = [
    ...Object.values(facts).map((fact) => [fact?.name, fact?.read(listing)]),
    ['Views', formatCount(listing.views)],
    ['Posted', timeAgo(listing.createdAt, now)],
  ].filter(([, value]) => value)
  return (
    <section aria-labelledby="details-title" className="card p-5">
      <h2 id="details-title" className="text-lg font-bold">
        Details
      </h2>
      <dl className="mt-3 divide-y divide-line">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
