import { ArrowDownUp } from 'lucide-react'
import type { ComponentProps } from 'react'

interface SortSelectProps<T extends string> extends Omit<ComponentProps<'select'>, 'value' | 'children'> {
  value: T
  /** Values and their labels, in display order. */
  options: readonly (readonly [T, string])[]
  onChoose: (value: T) => void
}

export function SortSelect<T extends string>({ options, onChoose, ...select }: SortSelectProps<T>) {
  return (
    <label className="relative flex min-w-0 items-center">
      <span className="sr-only">Sort by</span>
      <ArrowDownUp size={16} className="pointer-events-none absolute left-3 text-muted" />
      <select
        {...select}
        onChange={(event) => onChoose(event.target.value as T)}
        className="h-11 max-w-full field-sizing-content appearance-none rounded-full border border-line bg-surface pr-4 pl-8.5 text-ellipsis text-sm font-semibold hover:border-ink"
      >
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
