import { Check, Circle } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { limits } from '#shared/limits.ts'
import { plainLine } from '#shared/text.ts'
import type { ListingFormApi } from './listing-values.ts'

/** What a listing needs and what is there already, live: the number of photos, and which fields are filled. */
export function ListingChecklist({ form }: { form: ListingFormApi }) {
  const [photos = [], title = '', categoryId, price, state, lga] = useWatch({
    control: form.control,
    name: ['photos', 'title', 'categoryId', 'priceNaira', 'state', 'lga'],
  })
  const rows: { label: string; filled: boolean; says?: string }[] = [
    { label: 'Photos', filled: photos.length > 0, says: `${photos.length}/${limits.photos.max}` },
    { label: 'Title', filled: plainLine(title) !== '' },
    { label: 'Category', filled: Boolean(categoryId) },
    { label: 'Price', filled: Boolean(price) },
    { label: 'State', filled: Boolean(state) },
    { label: 'LGA', filled: Boolean(lga) },
  ]
  return (
    <section aria-labelledby="listing-checklist" className="card p-4 sm:p-5">
      <h2 id="listing-checklist" className="font-bold">
        Listing checklist
      </h2>
      <ul className="mt-2 grid grid-cols-2 gap-x-6 lg:grid-cols-1">
        {rows.map(({ label, filled, says }) => (
          <li key={label} className="flex items-center gap-2.5 py-1.5 text-sm">
            <span
              aria-hidden
              className={`grid size-6 shrink-0 place-items-center rounded-full transition-colors ${filled ? 'bg-brand text-on-brand' : 'bg-sunken text-line-strong'}`}
            >
              {filled ? <Check size={14} strokeWidth={3} /> : <Circle size={8} />}
            </span>
            <span className={filled ? 'font-semibold' : 'text-muted'}>{label}</span>
            <span className={`ml-auto text-muted tabular-nums ${says ? '' : 'max-lg:sr-only'}`}>
              {says ?? (filled ? 'Filled' : 'Missing')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
