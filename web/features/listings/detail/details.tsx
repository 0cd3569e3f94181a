import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import type { Listing, ListingDraft } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { formatCount } from '#shared/money.ts'
import { timeAgo } from '#web/lib/format.ts'
import { conditionLabels } from '#web/lib/labels.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'

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

/** The description. On phones a long text is collapsed to five lines; without JavaScript it is shown in full. */
export function Description({ text }: { text: string }) {
  const [open, setOpen] = useState(false)
  const isLong = text.length > limits.descriptionCollapse
  const collapsed = isLong && !open
  return (
    <section aria-labelledby="description-title">
      <h2 id="description-title" className="text-lg font-bold">
        Description
      </h2>
      <p
        id="description-text"
        dir="auto"
        className={`mt-2 leading-relaxed whitespace-pre-line ${collapsed ? 'max-md:line-clamp-5 noscript:line-clamp-none print:line-clamp-none' : ''}`}
      >
        {text || 'No description provided.'}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls="description-text"
          onClick={() => setOpen(!open)}
          className="mt-1 min-h-11 font-semibold text-brand-ink md:hidden noscript:hidden"
        >
          {open ? 'Read less' : 'Read more'}
        </button>
      )}
    </section>
  )
}

const tips = [
  'Meet the seller in a safe, public location.',
  'Check the item before you make any payment.',
  'Pay only after you have received the item.',
  'Do not share sensitive financial information.',
]

export function SafetyTips() {
  return (
    <section aria-labelledby="safety-title" className="rounded-card bg-accent-soft p-5 text-accent-ink">
      <h2 id="safety-title" className="flex items-center gap-2 text-lg font-bold">
        <ShieldCheck className="size-5" />
        Safety Tips
      </h2>
      <ul className="mt-3 list-disc space-y-1.5 pl-5 marker:text-accent">
        {tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      <a href={paths.safety} className="mt-2 inline-flex min-h-11 items-center font-semibold underline">
        More about trading safely
      </a>
    </section>
  )
}
