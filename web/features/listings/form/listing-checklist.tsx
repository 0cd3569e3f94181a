import { Check, Circle } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { limits } from '#shared/limits.ts'
import { type FormField, isBlank, type ListingFormApi } from './form-values.ts'

/** Labels of the counted fields; null: the field has an initial value, or its own counter. */
const names: Record<FormField, string | null> = {
  photos: 'Photos',
  title: 'Title',
  categoryId: 'Category',
  priceNaira: 'Price',
  state: 'State',
  lga: 'LGA',
  condition: null,
  priceType: null,
  description: null,
  status: null,
}
const counted = (Object.keys(names) as FormField[]).filter((field) => names[field] !== null)

/** What a listing needs, live: the number of photos, and the fields that are filled. */
export function ListingChecklist({ form }: { form: ListingFormApi }) {
  const values = useWatch({ control: form.control, name: counted })
  const photos = useWatch({ control: form.control, name: 'photos' }) ?? []
  const rows = counted.map((field, index) => ({
    label: names[field],
    filled: !isBlank(values[index]),
    says: field === 'photos' ? `${photos.length}/${limits.photos.max}` : undefined,
  }))
  return (
    <section aria-labelledby="listing-checklist" className="card p-4 sm:p-5">
      <h2 id="listing-checklist" className="font-bold">
        Listing checklist
      </h2>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))] gap-x-4 sm:grid-cols-2 lg:grid-cols-1">
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
